/** The kinds of values that settings have: how each is written on the command line, and what it must be. */
import { nearest, preview } from '../../schema/words.js';

/** One kind of value. */
export interface Kind {
  /** What stands for the value in help; absent for a flag without one. */
  argument?: string;
  /** Whether a flag may be given several times. */
  isList?: boolean;
  /** What a flag or a variable says, as a value to be checked. */
  fromText(text: string): unknown;
  /** @returns what the value would have to be; undefined when it is that */
  misfit(value: unknown): string | undefined;
}

/** Values that a setting is limited to. */
export type Choices = readonly string[];

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Only what is plainly a number: `1e3` and `0x10` are more likely mistakes. */
const number = (text: string): unknown => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text === 'Infinity' ? Infinity : text);

const isUrl = (value: unknown): boolean => isText(value) && /^https?:/.test(value) && URL.canParse(value);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const keyMembers = ['subject', 'key', 'scopes'];

const isKeys = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isRecord(one) &&
      Object.keys(one).every((name) => keyMembers.includes(name)) &&
      isText(one['subject']) &&
      isText(one['key']) &&
      (one['scopes'] === undefined || listOf('').misfit(one['scopes']) === undefined),
  );

const switches: Readonly<Record<string, boolean>> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};

const text: Kind = { argument: 'TEXT', fromText: (given) => given, misfit: (value) => (isText(value) ? undefined : 'a text') };

/** A whole number from `least` to `most`. */
const whole = (argument: string, least: number, most: number): Kind => ({
  argument,
  fromText: number,
  misfit: (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
});

const listOf = (argument: string): Kind => ({
  argument,
  isList: true,
  fromText: (given) =>
    given
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  misfit: (value) => (Array.isArray(value) && value.every(isText) ? undefined : 'a list of texts'),
});

const kindTable = {
  text,
  name: { ...text, argument: 'NAME' },
  url: { ...text, argument: 'URL', misfit: (value) => (isUrl(value) ? undefined : 'an http: or https: URL') },
  path: {
    ...text,
    argument: 'PATH',
    misfit: (value) => (isText(value) && /^\/[^\s?#]*$/.test(value) ? undefined : 'a path that begins with /'),
  },
  /** A text that must not be seen; `env:NAME` and `file:PATH` say where it is. */
  secret: { ...text, argument: 'env:NAME|file:PATH' },
  switch: {
    fromText: switchFromText,
    misfit: (value) => (typeof value === 'boolean' ? undefined : 'true or false'),
  },
  port: whole('PORT', 0, 65_535),
  /** `true`, or an object of options that only the configuration file can give. */
  sessions: {
    fromText: switchFromText,
    misfit: (value) => (typeof value === 'boolean' || isRecord(value) ? undefined : 'true, false or an object of options'),
  },
  time: whole('MS', 0, 2 ** 31 - 1),
  count: whole('N', 1, Number.MAX_SAFE_INTEGER),
  names: listOf('NAME'),
  origins: listOf('ORIGIN'),
  urls: {
    ...listOf('URL'),
    misfit: (value) => (Array.isArray(value) && value.every(isUrl) ? undefined : 'a list of http: or https: URLs'),
  },
  files: listOf('FILE'),
  /** Checked by the table of limits itself. */
  limit: { argument: 'MS', fromText: limitFromText, misfit: () => undefined },
  /** What only a module can say, such as a function. */
  function: { fromText: () => undefined, misfit: (value) => (typeof value === 'function' ? undefined : 'a function') },
  object: { fromText: () => undefined, misfit: (value) => (isRecord(value) ? undefined : 'an object') },
  /** Keys that were given out; the key of each is a secret. */
  keys: { fromText: () => undefined, misfit: (value) => (isKeys(value) ? undefined : 'a list of { subject, key, scopes? }') },
  icons: {
    fromText: () => undefined,
    misfit: (value) =>
      Array.isArray(value) && value.every((one: { src?: unknown } | null) => isText(one?.src)) ? undefined : 'a list of { src, … }',
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kindTable;

/** The table. */
export const kinds: Readonly<Record<KindName, Kind>> = kindTable;

function switchFromText(given: string): unknown {
  return switches[given.toLowerCase()] ?? given;
}

/** `100/60` is a rate: calls in so many seconds. */
function limitFromText(given: string): unknown {
  const rate = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(given);
  return rate ? { calls: Number(rate[1]), per: Number(rate[2]) } : number(given);
}

/** @returns why the value does not fit, in words that follow the setting's name; undefined when it fits */
export function misfitOf(kind: KindName, choices: Choices | undefined, value: unknown): string | undefined {
  const isHidden = kind === 'secret' || kind === 'keys';
  const foreign = choices && [value].flat().find((one) => !(typeof one === 'string' && choices.includes(one)));
  if (choices && foreign !== undefined) {
    const close = typeof foreign === 'string' ? nearest(foreign, choices) : undefined;
    return `must be ${choices.join(' or ')}, not ${preview(foreign)}${close ? `; did you mean '${close}'?` : ''}`;
  }
  const wanted = kinds[kind].misfit(value);
  return wanted === undefined ? undefined : `must be ${wanted}${isHidden ? '' : `, not ${preview(value)}`}`;
}
