/** Checks what was given to `new ToolRegistry`, where TypeScript did not. */
import { ToolError } from '../errors.js';
import { nearest } from '../schema/words.js';

const known = ['manifest', 'resolve', 'limits', 'rules', 'errorDetail', 'logger', 'repair'];

/** @throws ToolError INVALID_DEFINITION */
export function checkRegistryOptions(options: object): void {
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const close = nearest(key, known);
    throw invalid(`unknown option '${key}'${close ? `; did you mean '${close}'?` : ''} (known: ${known.join(', ')})`);
  }
  const { manifest } = options as { manifest?: unknown };
  for (const one of manifest === undefined ? [] : [manifest].flat()) checkManifest(one);
}

function checkManifest(manifest: unknown): void {
  if (typeof manifest !== 'object' || manifest === null) throw invalid("'manifest' must be what the generated module exports by default");
  const { classes, functions, version, default: inner } = manifest as Record<string, unknown>;
  if (Array.isArray(classes) && Array.isArray(functions)) {
    if (version === 1) return;
    throw new ToolError(
      'STALE_MANIFEST',
      `The manifest has format ${String(version)}, which this version of toolmark does not read. Run 'npx toolmark build'.`,
    );
  }
  const hint =
    inner === undefined
      ? 'pass what the generated module exports by default'
      : "that is the module; pass its 'default' export (import manifest from './toolmark.generated.js')";
  throw invalid(`'manifest' is no manifest: ${hint}`);
}

const invalid = (reason: string): ToolError => new ToolError('INVALID_DEFINITION', `new ToolRegistry(): ${reason}.`);
