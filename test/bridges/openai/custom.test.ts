import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { anthropic } from '../../../src/bridges/anthropic.js';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { openai } from '../../../src/bridges/openai.js';
import { Tool, ToolError } from '../../../src/index.js';
import { answering, cutAt, eventText, streaming } from '../calling/answers.js';
import { isObject, type Json } from '../calling/legal/schema.js';
import { listOf } from '../calling/matrix/chat-wire.js';

const sql = 'SELECT "a"\nFROM t {} {"x": 1}';

const tools = [
  new Tool({
    name: 'db.query',
    description: 'Runs a query.',
    inputSchema: {
      type: 'object',
      properties: { statement: { type: 'string', description: 'One statement of SQL.' }, limit: { type: 'integer' } },
      required: ['statement'],
    },
    handler: ({ statement }) => `ran ${String(statement)}`,
  }),
  new Tool({
    name: 'add',
    inputSchema: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] },
    handler: ({ a, b }) => Number(a) + Number(b),
  }),
];
const format = { type: 'grammar', syntax: 'lark', definition: 'start: /.+/s' };
const freeText = { 'db.query': format };

/** What either API has for the same. Names are those on the wire. */
interface Api {
  title: string;
  provider: 'openai-responses' | 'openai-chat';
  bridge: typeof openaiResponses | typeof openai;
  whole(calls: Json[], isCut?: boolean): object;
  stream(calls: Json[], isCut?: boolean): string;
  call(id: string, text: string): Json;
  add(id: string, args: string): Json;
  declared: object;
  named: object;
  listed: object;
  /** Kinds, ids and outputs of what follows the assistant's part of a request. */
  results(body: Json): unknown[];
  expected: unknown[];
  problems(body: Json): string[];
}

const name = 'db_query';
const description = 'Runs a query.\nOne statement of SQL.';

const responses: Api = {
  title: 'OpenAI Responses',
  provider: 'openai-responses',
  bridge: openaiResponses,
  whole: (calls, isCut) => ({
    status: isCut ? 'incomplete' : 'completed',
    output: calls.map((one) => ({ ...one, status: isCut ? 'incomplete' : 'completed' })),
  }),
  stream: (calls, isCut) =>
    eventText([
      ...calls.map((item, at) => ({ type: 'response.output_item.added', output_index: at, item: { ...item, input: '', arguments: '' } })),
      ...Array.from({ length: 40 }, (_, piece) => calls.flatMap((item, at) => pieceOf(item, at, piece))).flat(),
      ...(isCut ? [] : calls.flatMap((item, at) => endOf(item, at))),
      isCut
        ? {
            type: 'response.incomplete',
            response: { status: 'incomplete', output: [], incomplete_details: { reason: 'max_output_tokens' } },
          }
        : { type: 'response.completed', response: { status: 'completed', output: [] } },
    ]),
  call: (id, input) => ({ type: 'custom_tool_call', id: `ctc_${id}`, call_id: id, name, input }),
  add: (id, args) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'add', arguments: args }),
  declared: { type: 'custom', name, description, format },
  named: { type: 'custom', name },
  listed: {
    type: 'allowed_tools',
    mode: 'required',
    tools: [
      { type: 'custom', name },
      { type: 'function', name: 'add' },
    ],
  },
  results: (body) =>
    listOf(body['input']).flatMap(({ type, call_id: id, output }) => (String(type).endsWith('_output') ? [[type, id, output]] : [])),
  expected: [
    ['custom_tool_call_output', 'a', `ran ${sql}`],
    ['function_call_output', 'b', '3'],
  ],
  problems: (body) => {
    const items = listOf(body['input']);
    const ids = (type: string): string => JSON.stringify(items.filter((item) => item['type'] === type).map((item) => item['call_id']));
    return ['custom_tool_call', 'function_call'].filter((type) => ids(type) !== ids(`${type}_output`));
  },
};

/** Three characters at a time, so that the pieces of both calls come in turn. */
function pieceOf(item: Json, output_index: number, piece: number): object[] {
  const isCustom = item['type'] === 'custom_tool_call';
  const delta = String(isCustom ? item['input'] : item['arguments']).slice(piece * 3, piece * 3 + 3);
  const type = isCustom ? 'response.custom_tool_call_input.delta' : 'response.function_call_arguments.delta';
  return delta === '' ? [] : [{ type, output_index, item_id: item['id'], delta }];
}

