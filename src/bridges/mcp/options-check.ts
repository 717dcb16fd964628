/** Checks what was given to a server, where TypeScript did not: a misspelt `errorDetail` would show what was to be masked. */
import { ToolError } from '../../errors.js';
import { preview } from '../../schema/words.js';
import type { McpServerOptions } from './options.js';
import { isObject } from './wire/tools.js';

interface Wanted {
  is: string;
  fits(value: unknown): boolean;
}

/** Bytes of a key: shorter ones can be guessed. */
const shortestKey = 16;

const text: Wanted = { is: 'a string', fits: (value) => typeof value === 'string' };
const isCount = (value: unknown): boolean => value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 1);

/** One entry an option; limits have a table of their own. */
const wanted: Readonly<Record<Exclude<keyof McpServerOptions, 'limits' | 'answerTimeout'>, Wanted>> = {
  name: text,
  title: text,
  version: text,
  instructions: text,
  websiteUrl: text,
  icons: { is: 'a list of { src }', fits: (value) => Array.isArray(value) && value.every(isIcon) },
  errorDetail: { is: "'message' or 'masked'", fits: (value) => value === 'message' || value === 'masked' },
  pageSize: { is: 'a whole number of 1 or more', fits: isCount },
  requestStateKey: { is: `a string or bytes, ${shortestKey} bytes at least`, fits: isKey },
  cache: { is: "{ ttlMs: milliseconds of 0 or more, cacheScope: 'public' or 'private' }", fits: isCache },
  log: { is: 'a function', fits: (value) => typeof value === 'function' },
};

/** @throws ToolError INVALID_DEFINITION */
export function checkServerOptions(options: McpServerOptions): void {
  if (!isObject(options)) throw invalid(`options must be an object, not ${preview(options)}`);
  for (const [name, { is, fits }] of Object.entries(wanted)) {
    const value = options[name];
    // Of a key nothing is told.
    if (value !== undefined && !fits(value))
      throw invalid(`'${name}' must be ${is}${name === 'requestStateKey' ? '' : `, not ${preview(value)}`}`);
  }
}

const isIcon = (value: unknown): boolean => isObject(value) && typeof value['src'] === 'string';

function isKey(value: unknown): boolean {
  return (typeof value === 'string' || value instanceof Uint8Array) && Buffer.byteLength(value) >= shortestKey;
}

function isCache(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { ttlMs = 0, cacheScope = 'private' } = value;
  return (
    typeof ttlMs === 'number' && ttlMs >= 0 && ttlMs <= Number.MAX_SAFE_INTEGER && (cacheScope === 'public' || cacheScope === 'private')
  );
}

const invalid = (what: string): ToolError => new ToolError('INVALID_DEFINITION', `MCP server: ${what}.`);
