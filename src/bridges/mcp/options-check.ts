/** Checks what every kind of server takes: a misspelt `errorDetail` would show what was to be masked. */
import { preview } from '../../schema/words.js';
import type { CacheOptions } from './dispatch/setup.js';
import { elsewhere, objectOf, type TableOf, text, type Wanted, wrongEntry } from '../../runtime/option-table.js';
import type { McpServerOptions } from './options.js';
import { isObject } from './wire/tools.js';

/** Bytes of a key: shorter ones can be guessed. */
const shortestKey = 16;

const isCount = (value: unknown): boolean => value === Infinity || (Number.isSafeInteger(value) && (value as number) >= 1);
const isIcon = (value: unknown): boolean => isObject(value) && typeof value['src'] === 'string';

const ofCache: TableOf<CacheOptions> = {
  ttlMs: {
    is: 'milliseconds, 0 or more',
    fits: (value) => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER,
  },
  cacheScope: { is: "'public' or 'private'", fits: (value) => value === 'public' || value === 'private' },
};

const icons: Wanted = {
  is: 'a list of { src }',
  fits: (value) => Array.isArray(value) && value.every(isIcon),
  part: (value) => {
    if (!Array.isArray(value)) return undefined;
    const index = value.findIndex((entry) => !isIcon(entry));
    const entry: unknown = value[index];
    return isObject(entry) ? `'src' of entry ${index + 1} is ${preview(entry['src'])}` : wrongEntry(value, isIcon);
  },
};

/** One entry an option. */
export const serverTable: TableOf<McpServerOptions> = {
  name: text,
  title: text,
  version: text,
  instructions: text,
  icons,
  websiteUrl: text,
  errorDetail: { is: "'message' or 'masked'", fits: (value) => value === 'message' || value === 'masked' },
  answerTimeout: elsewhere,
  limits: elsewhere,
  pageSize: { is: 'a whole number of 1 or more', fits: isCount },
  requestStateKey: { is: `a string or bytes, ${shortestKey} bytes at least`, fits: isKey, isSecret: true },
  cache: objectOf(ofCache),
  log: { is: 'a function', fits: (value) => typeof value === 'function' },
};

function isKey(value: unknown): boolean {
  return (typeof value === 'string' || value instanceof Uint8Array) && Buffer.byteLength(value) >= shortestKey;
}
