/** The short way: whatever it accepts, the long way accepts with the same result; as source and as closures it is the same reader. */
import assert from 'node:assert/strict';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import fc from 'fast-check';
import { type ContractSchema, type Issue, tool } from '../../src/index.js';
import { Preparation, type Prepared } from '../../src/runtime/arguments/preparation.js';
import { sourcesOf } from '../../src/runtime/definition/items.js';
import { ManifestIndex } from '../../src/runtime/manifest-index.js';
import type { Backend } from '../../src/runtime/reader/index.js';
import { ShortWay } from '../../src/runtime/reader/short-way.js';
import { settingsOf } from '../../src/runtime/settings.js';
import { contract, manifestOf, object, payloadOf, property } from './support.js';

@ValidatorConstraint({ name: 'even' })
class Even {
  validate(value: unknown): boolean {
    return typeof value === 'number' && value % 2 === 0;
  }
  defaultMessage(): string {
    return '$property must be even';
  }
}

class Line {
  @IsString() @Length(2, 6) sku!: string;
  @IsInt() @Min(1) @Max(9) quantity!: number;
  @IsOptional() @Validate(Even) even?: number;
  note = 'none';
}

class Card {
  @Matches(/^[0-9]{4}$/) number!: string;
}

class Order {
  @IsEmail() email!: string;
  @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @IsIn(['cash', 'card']) kind!: string;
  @ValidateIf((order: Order) => order.kind === 'card') @ValidateNested() card?: Card;
  @IsOptional() @MinLength(2) comment?: string;
  @IsOptional() at?: Date;
}

class Node {
  @IsUUID() id!: string;
  children?: Node[];
}

const line: ContractSchema = {
  'x-class': 'Line',
  ...object(
    { sku: { type: 'string' }, quantity: { type: 'integer' }, even: { type: 'number' }, note: { type: 'string', default: 'none' } },
    { required: ['sku', 'quantity'] },
  ),
};
const card: ContractSchema = { 'x-class': 'Card', ...object({ number: { type: 'string' } }) };
const order: ContractSchema = {
  'x-class': 'Order',
  ...object(
    {
      email: { type: 'string' },
      lines: { type: 'array', items: line },
      kind: { type: 'string' },
      card,
      comment: { type: 'string' },
      at: { type: 'string', format: 'date-time', 'x-as': 'Date' },
    },
    { required: ['email', 'lines', 'kind'] },
  ),
};
const node: ContractSchema = {
  'x-class': 'Node',
  ...object({ id: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, { required: ['id'] }),
};
const types = { Line, Card, Order, Node };

/** One tool, prepared the short way as source, as closures, and the long way only. */
function preparations(schema: ContractSchema): Record<Backend, (value: unknown) => Prepared | Promise<Prepared>> {
  class Service {
    @tool() take(_payload: unknown): number {
      return 1;
    }
  }
  const whole = schema.type === 'object' && schema['x-as'] === undefined;
  const parameter = whole ? payloadOf(schema) : property('a', schema, { required: false });
  const manifest = manifestOf(Service, { take: contract([parameter]) }, { types, $defs: { Node: node } });
  const settings = settingsOf();
  const [source] = sourcesOf(new Service(), { index: new ManifestIndex([manifest]), settings, resolve: undefined, place: 'test' }).tools;
  assert.ok(source);
  const plan = source.plan();
  const of = (backend: Backend) => {
    const preparation = new Preparation(source, plan, backend);
    return (value: unknown) => preparation.prepare(value, settings, false);
  };
  return { source: of('source'), closures: of('closures'), none: of('none') };
}

function assertSame(schema: ContractSchema, values: readonly unknown[]): void {
  const ways = preparations(schema);
  for (const value of values) {
    const before = JSON.stringify(value);
    const long = ways.none(value) as Prepared;
    for (const backend of ['source', 'closures'] as const) {
      const short = ways[backend](value) as Prepared;
      const told = `${backend}: ${JSON.stringify(schema)} ${before}`;
      assert.deepStrictEqual(short.args, long.args, told);
      assert.deepStrictEqual(places(short.issues), places(long.issues), told);
      assert.equal(JSON.stringify(value), before, told);
    }
  }
}

const places = (issues: readonly Issue[] | undefined): unknown => issues && [...issues].map((issue) => JSON.stringify(issue)).sort();

const text = fc.constantFrom(
  '',
  'a',
  'ab',
  'abcdef',
  'abcdefg',
  '😀',
  '😀😀',
  '❤️',
  'a@b.co',
  '1234',
  'cash',
  'card',
  '2024-02-30T00:00:00Z',
  '2024-01-01T00:00:00Z',
  '00000000-0000-4000-8000-000000000000',
);
const scalar = fc.oneof(text, fc.constantFrom<unknown>(0, 1, 2, 9, 10, 1.5, -0, 1e21, true, false, null));
const junk = fc.oneof(
  { depthSize: 'small', maxDepth: 3 },
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'constructor', '__proto__', 'toString'), scalar, { maxKeys: 3, noNullPrototype: true }),
);

