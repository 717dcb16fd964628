/** Every limit of an MCP server in one table; `limits` of any transport overrides any of them. docs/guide/limits.md quotes it. */
import { ToolError } from '../../../errors.js';
import { nearest, preview } from '../../../schema/words.js';

/** How often one caller may call. */
export interface Rate {
  /** Calls in one window. */
  calls: number;
  /** Seconds that a window lasts. */
  per: number;
}

/** What a server spends on its clients. Times are milliseconds; `Infinity` lifts a limit. */
export interface ServerLimits {
  /** Milliseconds a tool may run when `@tool({ timeout })` says nothing. */
  toolTimeout: number;
  /** Calls that run at once in this process. */
  calls: number;
  /** Calls of one caller that run at once. Callers who were not asked who they are share `calls` only. */
  callsPerCaller: number;
  /** Calls that wait for their turn. */
  queue: number;
  /** Milliseconds a call waits for its turn. */
  queueWait: number;
  /** Calls of one caller in a window of time; absent for no such limit. */
  rate?: Rate;
  /** Bytes of one result. */
  resultBytes: number;
  /** Bytes of the body of one HTTP request. */
  bodyBytes: number;
  /** HTTP sessions at once. */
  sessions: number;
  /** Milliseconds that a session may go unused, with nothing running or open, before it gives way to a new one where `sessions` is reached. */
  sessionGrace: number;
  /** HTTP sessions of one principal. Callers who were not asked who they are share `sessions` only. */
  sessionsPerCaller: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  sessionIdle: number;
  /** Events that one session keeps for a client that comes back. */
  events: number;
  /** Bytes of those events. */
  eventBytes: number;
  /** Milliseconds a client may take to send the head of a request. */
  headersTimeout: number;
  /** Milliseconds a client may take to send a whole request. */
  requestTimeout: number;
  /** Milliseconds in which a client must read on in what it is sent. */
  stallTimeout: number;
  /** Connections at once of a server of its own (`serveHttp`). */
  connections: number;
  /** Milliseconds a person or a model behind the client may take to answer a question. */
  answerTimeout: number;
  /** Milliseconds that running calls get when the server is told to stop. */
  drain: number;
}

/** One row of the table. */
export interface LimitEntry {
  /** Undefined: there is no such limit unless you set one. */
  default: number | Rate | undefined;
  unit: 'calls' | 'sessions' | 'connections' | 'events' | 'bytes' | 'milliseconds' | '{ calls, per: seconds }';
  /** The least value that makes sense. */
  least: number;
  /** What the limit is on. */
  what: string;
  /** What happens when it is passed. */
  then: string;
  /** Where else it can be said. */
  also?: string;
}

const mebibyte = 1024 * 1024;
const minute = 60_000;

