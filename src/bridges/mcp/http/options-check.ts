/** Checks the options of HTTP: a timer of JavaScript takes what is no time for no time. */
import { elsewhere, flag, type TableOf, type Wanted, wrongEntry } from '../../../runtime/option-table.js';
import { serverTable } from '../options-check.js';
import { isObject } from '../wire/tools.js';
import type { CorsOptions } from './admission/cors.js';
import type { HttpOptions, SessionOptions } from './options.js';

const longestTime = 2 ** 31 - 1;

const count = (what: string, least: number, most = Number.MAX_SAFE_INTEGER): Wanted => ({
  is: `a whole number of ${what} from ${least} to ${most}, or Infinity`,
  fits: (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most),
});
const eras = ['legacy', 'modern'];
const isEra = (value: unknown): boolean => eras.includes(value as string);

const ofSessions: TableOf<SessionOptions> = {
  idle: count('milliseconds', 1, longestTime),
  limit: count('sessions', 1),
  resumeWait: count('milliseconds', 0, longestTime),
  retry: { ...count('milliseconds', 0, longestTime), is: `a whole number of milliseconds from 0 to ${longestTime}` },
};

const ofCors: TableOf<CorsOptions> = {
  origins: elsewhere,
  credentials: flag,
  maxAge: { is: 'a whole number of seconds, 0 or more', fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0 },
};

/** One entry an option. */
export const httpTable: TableOf<HttpOptions> = {
  ...serverTable,
  // Each looks at its own names and values.
  auth: elsewhere,
  allowedHosts: elsewhere,
  allowedOrigins: elsewhere,
  cors: {
    is: `an object of ${Object.keys(ofCors).join(', ')}`,
    fits: (value) => isObject(value) && !Array.isArray(value),
    members: ofCors,
  },
  bodyLimit: count('bytes', 1),
  jsonResponse: flag,
  sessions: {
    is: `true, false or an object of ${Object.keys(ofSessions).join(', ')}`,
    fits: (value) => typeof value === 'boolean' || (isObject(value) && !Array.isArray(value)),
    members: ofSessions,
  },
  eras: {
    is: `a list with one or both of ${eras.map((era) => `'${era}'`).join(', ')}`,
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isEra),
    part: (value) => wrongEntry(value, isEra),
  },
  keepAlive: count('milliseconds', 0, longestTime),
  direct: flag,
};