/** Mostly what is wanted, sometimes anything. */
const or = <T>(wanted: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: wanted }, { weight: 1, arbitrary: junk });
const fields = (shape: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.record(shape, { requiredKeys, noNullPrototype: true }),
      fc.option(fc.dictionary(fc.constantFrom('x', 'constructor', 'hasOwnProperty'), junk, { maxKeys: 1, noNullPrototype: true }), {
        freq: 9,
      }),
    )
    .map(([known, more]) => ({ ...known, ...more }));

const lineValue = fields(
  {
    sku: or(fc.constantFrom('ab', 'abcdef')),
    quantity: or(fc.integer({ min: 1, max: 9 })),
    even: or(fc.constantFrom(2, 4, 3)),
    note: or(text),
  },
  ['sku', 'quantity'],
);
const orderValue = fields(
  {
    email: or(fc.constant('a@b.co')),
    lines: or(fc.array(or(lineValue), { maxLength: 3 })),
    kind: or(fc.constantFrom('cash', 'card')),
    card: or(fields({ number: or(fc.constantFrom('1234', '12')) }, [])),
    comment: or(text),
    at: or(fc.constantFrom('2024-01-01T00:00:00Z', '2024-02-30T00:00:00Z')),
  },
  ['email', 'lines', 'kind'],
);
const { nodeValue } = fc.letrec<{ nodeValue: unknown }>((tie) => ({
  nodeValue: fields(
    {
      id: or(fc.constant('00000000-0000-4000-8000-000000000000')),
      children: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.constant([]), or(fc.array(tie('nodeValue'), { maxLength: 2 }))),
    },
    ['id'],
  ),
}));

