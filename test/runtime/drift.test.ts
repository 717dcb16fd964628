/** [B38] One contract: for generated schemas and values, an independent Ajv on the published schema and the registry give one verdict. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { type ContractSchema, tool, ToolRegistry } from '../../src/index.js';
import { contract, manifestOf, object, payloadOf, property } from './support.js';

class Plain {
  a?: unknown;
}

const leaves: ContractSchema[] = [
  {},
  { type: 'string' },
  { type: 'integer' },
  { type: ['number', 'null'] },
  { const: 1 },
  { enum: ['a', 1, null] },
  { type: 'string', minLength: 2 },
  { type: 'number', exclusiveMaximum: 2 },
  { type: 'string', pattern: '^(a+)+b?$' },
  { type: 'string', format: 'date-time', 'x-as': 'Date' },
  { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' },
  { type: 'array', uniqueItems: true, items: { type: 'number' }, 'x-as': 'Set' },
  { type: 'object', additionalProperties: { type: 'number' }, 'x-as': 'Map' },
  { type: 'number', default: 3 },
  { $ref: '#/$defs/Node' },
];
const recursive: ContractSchema = object({ next: { $ref: '#/$defs/Node' }, a: { type: 'string' } }, { required: [], 'x-class': 'Plain' });
const keys = fc.constantFrom('a', 'b', 'kind', 'constructor', 'a b');

const { schema: schemas } = fc.letrec<{ schema: ContractSchema }>((tie) => {
  const sub = tie('schema');
  const keyword = fc.constantFrom('anyOf', 'oneOf');
  const kind = (name: string, a: ContractSchema): ContractSchema => object({ kind: { const: name }, a }, { required: ['kind'] });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(...leaves),
      fc.tuple(sub, fc.boolean()).map(([items, uniqueItems]) => ({ type: 'array', items, uniqueItems })),
      fc.tuple(sub, sub).map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
      fc
        .record({
          properties: fc.dictionary(keys, sub, { maxKeys: 3 }),
          required: fc.array(keys, { maxLength: 1 }),
          additionalProperties: fc.boolean(),
          mark: fc.constantFrom({}, { 'x-class': 'Plain' }),
        })
        .map(({ properties, mark, ...rest }) => ({ type: 'object', properties: { ...properties }, ...rest, ...mark })),
      fc.tuple(keyword, fc.array(sub, { minLength: 1, maxLength: 3 })).map(([name, branches]) => ({ [name]: branches })),
      fc.tuple(keyword, sub, sub).map(([name, one, other]) => ({ [name]: [kind('a', one), kind('b', other)] })),
      fc.tuple(sub, sub).map((allOf) => ({ allOf })),
      sub.map((not) => ({ not })),
    ),
  };
});

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>('a', 'aab', '', 0, 1, 2, 1.5, null, true, '12', '2024-01-01T00:00:00Z'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'next', 'constructor', 'unknown'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

/** Two tools of one schema: as one argument, and as the whole payload. */
function registryOf(schema: ContractSchema): ToolRegistry {
  class Service {
    @tool() argument(_a: unknown): number {
      return 1;
    }
    @tool() payload(_all: unknown): number {
      return 1;
    }
  }
  const whole = schema.type === 'object' && schema['x-as'] === undefined ? schema : object({ a: schema }, { required: [] });
  const methods = { argument: contract([property('a', schema, { required: false })]), payload: contract([payloadOf(whole)]) };
  return new ToolRegistry({ manifest: manifestOf(Service, methods, { types: { Plain }, $defs: { Node: recursive } }) }).register(
    new Service(),
  );
}

describe('no drift', () => {
  it('[B38] the registry accepts exactly what the published schema accepts, and changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        schemas,
        fc.array(fc.oneof(fc.record({ a: values }), fc.dictionary(keys, values, { maxKeys: 3, noNullPrototype: true })), {
          minLength: 8,
          maxLength: 8,
        }),
        async (schema, inputs) => {
          for (const published of registryOf(schema).list()) {
            const independent = new Ajv2020({ strict: false, ownProperties: true });
            (addFormats as unknown as (ajv: Ajv2020) => void)(independent);
            const validate = independent.compile(published.inputSchema);
            const registry = new ToolRegistry().register(published);
            for (const args of inputs) {
              const before = JSON.stringify(args);
              const { isError, error } = await registry.call({ name: published.name, args }, { repair: false });
              const told = `${published.name} ${JSON.stringify(published.inputSchema)} ${before}: ${error?.message}`;
              assert.equal(!isError, validate(args), told);
              assert.equal(JSON.stringify(args), before, 'the caller keeps its object');
              if (isError) assert.doesNotMatch(error?.message ?? '', /undefined|x-branch|\[object/, told);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
