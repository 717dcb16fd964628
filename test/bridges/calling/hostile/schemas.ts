/** Schemas as tools of many makers have them, and some that nobody should: what zod, pydantic, OpenAPI and people write. */

type Json = Record<string, unknown>;

const text = { type: 'string' };
const object = (properties: Json, required: readonly string[] = [], more: Json = {}): Json => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  ...more,
});

/** `z.email()` of zod 4. */
const zodEmail = "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

/** Patterns that JavaScript, Python or Rust cannot compile, or read in another way. */
export const oddPatterns = [
  zodEmail,
  '(?i)abc',
  '\\p{L}+',
  '[\\p{Cc}]',
  '(?<year>\\d{4})',
  '(?P<a>b)',
  '\\u{1F600}',
  '\\z',
  '\\A\\Z',
  '\\cA',
  '\\x4',
  '[',
  '[^]',
  '[a-\\d]',
  'a++',
  'x{2}{3}',
  '(a)\\1',
  '(?>a)',
  '[[:alpha:]]',
  '(?#c)',
];

/** Patterns that all of them read alike. */
export const plainPatterns = [
  '^\\d{4}-\\d{2}$',
  '^[\\w.-]+@[\\w.-]+$',
  '^#?[0-9a-f]{6}$',
  '^https?:\\/\\/',
  '^(a|b)*?$',
  '[\\]\\\\]',
  'a{2,}',
];

const pet = {
  Cat: object({ pet_type: { const: 'cat', title: 'Pet Type', type: 'string' }, meows: { type: 'integer' } }, ['pet_type', 'meows']),
  Dog: object({ pet_type: { enum: ['dog', 'puppy'], type: 'string' }, barks: { type: 'number' } }, ['pet_type', 'barks']),
};

const jsonValue = {
  anyOf: [
    text,
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
    { type: 'array', items: { $ref: '#/definitions/Json' } },
    { type: 'object', additionalProperties: { $ref: '#/definitions/Json' } },
  ],
};

const deep = (levels: number): Json => (levels === 0 ? text : object({ inner: deep(levels - 1) }, ['inner']));

/** By name. */
export const schemas: Readonly<Record<string, Json>> = {
  zod4: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...object(
      {
        email: { type: 'string', format: 'email', pattern: zodEmail },
        meta: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
        tuple: { type: 'array', prefixItems: [text, { type: 'number' }], items: { type: 'boolean' } },
        age: { type: 'integer', exclusiveMinimum: 0, maximum: 9007199254740991 },
        never: { not: {} },
        any: {},
        literals: { enum: ['a', 1, null] },
      },
      ['email', 'meta', 'any'],
      { additionalProperties: false },
    ),
  },
  zod3: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...object({
      optional: { anyOf: [{ not: {} }, text] },
      pair: { type: 'array', minItems: 2, maxItems: 2, items: [text, { $ref: '#/properties/pair/items/0' }] },
      both: { allOf: [object({ x: text }, ['x']), object({ y: text }, ['y'])], unevaluatedProperties: false },
      date: {
        anyOf: [
          { type: 'string', format: 'date-time' },
          { type: 'integer', format: 'unix-time' },
        ],
      },
      native: { type: ['string', 'number'], enum: ['a', 'b', 0, 1] },
    }),
  },
  pydantic: {
    $defs: {
      ...pet,
      Node: object({ value: text, children: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Node' } }, { type: 'null' }] } }, ['value']),
    },
    ...object(
      {
        pet: {
          discriminator: { mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' }, propertyName: 'pet_type' },
          oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
        },
        tree: { $ref: '#/$defs/Node', description: 'A tree' },
        decimal: { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' }] },
        literal: { enum: ['a', 1, true, null] },
        map: { type: 'object', additionalProperties: { type: 'integer' } },
        network: { type: 'string', format: 'ipv4network' },
      },
      ['pet', 'tree'],
    ),
  },
  odata: object(
    { $filter: text, '@odata.type': text, 'filter[id]': text, 'a.b': text, '': text, 'x y': text, ['k'.repeat(80)]: text, 日本: text },
    ['$filter'],
  ),
  odataWithin: object(
    { o: object({ '@odata.type': { const: '#user' }, list: { type: 'array', items: object({ 'r s': text, r_s: text }, ['r s']) } }) },
    ['o'],
  ),
  keywordNames: object(
    { type: text, properties: object({ type: text }), required: { type: 'boolean' }, $ref: text, enum: text, anyOf: text },
    ['type'],
  ),
  prototypes: JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"prototype":{"type":"integer"}}}}}',
  ) as Json,
  json: { ...object({ v: { $ref: '#/definitions/Json' } }, ['v']), definitions: { Json: jsonValue } },
  recursiveRoot: object({ name: text, child: { $ref: '#' }, list: { type: 'array', items: { $ref: '#' } } }, ['name']),
  selfReference: object({ a: { $ref: '#/properties/a' }, b: { anyOf: [{ $ref: '#/properties/b' }, text] }, c: { $ref: '#/$defs/c' } }, [], {
    $defs: { c: { $ref: '#/$defs/d' }, d: { allOf: [{ $ref: '#/$defs/c' }] } },
  }),
  rootUnion: { type: 'object', oneOf: [object({ id: text }, ['id']), object({ name: text, id: { type: 'integer' } }, ['name'])] },
  rootReference: { $ref: '#/definitions/Args', definitions: { Args: object({ q: text, sub: { $ref: '#/definitions/Args' } }, ['q']) } },
  conditions: {
    ...object(
      {
        kind: { enum: ['a', 'b'] },
        x: text,
        o: { ...object({ k: text }), if: { properties: { k: { pattern: '(?=a)' } } }, then: { required: ['k'] } },
      },
      ['kind'],
    ),
    if: { properties: { kind: { const: 'a' } } },
    then: { required: ['x'] },
    not: { required: ['x', 'o'] },
    dependentRequired: { x: ['o'] },
  },
  patterns: object(
    Object.fromEntries([...oddPatterns, ...plainPatterns].map((pattern, index) => [`p${index}`, { type: 'string', pattern }])),
  ),
  patternProperties: object({
    headers: { type: 'object', patternProperties: { '^x-': text, '^(.*)$': {}, '(?i)bad': text }, additionalProperties: false },
  }),
  malformed: {
    type: 'object',
    properties: { a: { type: 'file' }, b: { enum: null, items: null }, c: { type: [], required: true }, d: { $ref: 5 } },
    required: null,
  },
  draft4: object({
    n: { type: 'integer', minimum: 0, exclusiveMinimum: true },
    l: { type: 'array', items: [text], additionalItems: { type: 'number' } },
  }),
  enums: object({
    a: { enum: ['x', 1, 2.5, true, null, ''] },
    b: { const: { a: 1 } },
    c: { type: 'string', enum: [1, 2] },
    d: { const: null },
    e: { enum: [] },
  }),
  lists: object({
    a: { type: 'array' },
    b: { type: ['array', 'null'] },
    c: { anyOf: [{ type: 'array' }, text] },
    d: { type: 'array', prefixItems: [] },
  }),
  deep: deep(40),
  empty: {},
};
