/** Anthropic's budgets of a request, as rows DPT-155..171 say them: at each bound, and one over. */
import assert from 'node:assert/strict';
import { anthropic } from '../../../../src/bridges/anthropic.js';
import { bedrock } from '../../../../src/bridges/bedrock.js';
import { runTools } from '../../../../src/bridges/calling/index.js';
import { type JsonSchema, type ObjectSchema, Tool, ToolRegistry } from '../../../../src/index.js';
import { scriptedClient } from './clients.js';

type Properties = Record<string, JsonSchema>;

const many = (count: number, schema: JsonSchema, prefix = 'p'): Properties =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${String(index).padStart(2, '0')}`, schema]));
const closed = (properties: Properties, required: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
});
const allOf = (properties: Properties): ObjectSchema => closed(properties, Object.keys(properties));
const text: JsonSchema = { type: 'string' };
const union: JsonSchema = { type: ['string', 'integer'] };
const tool = (name: string, inputSchema: ObjectSchema): Tool => new Tool({ name, inputSchema, handler: () => 'ok' });

/** So many optional properties, and so many unions among the required ones. */
const sized = (name: string, optional: number, unions = 0): Tool => {
  const needed = many(unions, union, 'u');
  return tool(name, closed({ ...many(optional, text), ...needed }, Object.keys(needed)));
};

interface Sent {
  strict: string[];
  all: string[];
  warnings: string[];
}

/** What of a request is strict, with either API that has the budgets. */
const apis: Record<string, (tools: readonly Tool[], options?: object) => Sent> = {
  anthropic: (tools, options = {}) => {
    const warnings: string[] = [];
    const made = anthropic.toTools(tools, { ...options, onWarning: (text) => void warnings.push(text) }) as {
      name: string;
      strict?: true;
    }[];
    return { strict: made.flatMap(({ name, strict }) => (strict ? [name] : [])), all: made.map(({ name }) => name), warnings };
  },
  bedrock: (tools, options = {}) => {
    const warnings: string[] = [];
    const made = bedrock.toTools(tools, { strict: true, ...options, onWarning: (text) => void warnings.push(text) });
    const specs = made.flatMap(({ toolSpec }) => (toolSpec ? [toolSpec] : []));
    return { strict: specs.flatMap(({ name = '', strict }) => (strict ? [name] : [])), all: specs.map(({ name = '' }) => name), warnings };
  },
};

for (const [api, send] of Object.entries(apis)) {
  const strict = (...tools: Tool[]): string[] => send(tools).strict.sort();

  describe(`parity: the budgets of a request: ${api}`, () => {
    it('[DPT-156] 20 strict tools, not 21', () => {
      const tools = Array.from({ length: 21 }, (_, index) => sized(`t${String(index).padStart(2, '0')}`, 0));
      assert.equal(send(tools.slice(0, 20)).strict.length, 20);
      assert.deepEqual(send(tools.slice(0, 20)).warnings, []);
      assert.equal(send(tools).strict.length, 20);
      assert.deepEqual(
        send(tools).all.filter((name) => !send(tools).strict.includes(name)),
        ['t20'],
      );
    });

    it('[DPT-156] the response schema is no tool', () => {
      const tools = Array.from({ length: 20 }, (_, index) => sized(`t${index}`, 0));
      assert.equal(send(tools, { responseSchema: allOf({ a: text }) }).strict.length, 20);
    });

    it('[DPT-157] 24 optional properties, not 25, in all tools together', () => {
      assert.deepEqual(strict(sized('a', 24)), ['a']);
      assert.deepEqual(strict(sized('a', 12), sized('b', 12)), ['a', 'b']);
      assert.deepEqual(strict(sized('a', 12), sized('b', 13)), ['a']);
    });

    const nested: [string, ObjectSchema][] = [
      ['in an object', allOf({ o: closed(many(24, text)) })],
      ['in the items of an array', allOf({ o: { type: 'array', items: closed(many(24, text)) } })],
      ['in a branch of a union', allOf({ o: { anyOf: [text, closed(many(24, text))] } })],
      ['in a definition', { ...allOf({ o: { $ref: '#/$defs/D' } }), $defs: { D: closed(many(24, text)) } }],
    ];
    for (const [title, schema] of nested)
      it(`[DPT-157] nested ones count: ${title}`, () => {
        assert.deepEqual(strict(tool('a', schema), sized('b', 0)), ['a', 'b']);
        // The one that needs less comes first.
        assert.deepEqual(strict(tool('a', schema), sized('b', 1)), ['b']);
      });

    it('[DPT-158] 16 unions, not 17: lists of types, anyOf and oneOf', () => {
      assert.deepEqual(strict(sized('a', 0, 16)), ['a']);
      assert.deepEqual(strict(sized('a', 0, 17)), []);
      const either: JsonSchema = { anyOf: [text, { type: 'integer' }] };
      const one: JsonSchema = { oneOf: [text, { type: 'integer' }] };
      for (const schema of [either, one]) {
        assert.deepEqual(strict(tool('a', allOf(many(16, schema)))), ['a']);
        assert.deepEqual(strict(tool('a', allOf(many(17, schema)))), []);
        assert.deepEqual(strict(tool('a', allOf(many(8, schema))), sized('b', 0, 8)), ['a', 'b']);
        assert.deepEqual(strict(tool('a', allOf(many(9, schema))), sized('b', 0, 8)), ['b']);
      }
    });

    it('[DPT-159] what is written twice counts twice', () => {
      const half = closed(many(12, text));
      assert.deepEqual(strict(tool('a', allOf({ x: half, y: half }))), ['a']);
      assert.deepEqual(strict(tool('a', allOf({ x: half, y: half, z: half }))), []);
    });

    it('[DPT-162] the share of the response schema is taken first', () => {
      const responseSchema = closed({ ...many(20, text), ...many(15, union, 'u') }, Object.keys(many(15, union, 'u')));
      const given = (tools: Tool[]) => send(tools, { responseSchema }).strict.sort();
      assert.deepEqual(given([sized('a', 4)]), ['a']);
      assert.deepEqual(given([sized('a', 5)]), []);
      assert.deepEqual(given([sized('a', 4, 1)]), ['a']);
      assert.deepEqual(given([sized('a', 0, 2)]), []);
    });

    it('[DPT-164] another response schema may leave another set', () => {
      const tools = [sized('a', 10), sized('b', 14)];
      const sets = [undefined, closed(many(5, text)), closed(many(24, text)), undefined].map(
        (responseSchema) => send(tools, responseSchema && { responseSchema }).strict,
      );
      assert.deepEqual(sets, [['a', 'b'], ['a'], [], ['a', 'b']]);
    });

    it('[DPT-163] fewest optional properties, then fewest unions, then by name; the order of arrival is nothing', () => {
      const tools = [sized('e', 9), sized('Z', 8), sized('a', 8), sized('b', 7, 16), sized('c', 7, 1)];
      for (const some of [tools, [...tools].reverse(), [...tools.slice(2), ...tools.slice(0, 2)]])
        // c (7, 1), then b does not fit beside it, then Z (8) before a (8) by code units, and e does not fit any more.
        assert.deepEqual(send(some).strict.sort(), ['Z', 'a', 'c']);
      assert.deepEqual(strict(sized('x', 12), sized('y', 11), sized('w', 12)), ['w', 'y']);
    });

    it('[DPT-165] what does not fit is offered all the same, and one warning names all of it', () => {
      const { all, warnings, strict: chosen } = send([sized('d', 20), sized('c', 20), sized('b', 20), sized('a', 1)]);
      assert.deepEqual(
        [all, chosen],
        [
          ['d', 'c', 'b', 'a'],
          ['b', 'a'],
        ],
      );
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /'c', 'd'/);
      assert.doesNotMatch(warnings[0] ?? '', /'b'|'a'/);
    });

    it('[DPT-166] more than 24 optional properties are never strict, whatever else there is', () => {
      for (const options of [{}, { strictBudget: 'off' }]) assert.deepEqual(send([sized('a', 25)], options).strict, []);
    });

    it('[DPT-168] without budgets each tool is looked at alone', () => {
      const tools = Array.from({ length: 25 }, (_, index) => sized(`t${index}`, 24, 16));
      assert.equal(send([...tools, sized('wide', 25)], { strictBudget: 'off' }).strict.length, 25);
    });

    it('[DPT-169] strict off: none is, nothing counts and nobody is warned', () => {
      const tools = Array.from({ length: 30 }, (_, index) => sized(`t${index}`, 24, 16));
      assert.deepEqual(send(tools, { strict: false }), { strict: [], warnings: [], all: tools.map(({ name }) => name) });
      // One tool of the author's choice spends nothing either.
      const own = new Tool({ name: 'own', strict: false, inputSchema: closed(many(24, text)), handler: () => 'ok' });
      assert.deepEqual(strict(own, sized('a', 24)), ['a']);
    });
  });
}

describe('parity: the budgets of a request', () => {
  it("[DPT-155] strict is Anthropic's default, Bedrock's where it is asked for", () => {
    assert.deepEqual(apis['anthropic']?.([sized('a', 1)]).strict, ['a']);
    assert.deepEqual(apis['bedrock']?.([sized('a', 1)], { strict: undefined }).strict, []);
  });

  it('[DPT-156] [DPT-186] deferred tools count', () => {
    const tools = Array.from({ length: 22 }, (_, index) => sized(`t${String(index).padStart(2, '0')}`, 0));
    const made = anthropic.toTools(tools, { toolSearch: true, defer: tools.slice(2).map(({ name }) => name) }) as unknown as Record<
      string,
      unknown
    >[];
    assert.equal(made.filter(({ strict }) => strict).length, 20);
    assert.equal(made.filter(({ defer_loading }) => defer_loading).length, 20);
  });

  it('[DPT-159] [DPT-161] [DPT-171] counted as it is sent: a definition once, and what was folded or merged as it became', () => {
    const shared = { ...allOf({ a: { $ref: '#/$defs/D' }, b: { $ref: '#/$defs/D' } }), $defs: { D: closed(many(24, text)) } };
    const sent = anthropic.toTools([tool('a', shared)]) as unknown as { strict?: boolean; input_schema: object }[];
    assert.equal(sent[0]?.strict, true);
    assert.equal(JSON.stringify(sent[0].input_schema).split('"p00"').length, 2);
    // Bedrock is sent it written out, so it counts twice there.
    assert.deepEqual(apis['bedrock']?.([tool('a', shared)]).strict, []);
  });

  it('[DPT-160] a union of one branch, and a list of one type, count where they are sent', () => {
    const sizes = [{ anyOf: [text] }, { oneOf: [text] }, { type: ['string'] }].map((schema) => {
      const sent = anthropic.toTools([tool('a', allOf(many(17, schema)))]) as unknown as { strict?: boolean; input_schema: object }[];
      return [sent[0]?.strict === true, /"(?:anyOf|oneOf)":|"type":\[/.test(JSON.stringify(sent[0]?.input_schema))];
    });
    // Either it is counted, or it is not sent as a union.
    for (const [isStrict, isUnion] of sizes) assert.ok(!(isStrict && isUnion));
    const response = { type: 'object', properties: { a: { anyOf: [text] }, ...many(15, { type: ['string'] }) }, required: [] };
    const left = apis['anthropic']?.([sized('a', 0, 1)], { responseSchema: { ...response, required: Object.keys(response.properties) } });
    assert.deepEqual(left?.strict, []);
  });

  it('[DPT-163] [DPT-165] in a run: decided once, one warning, the same tools in every request', async () => {
    const { client, requests } = scriptedClient('anthropic', [
      [{ id: 'c1', name: 'b', args: {} }],
      [{ id: 'c2', name: 'b', args: {} }],
      'done',
    ]);
    const warnings: string[] = [];
    await runTools({
      client,
      model: 'm',
      messages: [],
      registry: new ToolRegistry().register([sized('a', 20), sized('b', 5)]),
      logger: { warn: (text: string) => void warnings.push(text), error: assert.fail },
    });
    assert.equal(requests.length, 3);
    assert.equal(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size, 1);
    assert.equal(warnings.filter((text) => text.startsWith('Not strict')).length, 1);
  });
});
