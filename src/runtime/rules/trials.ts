/** Values on which a custom rule that bears a built-in rule's name and words gives itself away, before the schema may speak for it. */
import { type JsonType, ruleTable } from './table/index.js';

/** Those of the types that the rule lets through, the only ones that the schema leaves to it; the same for the same rule at each start. */
export function trialsOf(decorator: string, args: readonly unknown[]): unknown[] {
  const narrowing = ruleTable[decorator]?.narrow?.(args) ?? {};
  const constants = constantsIn(args);
  const limits = constants.filter((value) => typeof value === 'number');
  const draw = drawer(`${decorator} ${constants.map(String).join()}`);
  const values = [...(narrowing.values ?? []), ...constants];
  const types: readonly JsonType[] = narrowing.types ?? (narrowing.values ? [] : ['number', 'string', 'array', 'object', 'boolean']);
  return [
    ...values.flatMap(around),
    ...(types.includes('number') || types.includes('integer') ? numbers(limits, draw) : []),
    ...(types.includes('string') ? texts(constants, limits, draw) : []),
    ...(types.includes('array') ? arrays(limits, values, draw) : []),
    ...(types.includes('object') ? objects(draw) : []),
    ...(types.includes('boolean') ? [true, false] : []),
  ];
}

/** Numbers and texts in a rule's arguments, also in lists and enums. */
function constantsIn(args: readonly unknown[]): (string | number)[] {
  return args.flatMap((argument): (string | number)[] => {
    if (typeof argument === 'string' || typeof argument === 'number') return [argument];
    if (argument instanceof RegExp) return [argument.source];
    return typeof argument === 'object' && argument !== null
      ? Object.values(argument).filter((value) => typeof value === 'string' || typeof value === 'number')
      : [];
  });
}

/** Gives numbers from 0 up to `below`: seeded, so that a verdict does not change from one start to the next. */
type Draw = (below: number) => number;

function drawer(seed: string): Draw {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return (below) => {
    // The generator "mulberry32".
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const list = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

function around(value: unknown): unknown[] {
  if (typeof value === 'number') return [value, value - 1, value + 1, value - 0.5, value + 0.5, -value, String(value)];
  return typeof value === 'string' ? [value, value.toUpperCase(), value.toLowerCase(), ` ${value}`, `${value}a`, value.slice(1)] : [value];
}

/** Every small whole number, the powers of 2 and 10 with their neighbours, and some of any size. */
function numbers(limits: readonly number[], draw: Draw): unknown[] {
  const powers = [...list(54, (exponent) => 2 ** exponent), ...list(22, (exponent) => 10 ** exponent)];
  return [
    ...list(1151, (index) => index - 126),
    ...powers.flatMap((power) => [power - 1, power, power + 1, -power]),
    ...list(64, () => draw(2 ** 32) - 2 ** 31),
    ...list(64, () => (draw(2 ** 32) - 2 ** 31) / 1000),
    ...limits.flatMap((limit) => list(16, () => limit + draw(64) - 32)),
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    1e-7,
    0.1 + 0.2,
  ];
}

const alphabets = ['abcdefghijklmnopqrstuvwxyz', '0123456789', '0123456789abcdefABCDEF', 'aB3 -_.:@/+#=%', 'éßжΩ漢😀\n\t'].map(
  (letters) => [...letters],
);

const text = (length: number, draw: Draw): string => {
  const letters = alphabets[draw(alphabets.length)] ?? [];
  return list(length, () => letters[draw(letters.length)]).join('');
};

/** Words of every length that may matter, common ones, and those that a list of blocked words holds most often. */
function texts(constants: readonly (string | number)[], limits: readonly number[], draw: Draw): unknown[] {
  const lengths = [
    ...list(24, (index) => index),
    ...limits.filter((limit) => limit >= 0 && limit < 4096).flatMap((limit) => [limit - 1, limit, limit + 1]),
  ];
  const words = constants.flatMap((constant) => list(8, () => `${text(draw(6), draw)}${constant}${text(draw(6), draw)}`));
  return [
    ...lengths.filter((length) => length >= 0).flatMap((length) => list(6, () => text(Math.floor(length), draw))),
    ...words,
    ...commonWords,
    ...commonWords.map((word) => word.toUpperCase()),
  ];
}

const commonWords = [
  'admin,root,system,user,test,guest,null,undefined,true,false,none,default,password,secret,example,foo,bar,hello,world,a b',
  "http://a.example/,a@b.example,2024-05-17,12:30,1.5,-1,1e5,<script>,#1e90ff,/etc/passwd,../..,' OR 1=1 --,__proto__",
  'f47ac10b-58cc-4372-a567-0e02b2c3d479,507f1f77bcf86cd799439011',
]
  .join()
  .split(',');

function arrays(limits: readonly number[], values: readonly unknown[], draw: Draw): unknown[] {
  const lengths = [
    0,
    1,
    2,
    3,
    5,
    8,
    ...limits.filter((limit) => limit >= 0 && limit < 4096).flatMap((limit) => [limit - 1, limit, limit + 1]),
  ];
  const item = (): unknown => {
    const any = [draw(10), text(draw(4), draw), null, draw(2) === 1, {}, values[draw(values.length + 1)]];
    return any[draw(any.length)];
  };
  return lengths
    .filter((length) => length >= 0)
    .flatMap((length) => [list(Math.floor(length), item), list(Math.floor(length), (index) => index), list(Math.floor(length), String)]);
}

const objects = (draw: Draw): unknown[] =>
  list(24, (size) => Object.fromEntries(list(size % 6, () => [text(1 + draw(5), draw), draw(9) || null])));
