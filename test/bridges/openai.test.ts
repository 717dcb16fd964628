import assert from 'node:assert/strict';
import fc from 'fast-check';
import OpenAI from 'openai';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { executeCalls } from '../../src/bridges/calling/execute.js';
import { extendModels } from '../../src/bridges/calling/models.js';
import type { ToolCallResults } from '../../src/bridges/calling/results.js';
import { openai, openaiDriver } from '../../src/bridges/openai.js';
import { Tool, ToolError, ToolRegistry } from '../../src/index.js';
import { answering, cutAt, eventText, streaming } from './calling/answers.js';
import { png } from './calling/matrix/tools.js';

const clientWith = (fetch: typeof globalThis.fetch): OpenAI => new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch });

type Piece = { index?: number; id?: string; function?: { name?: string; arguments?: string } };

const chunk = (delta: object, more: object = {}): object => ({
  id: 'x',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta }],
  ...more,
});
const pieces = (...list: Piece[]): object => chunk({ tool_calls: list });

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = openai.accumulate();
  for await (const event of await clientWith(fetch).chat.completions.create({ model: 'm', messages: [], stream: true }))
    accumulation.push(event);
  return accumulation;
}

const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);

describe('OpenAI Chat Completions', () => {
  describe('streams of the official client', () => {
    const cases: [string, object[], unknown[]][] = [
      [
        'parallel calls, interleaved by index',
        [
          chunk({ role: 'assistant', content: null }),
          pieces({ index: 0, id: 'a', function: { name: 'one', arguments: '' } }),
          pieces({ index: 1, id: 'b', function: { name: 'two', arguments: '' } }),
          pieces({ index: 1, function: { arguments: '{"y":' } }, { index: 0, function: { arguments: '{"x":"Zü' } }),
          pieces({ index: 0, function: { arguments: 'rich ☂"}' } }),
          pieces({ index: 1, function: { arguments: '2}' } }),
        ],
        [
          ['a', 'one', { x: 'Zürich ☂' }],
          ['b', 'two', { y: 2 }],
        ],
      ],
      [
        'calls without arguments are not dropped',
        [pieces({ index: 0, id: 'a', function: { name: 'one', arguments: '' } }), pieces({ index: 1, id: 'b', function: { name: 'two' } })],
        [
          ['a', 'one', {}],
          ['b', 'two', {}],
        ],
      ],
      [
        'ids and indexes missing: calls are not glued together',
        [
          pieces({ function: { name: 'one', arguments: '{"x":' } }),
          pieces({ function: { arguments: '1}' } }),
          pieces({ function: { name: 'two', arguments: '{}' } }),
          pieces({ function: { name: 'two', arguments: '{}' } }),
        ],
        [
          [undefined, 'one', { x: 1 }],
          [undefined, 'two', {}],
          [undefined, 'two', {}],
        ],
      ],
      [
        'the index is 0 for all: ids tell them apart',
        [
          pieces({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x":1}' } }),
          pieces({ index: 0, id: 'b', function: { name: 'one', arguments: '{"x":2}' } }),
        ],
        [
          ['a', 'one', { x: 1 }],
          ['b', 'one', { x: 2 }],
        ],
      ],
      [
        'id and name repeated with every piece',
        [
          pieces({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x"' } }),
          pieces({ index: 0, id: 'a', function: { name: 'one', arguments: ':1}' } }),
        ],
        [['a', 'one', { x: 1 }]],
      ],
    ];
    for (const [title, chunks, expected] of cases)
      it(title, async () => {
        const accumulation = await accumulated(streaming(eventText(chunks)));
        assert.deepEqual(told(accumulation.calls()), expected);
        assert.deepEqual(accumulation.incomplete(), []);
      });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const text = eventText((cases[0] as (typeof cases)[0])[1]);
      const { length } = new TextEncoder().encode(text);
      for (let at = 1; at < length; at += 1)
        assert.deepEqual(told((await accumulated(cutAt(text, at))).calls()), cases[0]?.[2], `cut at ${at}`);
    });

    it('however the calls are cut and interleaved, they come out whole and in order', async () => {
      const cut = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.dictionary(fc.string({ maxLength: 4 }), fc.string({ maxLength: 6 })), cut), { maxLength: 4 }),
          fc.infiniteStream(fc.nat(3)),
          async (calls, next) => {
            const queues = calls.map(([args, sizes], index) => {
              const parts: object[] = [pieces({ index, id: `id${index}`, function: { name: `tool${index}`, arguments: '' } })];
              const text = JSON.stringify(args);
              for (let at = 0, turn = 0; at < text.length; turn += 1) {
                const size = sizes[turn % sizes.length] as number;
                parts.push(pieces({ index, function: { arguments: text.slice(at, at + size) } }));
                at += size;
              }
              return parts;
            });
            const chunks: object[] = queues.flatMap((queue) => queue.splice(0, 1));
            while (queues.some((queue) => queue.length > 0)) {
              const queue = queues[(next.next().value as number) % queues.length] as object[];
              chunks.push(...queue.splice(0, 1));
            }
            const made = (await accumulated(streaming(eventText(chunks), 11))).calls();
            assert.deepEqual(
              Array.from(made, ({ id, args }) => [id, JSON.stringify(args)]),
              calls.map(([args], index) => [`id${index}`, JSON.stringify(JSON.parse(JSON.stringify(args)))]),
            );
          },
        ),
        { numRuns: 40 },
      );
    });

    it('the message that goes back has text and calls, and usage is told once', async () => {
      const chunks = [
        chunk({ content: 'Let me ' }),
        chunk({ content: 'see.' }),
        pieces({ index: 0, id: 'a', function: { name: 'one', arguments: '{}' } }),
        {
          id: 'x',
          choices: [],
          usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, prompt_tokens_details: { cached_tokens: 3 } },
        },
      ];
      const accumulation = await accumulated(streaming(eventText(chunks)));
      assert.deepEqual(accumulation.message(), {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'one', arguments: '{}' } }],
      });
      assert.deepEqual(accumulation.usage, { inputTokens: 5, outputTokens: 2, totalTokens: 7, cacheReadTokens: 3 });
    });

    it('of several choices the first alone is read; a refusal is text', async () => {
      const events = [
        { id: 'x', choices: [{ index: 1, delta: { content: 'Other.' } }] },
        chunk({ refusal: 'I will ' }),
        chunk({ refusal: 'not.' }),
      ];
      const accumulation = await accumulated(streaming(eventText(events)));
      assert.equal(accumulation.text, 'I will not.');
      assert.deepEqual(accumulation.message(), { role: 'assistant', content: 'I will not.' });
    });

    it('a stream that ends within the arguments says so', async () => {
      const accumulation = await accumulated(
        streaming(eventText([pieces({ index: 0, id: 'a', function: { name: 'one', arguments: '{"x": "cu' } })])),
      );
      assert.match(accumulation.incomplete()[0]?.message ?? '', /'one'/);
      assert.match(accumulation.calls()[0]?.problem ?? '', /./);
    });
  });

  describe('whole answers', () => {
    it('calls of functions and of custom tools, whose input is a text', async () => {
      const response = await clientWith(
        answering({
          choices: [
            {
              message: {
                role: 'assistant',
                content: null,
                tool_calls: [
                  { id: 'a', type: 'function', function: { name: 'one', arguments: '{"x":1}' } },
                  { id: 'b', type: 'custom', custom: { name: 'shell', input: 'ls -l' } },
                  { id: 'c', type: 'function', function: { name: 'two', arguments: '' } },
                ],
              },
            },
          ],
        }),
      ).chat.completions.create({ model: 'm', messages: [] });
      assert.deepEqual(told(openai.parseCalls(response)), [
        ['a', 'one', { x: 1 }],
        ['b', 'shell', { input: 'ls -l' }],
        ['c', 'two', {}],
      ]);
    });

    it('an empty list of calls does not go back', async () => {
      const message = { role: 'assistant', content: 'Hello.', refusal: null };
      const driver = openaiDriver(clientWith(answering({ choices: [{ message: { ...message, tool_calls: [] } }] })));
      const response = await driver.send({ model: 'm', messages: [] }, new AbortController().signal);
      assert.deepEqual(driver.read(response), { text: 'Hello.', messages: [message], finish: { reason: 'other' } });
    });

    it('by hand, as docs/providers/openai.md has it', async () => {
      const registry = new ToolRegistry().register([new Tool({ name: 'a.b', handler: () => 'done' })]);
      const list = registry.list();
      const client = clientWith(
        answering({ choices: [{ message: { tool_calls: [{ id: 'a', type: 'function', function: { name: 'a_b', arguments: '{}' } }] } }] }),
      );
      const messages: OpenAI.ChatCompletionMessageParam[] = [];
      const response = await client.chat.completions.create({
        model: 'm',
        messages,
        tools: openai.toTools(list),
        ...openai.toToolChoice('auto', list, { parallel: false }),
      });
      const calls = openai.parseCalls(response, list);
      const results = await executeCalls(calls, registry);
      messages.push(...openai.toMessages(calls, results, list));
      assert.deepEqual(messages, [{ role: 'tool', tool_call_id: 'a', content: 'done' }]);
      assert.equal(calls[0]?.name, 'a.b');
    });

    it('an answer without choices is one without calls', async () => {
      const driver = openaiDriver(clientWith(answering({ choices: [] })));
      const response = await driver.send({ model: 'm', messages: [] }, new AbortController().signal);
      assert.equal(openai.parseCalls(response).length, 0);
      assert.deepEqual(driver.read(response).messages, []);
    });
  });

  describe('results', () => {
    const calls = ToolCalls.from([
      { id: 'a', name: 'picture', args: {} },
      { id: 'b', name: 'two', args: {} },
    ]);
    const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
    const results = (first: Partial<ToolCallResults[0]>, second: Partial<ToolCallResults[0]> = {}) => [
      { callId: 'a', name: 'picture', isError: false, content: [], ...first },
      { callId: 'b', name: 'two', isError: false, content: [{ type: 'text' as const, text: 'ok' }], ...second },
    ];

    it('images follow the results of all calls, in one message', () => {
      const messages = openai.toMessages(calls, results({ content: [{ type: 'text', text: 'Look:' }, image] }));
      assert.deepEqual(messages, [
        { role: 'tool', tool_call_id: 'a', content: 'Look:\n[an image, which follows]' },
        { role: 'tool', tool_call_id: 'b', content: 'ok' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Images from the result of picture (a):' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          ],
        },
      ]);
    });

    it('nothing of the user stands right after them where the model is of Mistral, whoever serves it', () => {
      const messages = openai.toMessages(calls, results({ content: [image] }));
      const rolesFor = (model: string): string[] =>
        openaiDriver(clientWith(answering({})))
          .request({ model, messages, tools: [], choice: {}, isStreaming: false, more: {} })
          .messages.map(({ role }) => role);
      for (const model of ['mistralai/Devstral-Small-2-24B-Instruct-2512', 'mistral-large-latest', 'open-mixtral-8x22b'])
        assert.deepEqual(rolesFor(model), ['tool', 'tool', 'assistant', 'user'], model);
      assert.deepEqual(rolesFor('gpt-5.4'), ['tool', 'tool', 'user']);
      const forget = extendModels([{ match: 'mine', supportsUserAfterTools: false }]);
      assert.deepEqual(rolesFor('mine'), ['tool', 'tool', 'assistant', 'user']);
      forget();
    });

    it('what the API does not take is told of in words, without its bytes', () => {
      const [message] = openai.toMessages(
        calls,
        results({
          content: [
            { type: 'image', data: png, mimeType: 'image/svg+xml' },
            { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
            { type: 'resource', resource: { uri: 'file:///a/b.pdf', mimeType: 'application/pdf', blob: 'AAAA' } },
            { type: 'resource', resource: { uri: 'file:///notes', text: 'a note' } },
            { type: 'resource_link', uri: 'https://example.org/x', name: 'x' },
          ],
        }),
      );
      assert.deepEqual(message, {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          '[image: image/svg+xml, 70 bytes]',
          '[audio: audio/wav, 3 bytes]',
          '[file b.pdf: application/pdf, 3 bytes]',
          'a note',
          '[x: https://example.org/x]',
        ].join('\n'),
      });
    });

    it('a failure is marked, as there is no flag', () => {
      const [message] = openai.toMessages(calls, results({ isError: true, content: [{ type: 'text', text: 'the "disk" is full' }] }));
      assert.deepEqual(JSON.parse(message?.content as string), { error: 'the "disk" is full' });
    });

    it('in the order of the calls, whatever the order of the results', () => {
      const messages = openai.toMessages(calls, results({}).reverse());
      assert.deepEqual(
        messages.map((message) => 'tool_call_id' in message && message.tool_call_id),
        ['a', 'b'],
      );
    });

    it('results of the registry will do; what does not pair is refused', async () => {
      const registry = new ToolRegistry().register([new Tool({ name: 'two', handler: () => 'done' })]);
      const [, two] = calls;
      const result = await registry.call(two as (typeof calls)[0]);
      assert.deepEqual(openai.toMessages(ToolCalls.from([two]), [result]), [{ role: 'tool', tool_call_id: 'b', content: 'done' }]);
      const isPairing = (error: unknown) => error instanceof ToolError && error.code === 'INVALID_ARGUMENTS';
      assert.throws(() => openai.toMessages(calls, [result]), isPairing);
      assert.throws(() => openai.toMessages(ToolCalls.from([two]), results({})), isPairing);
    });

    it('[DSPY-79] replay has the assistant, and only its text where something does not pair', () => {
      const whole = openai.replay(calls, results({}), 'So.');
      assert.deepEqual(
        whole.map(({ role }) => role),
        ['assistant', 'tool', 'tool'],
      );
      assert.deepEqual(openai.replay(calls, results({}).slice(1), 'So.'), [{ role: 'assistant', content: 'So.' }]);
      assert.deepEqual(openai.replay(calls, []), []);
    });
  });

  describe('declarations', () => {
    const search = new Tool({
      name: 'search',
      description: 'Searches.',
      inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
      handler: () => '',
    });

    it('strict is said only where it is meant', () => {
      const [tool] = openai.toTools([search], { strict: false });
      assert.deepEqual(tool, {
        type: 'function',
        function: { name: 'search', description: 'Searches.', parameters: { type: 'object', properties: { q: { type: 'string' } } } },
      });
      const [strict] = openai.toTools([search]);
      assert.deepEqual(strict?.type === 'function' && [strict.function.strict, strict.function.parameters?.['required']], [true, ['q']]);
    });

    it('[DPT-260] [DPT-261] built-in tools stand beside ours, as they are', () => {
      const custom = { type: 'custom', custom: { name: 'shell' } } as const;
      assert.deepEqual(openai.toTools([search], { builtIn: [custom] }).at(-1), custom);
    });

    it('[DPT-263] both on a model that takes either is refused before the request', () => {
      assert.throws(() => openai.toTools([search], { builtIn: [{ type: 'custom' }], model: 'accounts/fireworks/models/x' }), ToolError);
    });

    it('[DPT-184] there is no tool search: all are loaded at once, with one warning', () => {
      const warnings: string[] = [];
      const tools = openai.toTools([search], { defer: ['search'], toolSearch: true, onWarning: (text) => warnings.push(text) });
      assert.equal(tools.length, 1);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /'search'/);
    });

    it('[DPT-092] MCP servers are refused, with a pointer', () => {
      assert.throws(() => openai.toTools([search], { mcpServers: [{ server_label: 'x' }] }), /connect to the server here/);
    });

    it('a list of tools that may be called but need not; a choice of the provider as it is; one at a time', () => {
      const given = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'search' }] };
      assert.deepEqual(openai.toToolChoice(given, [search], { parallel: false }), {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'search' } }] },
        },
        parallel_tool_calls: false,
      });
      const custom = { type: 'custom', custom: { name: 'shell' } };
      assert.deepEqual(openai.toToolChoice(custom, [search]), { tool_choice: custom });
    });
  });
});
