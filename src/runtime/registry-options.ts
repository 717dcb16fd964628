/** Checks what was given to `new ToolRegistry`, where TypeScript did not. */
import { ToolError } from '../errors.js';
import { nearest } from '../schema/words.js';
import { defaultLimits } from './limits.js';

const known = ['manifest', 'resolve', 'limits', 'rules', 'errorDetail', 'logger', 'repair', 'guard'];

/** What each option must be, where that is quickly told. */
const wanted: Readonly<Record<string, { is: string; fits(value: unknown): boolean }>> = {
  resolve: { is: 'a function', fits: (value) => typeof value === 'function' },
  guard: { is: 'a function', fits: (value) => typeof value === 'function' },
  repair: { is: 'true or false', fits: (value) => typeof value === 'boolean' },
  errorDetail: { is: "'message' or 'masked'", fits: (value) => value === 'message' || value === 'masked' },
  rules: { is: 'an object', fits: (value) => typeof value === 'object' && value !== null },
  limits: { is: 'an object', fits: (value) => typeof value === 'object' && value !== null },
};

/** @throws ToolError INVALID_DEFINITION */
export function checkRegistryOptions(options: object): void {
  if (Object.keys(options).length === 0) return;
  for (const key of Object.keys(options)) {
    if (known.includes(key)) continue;
    const close = nearest(key, known);
    throw invalid(`unknown option '${key}'${close ? `; did you mean '${close}'?` : ''} (known: ${known.join(', ')})`);
  }
  for (const [name, { is, fits }] of Object.entries(wanted)) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined && !fits(value)) throw invalid(`'${name}' must be ${is}`);
  }
  checkLimits((options as { limits?: object }).limits ?? {});
  const { manifest } = options as { manifest?: unknown };
  for (const one of manifest === undefined ? [] : [manifest].flat()) checkManifest(one);
}

function checkLimits(limits: object): void {
  const names = Object.keys(defaultLimits);
  for (const [name, value] of Object.entries(limits)) {
    const close = nearest(name, names);
    if (!names.includes(name))
      throw invalid(`unknown limit '${name}'${close ? `; did you mean '${close}'?` : ''} (known: ${names.join(', ')})`);
    if (value !== undefined && !(typeof value === 'number' && value > 0)) throw invalid(`the limit '${name}' must be a number above 0`);
  }
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