describe('the short way', () => {
  const runs = process.env['TOOLMARK_LONG'] ? 20 : 1;

  for (const [name, schema, values] of [
    ['a line', line, lineValue],
    ['an order with conditions and nested classes', order, orderValue],
    ['a recursive class', node, nodeValue],
  ] as const) {
    it(`gives what the long way gives for ${name}`, () => {
      fc.assert(
        fc.property(fc.array(values, { minLength: 40, maxLength: 40 }), (list) => assertSame(schema, list)),
        { numRuns: 40 * runs },
      );
    });
  }

  it('gives what the long way gives for generated schemas', () => {
    fc.assert(
      fc.property(schemas, fc.array(fc.oneof(fc.record({ a: values }), values), { minLength: 30, maxLength: 30 }), (schema, list) =>
        assertSame(schema, list),
      ),
      { numRuns: 150 * runs },
    );
  });

  it('is asked for the items that fit where a long list is refused, and changes no word of the refusal', () => {
    const list: ContractSchema = object({ lines: { type: 'array', items: line } });
    fc.assert(
      fc.property(fc.array(lineValue, { minLength: 16, maxLength: 40 }), (lines) => assertSame(list, [{ lines }])),
      { numRuns: 200 * runs },
    );
  });

  it('is taken by what fits: by classes with rules, dates, conditions and recursion', () => {
    const uuid = '00000000-0000-4000-8000-000000000000';
    const good: [ContractSchema, unknown][] = [
      [line, { sku: 'ab', quantity: 1, even: 2 }],
      [order, { email: 'a@b.co', kind: 'card', card: { number: '1234' }, lines: [{ sku: 'ab', quantity: 1 }], at: '2024-01-01T00:00:00Z' }],
      [node, { id: uuid, children: [{ id: uuid, children: [] }] }],
    ];
    const { take } = ShortWay.prototype;
    for (const backend of ['source', 'closures', 'none'] as const) {
      let taken = 0;
      ShortWay.prototype.take = function (this: ShortWay, ...args: Parameters<typeof take>) {
        const outcome = take.apply(this, args);
        if (outcome !== undefined) taken += 1;
        return outcome;
      };
      try {
        for (const [schema, value] of good) assert.equal((preparations(schema)[backend](value) as Prepared).issues, undefined);
      } finally {
        ShortWay.prototype.take = take;
      }
      assert.equal(taken, backend === 'none' ? 0 : good.length, backend);
    }
  });

  it('runs custom validators once a call, accepted and refused', () => {
    let runsOfRule = 0;
    @ValidatorConstraint({ name: 'counted' })
    class Counted {
      validate(value: unknown): boolean {
        runsOfRule += 1;
        return value === 2;
      }
    }
    class Dto {
      @Validate(Counted) a!: number;
      @Validate(Even) b!: number;
    }
    Object.assign(types, { Dto });
    const schema: ContractSchema = { 'x-class': 'Dto', ...object({ a: { type: 'number' }, b: { type: 'number' } }) };
    for (const [value, isAccepted] of [
      [{ a: 2, b: 2 }, true],
      [{ a: 1, b: 2 }, false],
      [{ a: 2, b: 1 }, false],
      [{ a: 1, b: 1 }, false],
    ] as const) {
      for (const way of Object.values(preparations(schema))) {
        runsOfRule = 0;
        assert.equal((way(value) as Prepared).issues === undefined, isAccepted);
        assert.equal(runsOfRule, 1);
      }
    }
  });
});

