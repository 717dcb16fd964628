/** Checks the options of HTTP where TypeScript did not: a timer of JavaScript takes what is no time for no time. */
import { ToolError } from '../../../errors.js';
import { preview } from '../../../schema/words.js';
import { isObject } from '../wire/tools.js';
import type { HttpOptions, SessionOptions } from './options.js';

const longestTime = 2 ** 31 - 1;

interface Wanted {
  is: string;
  fits(value: unknown): boolean;
}

const count = (what: string, least: number, most = Number.MAX_SAFE_INTEGER): Wanted => ({
  is: `a whole number of ${what} from ${least} to ${most}, or Infinity`,
  fits: (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= least && Number(value) <= most),
});
const flag: Wanted = { is: 'true or false', fits: (value) => typeof value === 'boolean' };
const eras = ['legacy', 'modern'];

const ofSessions: Readonly<Record<keyof SessionOptions, Wanted>> = {
  idle: count('milliseconds', 1, longestTime),
  limit: count('sessions', 1),
  resumeWait: count('milliseconds', 0, longestTime),
  retry: { ...count('milliseconds', 0, longestTime), is: `a whole number of milliseconds from 0 to ${longestTime}` },
};

const wanted: Readonly<Partial<Record<keyof HttpOptions, Wanted>>> = {
  bodyLimit: count('bytes', 1),
  keepAlive: count('milliseconds', 0, longestTime),
  jsonResponse: flag,
  direct: flag,
  sessions: { is: 'true, false or an object', fits: (value) => typeof value === 'boolean' || isObject(value) },
  cors: { is: 'an object with origins', fits: (value) => isObject(value) && value['origins'] !== undefined },
  eras: {
    is: `a list with one or both of ${eras.map((era) => `'${era}'`).join(', ')}`,
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every((era) => eras.includes(era as string)),
  },
};

/** @throws ToolError INVALID_DEFINITION */
export function checkHttpOptions(options: HttpOptions): void {
  check('', options, wanted);
  if (isObject(options.sessions)) check('sessions.', options.sessions, ofSessions);
}

function check(where: string, options: object, table: Readonly<Record<string, Wanted>>): void {
  for (const [name, { is, fits }] of Object.entries(table)) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined && !fits(value))
      throw new ToolError('INVALID_DEFINITION', `MCP over HTTP: '${where}${name}' must be ${is}, not ${preview(value)}.`);
  }
}
