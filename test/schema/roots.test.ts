/** What a tool by hand takes as a schema, and how deep it may be. */
import assert from 'node:assert/strict';
import { Tool } from '../../src/index.js';
import { Preparation } from '../../src/runtime/arguments/preparation.js';
import { handlerSource } from '../../src/runtime/definition/handler-source.js';
import type { JsonSchema } from '../../src/types.js';

describe('the schemas of a tool by hand', () => {
  for (const imported of [true, false])
    for (const schema of [[], [{}], true, false, null, 'x', 5, () => ({})])
      it(`are objects, not ${JSON.stringify(schema) ?? typeof schema}${imported ? ', imported ones too' : ''}`, () => {
        const given = schema as unknown as JsonSchema;
        assert.throws(() => new Tool({ name: 't', imported, inputSchema: given }), {
          code: 'INVALID_DEFINITION',
          message: /'inputSchema' must be/,
        });
        // `null` is how some say that there is none.
        if (schema === null) assert.equal(new Tool({ name: 't', imported, outputSchema: null }).definition.outputSchema, undefined);
        else
          assert.throws(() => new Tool({ name: 't', imported, outputSchema: given }), {
            code: 'INVALID_DEFINITION',
            message: /'outputSchema' must be/,
          });
      });

  it('are those of an object, whatever a getter gives', () => {
    for (const imported of [true, false])
      assert.throws(() => new Tool({ name: 't', imported, inputSchema: { type: 'string' } }), { code: 'INVALID_DEFINITION' });
    const throwing = {
      get type(): string {
        throw new Error('a secret');
      },
    };
    assert.throws(() => new Tool({ name: 't', imported: true, inputSchema: throwing }), { code: 'INVALID_DEFINITION' });
  });

  const chainOf = (length: number, link: (target: JsonSchema) => JsonSchema): JsonSchema => {
    const $defs: Record<string, JsonSchema> = { [`d${length}`]: { type: 'number' } };
    for (let index = 0; index < length; index += 1) $defs[`d${index}`] = link({ $ref: `#/$defs/d${index + 1}` });
    return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
  };
  const links: Record<string, (target: JsonSchema) => JsonSchema> = {
    references: (target) => target,
    'alternatives of one': (target) => ({ anyOf: [target] }),
    'conjunctions of one': (target) => ({ allOf: [target] }),
    'alternatives of two': (target) => ({ oneOf: [{ type: 'null' }, target] }),
  };
  for (const [name, link] of Object.entries(links))
    it(`may be chains of ${name}; what is too deep is UNSUPPORTED_SCHEMA`, () => {
      for (const [imported, length] of [
        [true, 600],
        [true, 1000],
        [false, 5000],
      ] as const)
        for (const a of [1, '1', 'x']) {
          const source = handlerSource({ name: 't', imported, inputSchema: chainOf(length, link), handler: () => 'fine' });
          const prepare = (): unknown => new Preparation(source, source.plan(), 'none').prepare({ a }, source.settings, true);
          try {
            const { issues } = prepare() as { issues?: unknown };
            // Repair may give up where a check does not.
            if (a !== '1') assert.equal(issues === undefined, a === 1, `${length} ${a}`);
          } catch (error) {
            assert.equal((error as { code?: string }).code, 'UNSUPPORTED_SCHEMA', String((error as Error).stack).slice(0, 600));
          }
        }
    });

  it('of results may not be nested thousands of levels deep', () => {
    let outputSchema: JsonSchema = { type: 'number' };
    for (let level = 0; level < 20_000; level += 1) outputSchema = { anyOf: [outputSchema] };
    assert.throws(() => handlerSource({ name: 't', outputSchema }).plan(), { code: 'UNSUPPORTED_SCHEMA' });
  });
});
