/** One row a mistake that models make: the schema of one argument, what was sent for it, and what the method gets. */
import type { ContractSchema, RepairKind } from '../../../src/types.js';

export interface Case {
  what: string;
  schema: ContractSchema;
  sent: unknown;
  /** What the method gets; `refused` when the call is refused, `absent` when the argument is left out. */
  gets: unknown;
  kinds?: RepairKind[];
  isRequired?: boolean;
}

export const refused = Symbol('refused');
export const absent = Symbol('absent');

const integer = { type: 'integer' };
const number = { type: 'number' };
const string = { type: 'string' };
const boolean = { type: 'boolean' };
const strings = { type: 'array', items: string };
const point = { type: 'object', properties: { x: number, y: number }, required: ['x', 'y'], additionalProperties: false };
const bigint = { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' } as const;
const shape: ContractSchema = {
  anyOf: [
    {
      type: 'object',
      properties: { kind: { const: 'circle' }, radius: number },
      required: ['kind', 'radius'],
      additionalProperties: false,
    },
    { type: 'object', properties: { kind: { const: 'square' }, side: number }, required: ['kind', 'side'], additionalProperties: false },
  ],
};

const same = (what: string, schema: ContractSchema, value: unknown): Case => ({ what, schema, sent: value, gets: value, kinds: [] });
const no = (what: string, schema: ContractSchema, sent: unknown, isRequired = false): Case => ({
  what,
  schema,
  sent,
  gets: refused,
  isRequired,
});
const becomes = (what: string, schema: ContractSchema, sent: unknown, gets: unknown, ...kinds: RepairKind[]): Case => ({
  what,
  schema,
  sent,
  gets,
  kinds,
  isRequired: gets !== absent,
});

const numbers: Case[] = [
  becomes('an integer as text', integer, '10', 10, 'number'),
  becomes('a negative integer as text', integer, '-7', -7, 'number'),
  becomes('a decimal as text', number, '0.25', 0.25, 'number'),
  becomes('zeros at the end lose nothing', number, '1.50', 1.5, 'number'),
  becomes("Python's float for an integer", integer, '1.0', 1, 'number'),
  becomes('an exponent', number, '1e3', 1000, 'number'),
  becomes('blanks around it', integer, ' 10\n', 10, 'number'),
  becomes('the largest safe integer', integer, '9007199254740991', 9007199254740991, 'number'),
  becomes('seventeen digits that a number holds', number, '0.30000000000000004', 0.30000000000000004, 'number'),
  no('a fraction for an integer', integer, '1.5'),
  no('an unsafe integer', integer, '12345678901234567890'),
  no('the first unsafe integer', integer, '9007199254740992'),
  no('an unsafe integer for a number', number, '1e21'),
  no('more digits than a number holds', number, '0.1234567890123456789'),
  no('beyond the largest number', number, '1e400'),
  no('below the smallest number', number, '1e-400'),
  no('hexadecimal', integer, '0x10'),
  no('underscores', integer, '1_000'),
  no('thousands separators', integer, '1,000'),
  no('leading zeros', integer, '00713'),
  no('a plus sign', integer, '+5'),
  no('negative zero', integer, '-0'),
  no('a bare dot', number, '.5'),
  no('a dot at the end', number, '5.'),
  no('Infinity', number, 'Infinity'),
  no('NaN', number, 'NaN'),
  no('a unit', integer, '10px'),
  no('a percent sign', number, '50%'),
  no('a word', integer, 'ten'),
  no('digits of another script', integer, '１０'),
  no('a boolean for a number', number, true),
  no('a number out of bounds stays refused', { ...integer, maximum: 5 }, '10'),
  same('text of digits for string or number', { type: ['string', 'number'] }, '007'),
  same('text of digits in a union with string', { anyOf: [number, string] }, '42'),
  same('text of digits for a string', string, '00713'),
  becomes('nullable by a list of types', { type: ['integer', 'null'] }, '3', 3, 'number'),
  becomes('nullable by a union', { anyOf: [integer, { type: 'null' }] }, '3', 3, 'number'),
  no('a number for a string', string, 713),
  no('a boolean for a string', string, true),
];

const words: Case[] = [
  becomes('true as text', boolean, 'true', true, 'boolean'),
  becomes('false as text', boolean, 'false', false, 'boolean'),
  becomes("Python's True", boolean, 'True', true, 'boolean'),
  becomes("Python's False", boolean, 'False', false, 'boolean'),
  no('yes', boolean, 'yes'),
  no('on', boolean, 'on'),
  no('1 for a boolean', boolean, 1),
  no('"1" for a boolean', boolean, '1'),
  no('"" for a required boolean', boolean, '', true),
  becomes('boolean or number', { type: ['boolean', 'number'] }, 'false', false, 'boolean'),
  becomes('null as text where null is allowed', { type: ['integer', 'null'] }, 'null', null, 'null'),
  becomes('null as text in a union', { anyOf: [strings, { type: 'null' }] }, 'null', null, 'null'),
  same('null as text where string is allowed', { type: ['string', 'null'] }, 'null'),
  no('null as text where null is not allowed', integer, 'null', true),
  becomes('null for an optional integer', integer, null, absent, 'null-dropped'),
  becomes('null for an optional string', string, null, absent, 'null-dropped'),
  becomes('null for an optional object', point, null, absent, 'null-dropped'),
  becomes('null for an optional array', strings, null, absent, 'null-dropped'),
  becomes('null for an optional enum', { enum: ['a', 'b'] }, null, absent, 'null-dropped'),
  becomes('null for an optional union', { anyOf: [string, integer] }, null, absent, 'null-dropped'),
  same('null where it is allowed', { type: ['string', 'null'] }, null),
  same('null where an enum has it', { enum: ['a', null] }, null),
  no('null for a required integer', integer, null, true),
  no('null for a required array is not wrapped', strings, null, true),
  no('null as an item is no absence', strings, ['a', null]),
  becomes('empty text for an optional integer', integer, '', absent, 'empty-dropped'),
  becomes('empty text for an optional enum', { type: 'string', enum: ['a', 'b'] }, '', absent, 'empty-dropped'),
  becomes('empty text for an optional e-mail address', { type: 'string', format: 'email' }, '', absent, 'empty-dropped'),
  becomes('empty text for an optional string of one character or more', { type: 'string', minLength: 1 }, '', absent, 'empty-dropped'),
  becomes('empty text for an optional array', strings, '', absent, 'empty-dropped'),
  same('empty text for a string', string, ''),
  no('empty text for a required integer', integer, '', true),
  no('empty text for a required array', strings, '', true),
];

const members: Case[] = [
  becomes('upper case', { type: 'string', enum: ['markdown', 'json'] }, 'MARKDOWN', 'markdown', 'enum-case'),
  becomes('blanks around a member', { enum: ['celsius', 'kelvin'] }, ' Celsius ', 'celsius', 'enum-case'),
  becomes('the case of a constant', { const: 'up' }, 'UP', 'up', 'enum-case'),
  same('a member as it is', { enum: ['A', 'a'] }, 'a'),
  no('two members that differ in case only', { enum: ['North', 'north'] }, 'NORTH', true),
  no('no member', { enum: ['markdown', 'json'] }, 'xml', true),
  no('a near member', { enum: ['markdown', 'json'] }, 'markdwn', true),
  becomes('[B24] a numeric member as text', { enum: [256, 512, 1024] }, '512', 512, 'number'),
  becomes('[B24] a numeric member as text, with its type', { type: 'integer', enum: [256, 512, 1024] }, '512', 512, 'number'),
  becomes('a numeric constant as text', { const: 1 }, '1', 1, 'number'),
  no('a number that is no member', { enum: [256, 512] }, '300', true),
  no("[B11] a numeric enum's member name", { enum: [1, 2] }, 'Up', true),
  becomes('true among members', { enum: [true, 'auto'] }, 'true', true, 'boolean'),
  no('a number for a member that is text', { enum: ['1', '2'] }, 1, true),
];

const structures: Case[] = [
  becomes('[M10] an array as JSON text', strings, '["a","b"]', ['a', 'b'], 'json'),
  becomes('an object as JSON text', point, '{"x":1,"y":2}', { x: 1, y: 2 }, 'json'),
  becomes('blanks around JSON text', point, ' {"x":1,"y":2}\n', { x: 1, y: 2 }, 'json'),
  becomes('JSON text twice encoded', point, JSON.stringify('{"x":1,"y":2}'), { x: 1, y: 2 }, 'json'),
  no('JSON text encoded three times', point, JSON.stringify(JSON.stringify('{"x":1,"y":2}'))),
  becomes('numbers as text in JSON text', point, '{"x":"1","y":2}', { x: 1, y: 2 }, 'json', 'number'),
  becomes('JSON text within an array', { type: 'array', items: point }, ['{"x":1,"y":2}'], [{ x: 1, y: 2 }], 'json'),
  becomes(
    'JSON text within JSON text',
    { type: 'object', properties: { p: point }, required: ['p'] },
    JSON.stringify({ p: '{"x":1,"y":2}' }),
    { p: { x: 1, y: 2 } },
    'json',
    'json',
  ),
  becomes("Python's list as text", strings, "['a', 'b']", ['a', 'b'], 'json'),
  becomes("Python's dict as text", { type: 'object', additionalProperties: boolean }, "{'a': True}", { a: true }, 'json'),
  same('JSON text for a string', string, '{"a":1}'),
  same('JSON text for string or object', { type: ['string', 'object'] }, '{"a":1}'),
  same('JSON text in a union with string', { anyOf: [point, string] }, '{"x":1,"y":2}'),
  no('truncated JSON text', point, '{"x":1,"y":2'),
  no('truncated JSON text for an array of strings', strings, '["a","b'),
  no('JSON text of another kind', point, '[1,2]'),
  no('[object Object] for an object', point, '[object Object]'),
  no('[object Object] for an array of strings', strings, '[object Object]'),
  no('two objects in one text', point, '{"x":1,"y":2}{"x":3,"y":4}'),
  no('JSON text with words around it', point, 'Here: {"x":1,"y":2}'),
  no('JSON text with an unsafe integer', { type: 'array', items: integer }, '[12345678901234567890]'),
  no('JSON text with an unsafe integer where anything goes', { type: 'array' }, '[12345678901234567890]'),
  no('JSON text nested without end', strings, `${'['.repeat(1000)}${']'.repeat(1000)}`),
  no('an unknown key in JSON text', point, '{"x":1,"y":2,"z":3}'),
  no('[M13] an object for a string', string, { name: 'app' }, true),
  no('an array for a string', string, ['a'], true),
  no('a Boolean for an object', point, true),
  becomes('[M14] one string for an array', strings, 'a', ['a'], 'wrap'),
  becomes('a text with commas is one string', strings, 'a, b', ['a, b'], 'wrap'),
  becomes('one object for an array', { type: 'array', items: point }, { x: 1, y: 2 }, [{ x: 1, y: 2 }], 'wrap'),
  becomes('one number as text for an array', { type: 'array', items: integer }, '5', [5], 'wrap', 'number'),
  becomes('one object as JSON text for an array', { type: 'array', items: point }, '{"x":1,"y":2}', [{ x: 1, y: 2 }], 'wrap', 'json'),
  becomes('one member in another case for an array', { type: 'array', items: { enum: ['a', 'b'] } }, 'A', ['a'], 'wrap', 'enum-case'),
  no('a scalar that does not fit the items', { type: 'array', items: integer }, 'x'),
  no('a scalar for an array of two or more', { ...strings, minItems: 2 }, 'a'),
  no('JSON text of an object is no string to wrap', strings, '{"a":1}'),
  no('a row for a table: which array is missing cannot be told', { type: 'array', items: strings }, ['a', 'b'], true),
  no('a scalar for a table', { type: 'array', items: strings }, 'a', true),
  no('an object with numbered keys for an array', strings, { 0: 'a' }, true),
  becomes('a set', { type: 'array', items: string, uniqueItems: true, 'x-as': 'Set' }, 'a', ['a'], 'wrap'),
];

const deeper: Case[] = [
  becomes('a tuple', { type: 'array', prefixItems: [integer, boolean], items: false }, ['1', 'true'], [1, true], 'number', 'boolean'),
  becomes(
    "draft-07's tuple",
    { type: 'array', items: [integer, string] as never, additionalItems: integer },
    ['1', '2', '3'],
    [1, '2', 3],
    'number',
    'number',
  ),
  becomes('a map', { type: 'object', additionalProperties: integer }, { a: '1', b: 2 }, { a: 1, b: 2 }, 'number'),
  no('null in a map is data', { type: 'object', additionalProperties: integer }, { a: null }),
  becomes(
    'a map by pattern',
    { type: 'object', patternProperties: { '^n_': integer }, additionalProperties: string },
    { n_a: '1', b: '1' },
    { n_a: 1, b: '1' },
    'number',
  ),
  becomes(
    'allOf',
    { allOf: [{ type: 'object', properties: { a: integer } }, { properties: { b: boolean } }] },
    { a: '1', b: 'true' },
    { a: 1, b: true },
    'number',
    'boolean',
  ),
  becomes(
    'a null in a nested object',
    { type: 'object', properties: { a: integer, b: string }, required: ['b'] },
    { a: null, b: 'x' },
    { b: 'x' },
    'null-dropped',
  ),
  no('an unknown key is not dropped', point, { x: '1', y: 2, z: 3 }),
  no('a prototype key is no key', point, JSON.parse('{"x":"1","y":2,"__proto__":{"z":1}}')),
  becomes('the branch that the tag names', shape, { kind: 'square', side: '2' }, { kind: 'square', side: 2 }, 'number'),
  becomes('a tag in another case', shape, { kind: 'Circle', radius: 1 }, { kind: 'circle', radius: 1 }, 'enum-case'),
  becomes('a tagged object as JSON text', shape, '{"kind":"circle","radius":"1"}', { kind: 'circle', radius: 1 }, 'json', 'number'),
  no('a tag that names nothing', shape, { kind: 'oval', radius: '1' }),
  same(
    'a branch that fits wins over one that could be mended',
    { anyOf: [{ type: 'object', properties: { a: integer } }, { type: 'object' }] },
    { a: '1' },
  ),
  becomes('the branch with fewer repairs', { anyOf: [{ type: 'array', items: integer }, integer] }, '5', 5, 'number'),
  becomes('the branch with fewer repairs, wherever it stands', { anyOf: [integer, { type: 'array', items: integer }] }, '5', 5, 'number'),
  becomes('of two branches with as many repairs the first', { anyOf: [{ const: 'a' }, { const: 'A ' }] }, 'a ', 'a', 'enum-case'),
  becomes('oneOf', { oneOf: [integer, boolean] }, 'true', true, 'boolean'),
  becomes(
    'a union of arrays',
    {
      anyOf: [
        { type: 'array', items: integer },
        { type: 'array', items: boolean },
      ],
    },
    ['true', 'false'],
    [true, false],
    'boolean',
    'boolean',
  ),
  becomes('a safe number for a bigint', bigint, 42, '42', 'bigint'),
  becomes('a negative number for a bigint', bigint, -42, '-42', 'bigint'),
  no('an unsafe number for a bigint', bigint, 2 ** 53, true),
  no('a fraction for a bigint', bigint, 1.5, true),
  becomes('bigints in an array', { type: 'array', items: bigint }, [1, '2'], ['1', '2'], 'bigint'),
  becomes('a bigint in a union', { anyOf: [bigint, { type: 'null' }] }, 7, '7', 'bigint'),
];

export const cases: readonly Case[] = [...numbers, ...words, ...members, ...structures, ...deeper];