function endOf(item: Json, output_index: number): object[] {
  const { id: item_id, input } = item;
  return [
    ...(input === undefined ? [] : [{ type: 'response.custom_tool_call_input.done', output_index, item_id, input }]),
    { type: 'response.output_item.done', output_index, item },
  ];
}

const chat: Api = {
  title: 'OpenAI Chat Completions',
  provider: 'openai-chat',
  bridge: openai,
  whole: (calls, isCut) => ({
    choices: [{ finish_reason: isCut ? 'length' : 'tool_calls', message: { role: 'assistant', content: null, tool_calls: calls } }],
  }),
  stream: (calls, isCut) =>
    eventText([
      ...calls.map((one, index) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...emptied(one) }] } }] })),
      ...Array.from({ length: 40 }, (_, piece) => calls.flatMap((one, index) => chatPiece(one, index, piece))).flat(),
      { choices: [{ index: 0, delta: {}, finish_reason: isCut ? 'length' : 'tool_calls' }] },
    ]),
  call: (id, input) => ({ id, type: 'custom', custom: { name, input } }),
  add: (id, args) => ({ id, type: 'function', function: { name: 'add', arguments: args } }),
  declared: { type: 'custom', custom: { name, description, format } },
  named: { type: 'custom', custom: { name } },
  listed: {
    type: 'allowed_tools',
    allowed_tools: {
      mode: 'required',
      tools: [
        { type: 'custom', custom: { name } },
        { type: 'function', function: { name: 'add' } },
      ],
    },
  },
  results: (body) =>
    listOf(body['messages']).flatMap(({ role, tool_call_id: id, content }) => (role === 'tool' ? [[role, id, content]] : [])),
  expected: [
    ['tool', 'a', `ran ${sql}`],
    ['tool', 'b', '3'],
  ],
  problems: (body) => {
    const messages = listOf(body['messages']);
    const calls = messages.flatMap((one) => listOf(one['tool_calls']));
    const wrong = calls.filter((one) => !isObject(one[String(one['type'])]));
    const answered = messages.filter(({ role }) => role === 'tool').length;
    return [...wrong.map((one) => JSON.stringify(one)), ...(answered === calls.length ? [] : ['unpaired'])];
  },
};

const emptied = ({ id, type, custom, function: inner }: Json): Json => ({
  id,
  type,
  ...(isObject(custom) && { custom: { ...custom, input: '' } }),
  ...(isObject(inner) && { function: { ...inner, arguments: '' } }),
});

function chatPiece({ custom, function: inner }: Json, index: number, piece: number): object[] {
  const text = String(isObject(custom) ? custom['input'] : isObject(inner) ? inner['arguments'] : '').slice(piece * 3, piece * 3 + 3);
  const call = isObject(custom) ? { custom: { input: text } } : { function: { arguments: text } };
  return text === '' ? [] : [{ choices: [{ index: 0, delta: { tool_calls: [{ index, ...call }] } }] }];
}

const clientWith = (fetch: typeof globalThis.fetch): OpenAI =>
  new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch, maxRetries: 0 });

