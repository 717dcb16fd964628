import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolError } from '../../src/errors.js';
import { Tool } from '../../src/runtime/tool.js';
import { usualCopy } from '../../src/schema/usual.js';
import { compileSchema } from '../../src/schema/validator.js';
import type { JsonSchema } from '../../src/types.js';
import { anySchema, usualSchema } from './usual-schemas.js';

function assertFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  assert.ok(Object.isFrozen(value));
  for (const inner of Object.values(value)) assertFrozen(inner);
}

describe('Usual schemas', () => {
  it('are copied as they are, and frozen', () => {
    fc.assert(
      fc.property(usualSchema(), (given) => {
        const copy = usualCopy(given)?.schema;
        assert.deepEqual(copy, given);
        assertFrozen(copy);
        assert.equal(JSON.stringify(copy), JSON.stringify(given));
      }),
    );
  });

  it('are well-formed: what the full check refuses is never taken for usual', () => {
    fc.assert(
      fc.property(anySchema(), (given) => {
        if (usualCopy(given)) compileSchema(given, 'the schema');
      }),
      { numRuns: 2000 },
    );
  });

  const others: Record<string, unknown> = {
    'a union': { type: 'object', anyOf: [{ type: 'object' }] },
    'a list of types': { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    'a reference': { type: 'object', properties: { a: { $ref: '#' } } },
    'a mark of the build step': { type: 'object', properties: { a: { type: 'string', 'x-as': 'bigint' } } },
    'a keyword that nobody knows': { type: 'object', unknown: 1 },
    'a type that does not exist': { type: 'objekt' },
    'a negative length': { type: 'object', properties: { a: { type: 'string', minLength: -1 } } },
    'a pattern that is none': { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
    'a name that is required twice': { type: 'object', required: ['a', 'a'] },
    'a number among the required names': { type: 'object', required: [1] },
    'draft-07 tuples': { type: 'object', properties: { a: { type: 'array', items: [{}] } } },
    'a property named __proto__': JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    'an instance of a class': { type: 'object', properties: { a: new Date() } },
    'a value that is undefined': { type: 'object', description: undefined },
    'an inherited keyword': Object.create({ type: 'object' }),
  };
  for (const [what, schema] of Object.entries(others))
    it(`are not those with ${what}`, () => assert.equal(usualCopy(schema as object), undefined));

  it('end: a schema that contains itself, or shares its parts a thousand million times, is left to the full check', () => {
    const endless: JsonSchema = { type: 'object' };
    endless.properties = { a: endless };
    assert.equal(usualCopy(endless), undefined);
    let shared: JsonSchema = { type: 'string' };
    for (let level = 0; level < 20; level += 1) shared = { type: 'object', properties: { a: shared, b: shared, c: shared } };
    assert.equal(usualCopy(shared), undefined);
  });

  it('of a tool cannot change any more, whatever becomes of the one that was given', async () => {
    const inputSchema: JsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const tool = new Tool({ name: 'one', inputSchema, handler: () => 'done' });
    inputSchema.required = [];
    assert.deepEqual(tool.inputSchema.required, ['a']);
    assert.throws(() => Object.assign(tool.inputSchema, { required: [] }), TypeError);
    await assert.rejects(tool.invoke({}), (error) => error instanceof ToolError && error.code === 'INVALID_ARGUMENTS');
  });
});