/** The table. */
export const limitTable: Readonly<Record<keyof ServerLimits, Readonly<LimitEntry>>> = {
  toolTimeout: {
    default: 30_000,
    unit: 'milliseconds',
    least: 1,
    what: 'time that one tool runs',
    then: 'the signal fires and the call ends as a result with `isError`, code TIMEOUT',
    also: '`@tool({ timeout })` for one tool',
  },
  calls: {
    default: 64,
    unit: 'calls',
    least: 1,
    what: 'calls that run at once in this process',
    then: 'the call waits for its turn',
  },
  callsPerCaller: {
    default: 16,
    unit: 'calls',
    least: 1,
    what: 'calls that run at once for one principal or session',
    then: 'the call waits for its turn',
  },
  queue: {
    default: 256,
    unit: 'calls',
    least: 0,
    what: 'calls that wait for their turn',
    then: 'error -32000; 503 with Retry-After. Who has most calls waiting gives way to who has fewer',
  },
  queueWait: {
    default: 5_000,
    unit: 'milliseconds',
    least: 0,
    what: 'time that one call waits for its turn',
    then: 'error -32000; 503 with Retry-After',
  },
  rate: {
    default: undefined,
    unit: '{ calls, per: seconds }',
    least: 1,
    what: 'calls of one principal or session in a window of time',
    then: 'error -32000; 429 with Retry-After',
  },
  resultBytes: {
    default: mebibyte,
    unit: 'bytes',
    least: 1,
    what: 'one result',
    then: 'a result with `isError` that advises to ask for less',
  },
  bodyBytes: {
    default: mebibyte,
    unit: 'bytes',
    least: 1,
    what: 'body of one HTTP request',
    then: '413, and the connection is closed',
  },
  sessions: {
    default: 10_000,
    unit: 'sessions',
    least: 1,
    what: 'HTTP sessions at once',
    then: 'the session that was not used for longest gives way, if that was longer than `sessionGrace`; else `initialize` is answered 503',
  },
  sessionGrace: {
    default: minute,
    unit: 'milliseconds',
    least: 0,
    what: 'time without a request or an open stream, when there are as many `sessions` as there may be',
    then: 'the session may end for a new one; its id is answered 404',
  },
  sessionsPerCaller: {
    default: 1_000,
    unit: 'sessions',
    least: 1,
    what: 'HTTP sessions of one principal',
    then: 'its session that was not used for longest ends; when all are in use, `initialize` is answered 429',
  },
  sessionIdle: {
    default: 30 * minute,
    unit: 'milliseconds',
    least: 1,
    what: 'time without a request or an open stream',
    then: 'the session ends; its id is answered 404',
  },
  events: {
    default: 1_000,
    unit: 'events',
    least: 0,
    what: 'events that one session keeps for a client that comes back',
    then: 'the oldest are forgotten',
  },
  eventBytes: {
    default: mebibyte,
    unit: 'bytes',
    least: 0,
    what: 'events that one session keeps for a client that comes back',
    then: 'the oldest are forgotten',
  },
  headersTimeout: {
    default: 10_000,
    unit: 'milliseconds',
    least: 1,
    what: 'time to send the head of an HTTP request',
    then: '408, and the connection is closed',
  },
  requestTimeout: {
    default: 30_000,
    unit: 'milliseconds',
    least: 1,
    what: 'time to send a whole HTTP request',
    then: '408, and the connection is closed',
  },
  stallTimeout: {
    default: 30_000,
    unit: 'milliseconds',
    least: 1,
    what: 'time without reading anything of what is being sent',
    then: 'the connection is closed',
  },
  connections: {
    default: 10_000,
    unit: 'connections',
    least: 1,
    what: 'connections at once (`serveHttp`)',
    then: 'further ones are closed at once',
  },
  answerTimeout: {
    default: 10 * minute,
    unit: 'milliseconds',
    least: 1,
    what: 'time to answer `elicit` and `sample`; it does not count as time of the tool',
    then: 'the question fails in the method',
    also: '`answerTimeout` of the server',
  },
  drain: {
    default: 10_000,
    unit: 'milliseconds',
    least: 0,
    what: 'time for running calls when the server is told to stop; new ones are refused',
    then: 'the calls that still run are aborted and answered',
  },
};

/** Timers of JavaScript take no more. */
const longestTime = 2 ** 31 - 1;
const longestWindow = 86_400;

const names = Object.keys(limitTable) as (keyof ServerLimits)[];

/**
 * The limits in force: those given, and the defaults for the rest. What is `undefined` counts as not given.
 * @throws ToolError INVALID_DEFINITION for a name that is no limit, or a value that cannot be one
 */
export function resolveLimits(given: Partial<ServerLimits> = {}): Readonly<ServerLimits> {
  if (typeof given !== 'object' || given === null)
    throw new ToolError('INVALID_DEFINITION', `limits must be an object, not ${preview(given)}.`);
  for (const [name, value] of Object.entries(given)) if (value !== undefined) check(name, value);
  return Object.freeze(Object.fromEntries(names.map((name) => [name, given[name] ?? limitTable[name].default]))) as unknown as ServerLimits;
}

function check(name: string, value: unknown): void {
  const known = names.find((one) => one === name);
  if (known === undefined) throw unknownLimit(name);
  const wanted = known === 'rate' ? misfitOfRate(value) : misfitOfNumber(value, limitTable[known]);
  if (wanted !== undefined) throw new ToolError('INVALID_DEFINITION', `limits.${name} must be ${wanted}, not ${preview(value)}.`);
}

function unknownLimit(name: string): ToolError {
  const meant = nearest(name, names);
  const hint = meant === undefined ? `the limits are ${names.join(', ')}` : `did you mean '${meant}'?`;
  return new ToolError('INVALID_DEFINITION', `There is no limit '${name}'; ${hint}`);
}

/** @returns what a value would have to be; undefined when it is that */
function misfitOfNumber(value: unknown, { unit, least }: Readonly<LimitEntry>): string | undefined {
  const most = unit === 'milliseconds' ? longestTime : Number.MAX_SAFE_INTEGER;
  const fits = value === Infinity || (Number.isInteger(value) && (value as number) >= least && (value as number) <= most);
  return fits ? undefined : `a whole number of ${unit} from ${least} to ${most}, or Infinity`;
}

function misfitOfRate(value: unknown): string | undefined {
  const { calls, per, ...more } = ((typeof value === 'object' ? value : undefined) as Partial<Rate>) ?? {};
  const isRate = Object.keys(more).length === 0;
  const fits = isRate && Number.isSafeInteger(calls) && Number(calls) >= 1 && typeof per === 'number' && per > 0 && per <= longestWindow;
  return fits ? undefined : `{ calls: a whole number from 1, per: seconds up to ${longestWindow} }`;
}