const leaves: ContractSchema[] = [
  {},
  { type: 'string' },
  { type: 'integer' },
  { type: ['number', 'null'], minimum: 1 },
  { type: ['string', 'null'], maxLength: 1 },
  { const: 1 },
  { enum: ['a', 1, null] },
  { type: 'string', enum: ['a', 'ab', 5] },
  { type: 'string', minLength: 2, maxLength: 2 },
  { type: 'number', exclusiveMaximum: 2 },
  { type: 'integer', multipleOf: 3 },
  { type: 'string', pattern: '^(a+)+b?$' },
  { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }] },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'date-time', 'x-as': 'Date' },
  { type: ['string', 'null'], format: 'date-time', 'x-as': 'Date' },
  { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' },
  { type: 'array', uniqueItems: true, items: { type: 'number' }, 'x-as': 'Set' },
  { type: 'object', additionalProperties: { type: 'number' }, 'x-as': 'Map' },
  { type: 'object', additionalProperties: { type: 'string' } },
  { type: 'object', additionalProperties: true },
  { type: 'number', default: 3 },
  { type: 'array', items: { type: 'string' }, default: ['a'] },
  { $ref: '#/$defs/Node' },
  line,
  {
    anyOf: [
      { type: 'object', properties: { a: { default: 1 } } },
      { type: 'object', additionalProperties: true },
    ],
  },
  { anyOf: [{ type: 'string', 'x-as': 'URL' }, { type: 'string' }] },
  { anyOf: [{ type: 'string', format: 'date-time', 'x-as': 'Date' }, { type: 'string' }] },
  { anyOf: [{ type: 'integer', multipleOf: 2 }, { type: 'number' }] },
  { anyOf: [{ type: 'object', additionalProperties: { type: 'number' }, 'x-as': 'Map' }, { type: 'array' }, {}] },
];
const keys = fc.constantFrom('a', 'b', 'kind', 'constructor', 'a b', 'toString', '"quoted"');
const { schema: schemas } = fc.letrec<{ schema: ContractSchema }>((tie) => {
  const sub = tie('schema');
  const keyword = fc.constantFrom('anyOf', 'oneOf');
  const kind = (name: string | number, a: ContractSchema): ContractSchema => object({ kind: { const: name }, a }, { required: ['kind'] });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(...leaves),
      fc.tuple(sub, fc.boolean()).map(([items, uniqueItems]) => ({ type: 'array', items, uniqueItems })),
      fc.tuple(sub, sub).map((prefixItems) => ({ type: 'array', prefixItems, items: false, minItems: 1 })),
      fc
        .record({
          properties: fc.dictionary(keys, sub, { maxKeys: 3 }),
          required: fc.array(keys, { maxLength: 1 }),
          additionalProperties: fc.boolean(),
        })
        .map(({ properties, ...rest }) => ({ type: 'object', properties: { ...properties }, ...rest })),
      fc.tuple(keyword, fc.array(sub, { minLength: 1, maxLength: 3 })).map(([name, branches]) => ({ [name]: branches })),
      fc.tuple(keyword, sub, sub).map(([name, one, other]) => ({ [name]: [kind('a', one), kind(1, other)] })),
      sub.map((one) => ({ anyOf: [one, { type: 'null' }] })),
      sub.map((not) => ({ not })),
    ),
  };
});
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc.constantFrom<unknown>(
      '12',
      'nope',
      'https://a.example/',
      '2016-12-31T23:59:60Z',
      Object.assign(Object.create(null), { a: 1 }),
      { sku: 'ab', quantity: 2 },
      { kind: 'a', a: 1 },
      { kind: 1, a: 'a' },
      undefined,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'id', 'children', 'constructor', 'unknown', 'toString'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

describe('the source of a reader', () => {
  const canary = '__toolmark_canary__';
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(
        fc.constantFrom(
          '"',
          "'",
          '`',
          '\\',
          '\n',
          '\r',
          '\u2028',
          '\u2029',
          '*/',
          '//',
          '${',
          '}',
          ')',
          ';',
          '</script>',
          `globalThis.${canary}=1`,
          'return v',
          '\u0000',
          '\ud800',
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => parts.join('')),
  );

  it('holds nothing of a schema but as data, whatever its names, members, patterns and bounds are', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(hostile, { minLength: 2, maxLength: 4 }),
        hostile,
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (names, member, bound) => {
          const usable = names.filter((name) => !(name in Object.prototype));
          fc.pre(usable.length > 1);
          const [first = '', ...others] = usable;
          const properties: Record<string, ContractSchema> = { [first]: { enum: [member, 1] } };
          for (const name of others) properties[name] = { type: 'number', minimum: bound };
          const ways = preparations({ type: 'object', properties, required: [first], additionalProperties: false });
          for (const value of [{ [first]: member }, { [first]: `${member}x` }, Object.fromEntries(usable.map((name) => [name, bound]))]) {
            const [source, closures, long] = [ways.source(value), ways.closures(value), ways.none(value)] as Prepared[];
            assert.deepStrictEqual(source?.args, long?.args);
            assert.deepStrictEqual(closures?.args, long?.args);
          }
          const accepted = ways.source({ [first]: member }) as Prepared;
          assert.deepStrictEqual(accepted.args, { [first]: member });
          assert.equal(canary in globalThis, false);
        },
      ),
      { numRuns: 300 },
    );
  });
});
