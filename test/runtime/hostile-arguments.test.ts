/** Sizes and shapes that a hostile or confused caller sends: refused (or judged) before they cost anything. The bound of 50 ms is the issue's own. */
import assert from 'node:assert/strict';
import { ArrayUnique, IsString } from 'class-validator';
import { type ContractSchema, tool, Tool, ToolRegistry } from '../../src/index.js';
import { leastTime } from '../least-time.js';
import { contract, manifestOf, object, payloadOf } from './support.js';

class Tags {
  @IsString({ each: true }) @ArrayUnique() tags!: string[];
}
class Service {
  @tool() tags(value: Tags): number {
    return value.tags.length;
  }
}

const tags: ContractSchema = { 'x-class': 'Tags', ...object({ tags: { type: 'array', items: { type: 'string' } } }) };
const manifest = manifestOf(Service, { tags: contract([payloadOf(tags)]) }, { types: { Tags } });
const handler = (): string => 'ran';
const recursive = {
  type: 'object',
  properties: { next: { $ref: '#' }, a: { type: 'string', pattern: '^(a+)+$' } },
  additionalProperties: false,
} as const;
const registry = new ToolRegistry({ manifest }).register([
  new Service(),
  new Tool({ name: 'open', inputSchema: { type: 'object' }, handler }),
  new Tool({
    name: 'closed',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    handler,
  }),
  new Tool({ name: 'recursive', inputSchema: recursive, handler }),
  new Tool({ name: 'imported', imported: true, inputSchema: recursive, handler }),
]);

const levels = 100_000;
const nestedText = `${'{"next":'.repeat(levels)}{}${'}'.repeat(levels)}`;
const nestedObject = (): object => {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { next: value };
  return value;
};
const manyKeys = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, index]));
const different = Array.from({ length: 50_000 }, (_, index) => `s${index}`);
const equalAtTheEnd = [...different.slice(1), 's7'];

const cases: [string, string, unknown, boolean][] = [
  ['100,000 levels, as text', 'open', nestedText, false],
  ['100,000 levels, as an object', 'open', nestedObject(), false],
  ['100,000 levels where the schema is recursive', 'recursive', nestedObject(), false],
  ['100,000 levels of an imported recursive schema', 'imported', nestedObject(), false],
  ['100,000 levels of arrays, as text', 'open', '['.repeat(levels) + ']'.repeat(levels), false],
  ['200,000 unknown keys', 'closed', manyKeys, false],
  ['200,000 unknown keys, as text', 'closed', JSON.stringify(manyKeys), false],
  ['200,000 keys where any may be sent', 'open', manyKeys, false],
  ['200,000 unknown keys of a class', 'tags', manyKeys, false],
  ['50,000 different texts', 'tags', { tags: different }, true],
  ['50,000 texts, two of them equal', 'tags', { tags: equalAtTheEnd }, false],
  ['a text that backtracks', 'imported', { a: `${'a'.repeat(5000)}b` }, false],
  ['a text of 10 MB', 'closed', { a: 'x'.repeat(10_000_000) }, false],
  ['an open string of 1 MB', 'closed', `{"a":"${'x'.repeat(1_000_000)}`, false],
];

describe('hostile arguments', () => {
  for (const [name, toolName, args, isAccepted] of cases) {
    it(`${name}: ${isAccepted ? 'accepted' : 'refused'} in under 50 ms`, async () => {
      const result = await registry.call({ name: toolName, args: args as string });
      assert.equal(!result.isError, isAccepted, result.error?.message);
      if (!isAccepted) assert.equal(result.error?.code, 'INVALID_ARGUMENTS');
      assert.ok((result.error?.message.length ?? 0) < 5000, 'the message is short');
      const took = await leastTime(() => registry.call({ name: toolName, args: args as string }), 50);
      // To list so many keys once takes V8 most of that time, and on a busy machine more; nothing tells their number otherwise.
      const listing = args === manyKeys ? await leastTime(() => Object.keys(manyKeys)) : 0;
      assert.ok(took < Math.max(50, listing * 1.5), `took ${took.toFixed(1)} ms, listing the keys ${listing.toFixed(1)} ms`);
    });
  }
});
