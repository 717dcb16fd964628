/** Checks what was given to `new ToolRegistry`, where TypeScript did not. */
import { ToolError } from '../errors.js';
import { defaultLimits } from './limits.js';
import { callback, checkOptions, elsewhere, flag, objectOf, type TableOf, type Wanted } from './option-table.js';
import type { RegistryOptions } from './registry.js';

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
const limit: Wanted = { is: 'a number above 0', fits: (value) => typeof value === 'number' && value > 0 };
const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, limit]));

/** One entry an option. */
const table: TableOf<RegistryOptions> = {
  manifest: elsewhere,
  resolve: callback,
  limits: objectOf(limits),
  rules: { is: 'an object', fits: isObject },
  errorDetail: { is: "'message' or 'masked'", fits: (value) => value === 'message' || value === 'masked' },
  logger: elsewhere,
  repair: flag,
  guard: callback,
};

const place = 'new ToolRegistry()';

/** @throws ToolError INVALID_DEFINITION */
export function checkRegistryOptions(options: object): void {
  checkOptions(place, options, table);
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

const invalid = (reason: string): ToolError => new ToolError('INVALID_DEFINITION', `${place}: ${reason}.`);