for (const api of [responses, chat]) {
  const answer = (calls: Json[], stream: boolean, isCut = false): typeof fetch =>
    stream ? streaming(api.stream(calls, isCut)) : answering(api.whole(calls, isCut));

  const play = async (script: { calls: Json[]; isCut?: boolean }[], stream: boolean) => {
    const requests: Json[] = [];
    const client = clientWith(async (url, init) => {
      const { calls, isCut } = script[requests.length] ?? { calls: [] };
      requests.push(JSON.parse(init?.body as string) as Json);
      return answer(calls, stream, isCut)(url, init);
    });
    const messages = [{ role: 'user' as const, content: 'Go.' }];
    const logger = { error: () => {}, warn: () => {} };
    const options = { client, provider: api.provider, model: 'gpt-5.4', messages, tools, stream, logger, declare: { freeText } };
    return { requests, ...(await runTools({ ...options, toolChoice: { type: 'tool', name: 'db.query' } })) };
  };

  describe(`${api.title}: custom tools`, () => {
    for (const stream of [false, true]) {
      const way = stream ? 'streamed' : 'whole';

      it(`a call is a text, and is answered as such: ${way}`, async () => {
        const calls = [api.call('a', sql), api.add('b', '{"a":1,"b":2}')];
        const { outcome, error, requests, toolsUsed } = await play([{ calls }], stream);
        assert.deepEqual([outcome, error], ['done', undefined]);
        assert.deepEqual(
          toolsUsed.map(({ name: of, args }) => [of, args]),
          [
            ['db.query', { statement: sql }],
            ['add', { a: 1, b: 2 }],
          ],
        );
        assert.deepEqual(requests[0]?.['tool_choice'], api.named);
        assert.deepEqual(listOf(requests[0]?.['tools'])[0], api.declared);
        assert.deepEqual(api.problems(requests[1] ?? {}), []);
        assert.deepEqual(api.results(requests[1] ?? {}), api.expected);
      });

      it(`[R-16] a text that was cut off is not run, and the model is told: ${way}`, async () => {
        for (const text of [sql, '{"statement": "x"}']) {
          const { outcome, requests, toolsUsed } = await play([{ calls: [api.call('a', text)], isCut: true }], stream);
          assert.equal(outcome, 'done');
          assert.equal(toolsUsed[0]?.result.error?.code, 'INVALID_ARGUMENTS');
          assert.match(JSON.stringify(api.results(requests[1] ?? {})), new RegExp(`cut off after ${text.length} characters`));
          assert.deepEqual(api.problems(requests[1] ?? {}), []);
        }
      });
    }

    it('cut in two anywhere, the answer is the same', async function anywhere() {
      this.timeout(60_000);
      const text = api.stream([api.call('a', sql), api.call('b', '')]);
      const { length } = new TextEncoder().encode(text);
      for (let at = 1; at < length; at += 7) {
        const accumulation = api.bridge.accumulate(tools);
        const client = clientWith(cutAt(text, at));
        const chunks =
          api === chat
            ? await client.chat.completions.create({ model: 'm', messages: [], stream: true })
            : await client.responses.create({ model: 'm', input: [], stream: true });
        for await (const chunk of chunks) accumulation.push(chunk as never);
        assert.deepEqual(
          Array.from(accumulation.calls(), ({ id, args }) => [id, args]),
          [
            ['a', { statement: sql }],
            ['b', { statement: '' }],
          ],
          `cut at ${at}`,
        );
        assert.deepEqual(accumulation.incomplete(), []);
      }
    });

    it('[DPT-244] can be chosen, alone and in a list', () => {
      const choose = (choice: Parameters<typeof api.bridge.toToolChoice>[0]): unknown =>
        api.bridge.toToolChoice(choice, tools, { freeText }).tool_choice;
      assert.deepEqual(choose({ type: 'tool', name: 'db.query' }), api.named);
      assert.deepEqual(choose(['db.query', 'add']), api.listed);
      assert.equal(choose('any'), 'required');
      assert.notDeepEqual(choose({ type: 'tool', name: 'add' }), api.named);
    });

    it('[DSPY-78] [DSPY-85] a stored conversation is replayed as it was', () => {
      const calls = ToolCalls.from([api.call('a', sql), api.add('b', '{"a":1,"b":2}')]);
      const results = calls.map(({ id, name: of }) => ({ callId: String(id), name: of, isError: false, content: [] }));
      const stored = ToolCalls.from(JSON.parse(JSON.stringify(calls)));
      assert.deepEqual(stored, calls);
      const made = api.bridge.replay(stored, results, '', tools);
      assert.deepEqual(made, api.bridge.replay(calls, results, '', tools));
      const body = { input: made, messages: made } as unknown as Json;
      assert.deepEqual(api.problems(body), []);
      assert.match(JSON.stringify(made), /custom/);
      assert.deepEqual(textsIn(made), [sql]);
    });

    it('a tool that takes no single text cannot be one', () => {
      const refused = (error: unknown): boolean => error instanceof ToolError && error.code === 'INVALID_DEFINITION';
      assert.throws(() => api.bridge.toTools(tools, { freeText: { add: true } }), refused);
    });
  });
}

/** All that is called `input`, wherever it stands. */
function textsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === 'input' ? [inner] : textsIn(inner)));
}

describe('Custom calls elsewhere', () => {
  it('other APIs declare and replay the same as a function with an object', () => {
    const [tool] = anthropic.toTools(tools, { freeText });
    assert.ok(tool && 'input_schema' in tool);
    const calls = ToolCalls.from([{ id: 'a', type: 'custom', name: 'db.query', args: { statement: sql } }]);
    const [message] = anthropic.replay(calls, [{ callId: 'a', name: 'db.query', isError: false, content: [] }], '', tools);
    assert.deepEqual(message?.content, [{ type: 'tool_use', id: 'a', name: 'db_query', input: { statement: sql } }]);
  });
});
