import assert from 'node:assert/strict';
import { type GenerateContentResponse, GoogleGenAI, type Tool as GeminiTool } from '@google/genai';
import type { DeclareOptions } from '../../src/bridges/calling/bridge.js';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { executeCalls } from '../../src/bridges/calling/execute.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { ToolCallResults } from '../../src/bridges/calling/results.js';
import { gemini, toCallableTool } from '../../src/bridges/gemini.js';
import { type JsonSchema, Tool, type ToolDefinition, ToolError, ToolRegistry } from '../../src/index.js';
import { cutAt, eventText, streaming } from './calling/answers.js';
import { geminiToolProblems } from './calling/legal/index.js';
import { png } from './calling/matrix/tools.js';

type Json = Record<string, unknown>;

const clientWith = (fetch: typeof globalThis.fetch): GoogleGenAI =>
  new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://localhost', apiVersion: 'v1beta', fetch } });

const declared = (tools: readonly (Tool | ToolDefinition)[], options?: DeclareOptions): Json[] =>
  gemini.toTools(tools, options).flatMap(({ functionDeclarations = [] }: GeminiTool) => functionDeclarations) as Json[];

const answer = (parts: object[], more: object = {}): object => ({ candidates: [{ content: { role: 'model', parts } }], ...more });
const response = (parts: object[]): GenerateContentResponse => answer(parts) as GenerateContentResponse;

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = gemini.accumulate();
  const stream = await clientWith(fetch).models.generateContentStream({ model: 'gemini-3-pro', contents: 'Go.' });
  for await (const chunk of stream) accumulation.push(chunk);
  return accumulation;
}

const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);

const echo = (name: string, inputSchema: JsonSchema, seen: unknown[] = []): Tool =>
  new Tool({
    name,
    inputSchema: { type: 'object', ...inputSchema },
    handler: (args) => {
      seen.push(args);
      return args;
    },
  });

describe('Gemini', () => {
  describe('declarations', () => {
    it('all functions stand in one tool, as JSON Schema; built-in tools beside it', () => {
      const tools = [echo('a', { properties: { x: { type: 'string' } } }), echo('b', {})];
      const search = { googleSearch: {} };
      const sent = gemini.toTools(tools, { builtIn: [search] });
      assert.deepEqual(
        sent.map((tool) => Object.keys(tool)),
        [['functionDeclarations'], ['googleSearch']],
      );
      assert.deepEqual(declared(tools)[0]?.['parametersJsonSchema'], { type: 'object', properties: { x: { type: 'string' } } });
      assert.deepEqual(gemini.toTools([]), []);
    });

    it('[B24] numbers of an enumeration are legal, and come back as numbers', () => {
      const tool = echo('embed', { properties: { dims: { enum: [256, 512, 1024] } }, required: ['dims'] });
      assert.deepEqual(geminiToolProblems(declared([tool])), []);
      const calls = gemini.parseCalls(response([{ functionCall: { name: 'embed', args: { dims: '512' } } }]), [tool]);
      assert.deepEqual(calls[0]?.args, { dims: 512 });
    });

    it('[B25] a list of types, and items that say nothing', () => {
      const odd = echo('odd', {
        properties: { a: { type: ['string', 'null'] }, b: { type: 'array', items: {} }, c: { type: 'array' } },
      });
      const sent = declared([odd, echo('plain', {})]);
      assert.deepEqual(
        sent.map(({ name }) => name),
        ['odd', 'plain'],
      );
      assert.deepEqual(geminiToolProblems(sent), []);
    });

    it('a nullable enumeration has null once, and $ref nothing beside it', () => {
      const tool = echo('mode', {
        $defs: { M: { type: 'string', enum: ['a', 'b'] } },
        properties: {
          m: { anyOf: [{ $ref: '#/$defs/M', description: 'The mode.' }, { type: 'null' }] },
          n: { type: ['string', 'null'], enum: ['x', null] },
        },
      });
      assert.deepEqual(geminiToolProblems(declared([tool])), []);
      assert.doesNotMatch(JSON.stringify(declared([tool])), /"null","null"/);
    });

    it('[DPT-092] it runs no MCP servers', () => {
      assert.throws(
        () => gemini.toTools([], { mcpServers: [{ name: 'docs', url: 'https://docs.example/mcp' }] }),
        (error) => error instanceof ToolError && /runs no MCP servers/.test(error.message),
      );
    });

    it('[DPT-184] it has no search: nothing is deferred, with a warning', () => {
      const warnings: string[] = [];
      const sent = declared([echo('a', {})], { defer: ['a'], toolSearch: true, onWarning: (one) => void warnings.push(one) });
      assert.deepEqual([sent.length, warnings.length], [1, 1]);
    });

    it('[DPT-262] [DPT-263] both kinds of tools are refused for a model that takes one, and pass for the others', () => {
      const both = (model: string): unknown => gemini.toTools([echo('a', {})], { builtIn: [{ googleSearch: {} }], model });
      assert.throws(() => both('gemini-2.5-pro'), ToolError);
      assert.doesNotThrow(() => both('gemini-3-pro-preview'));
    });
  });

  describe('choice', () => {
    const tools = [echo('a', {}), echo('b', {})];
    const config = (choice: Parameters<typeof gemini.toToolChoice>[0]): unknown => gemini.toToolChoice(choice, tools).toolConfig;

    it('[DPT-245] [DPT-251] a list survives as the allow-list of ANY', () => {
      assert.deepEqual(config(['a', 'b']), { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a', 'b'] } });
    });

    it('[DPT-244] one tool', () => {
      assert.deepEqual(config({ type: 'tool', name: 'b' }), { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['b'] } });
    });

    it('[DPT-253] auto stays AUTO', () => {
      assert.deepEqual(config(undefined), { functionCallingConfig: { mode: 'AUTO' } });
      assert.deepEqual(config('auto'), { functionCallingConfig: { mode: 'AUTO' } });
    });

    it('[DPT-254] its own form, and those of others', () => {
      const list = { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a'] } };
      assert.deepEqual(config({ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a'] } }), list);
      assert.deepEqual(config({ type: 'function', function: { name: 'a' } }), list);
      assert.deepEqual(config({ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'a' }] }), {
        functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['a'] },
      });
    });

    it('[DPT-252] a list that names nothing is AUTO, with a warning', () => {
      const warnings: string[] = [];
      const fields = gemini.toToolChoice(['x'], tools, { onWarning: (one) => void warnings.push(one) });
      assert.deepEqual(fields.toolConfig, { functionCallingConfig: { mode: 'AUTO' } });
      assert.equal(warnings.length, 1);
    });
  });

  describe('results', () => {
    const partOf = (result: object, id?: string): Json => {
      const calls = ToolCalls.from([{ ...(id !== undefined && { id }), name: 'a', args: {} }]).withIds();
      const [content] = gemini.toMessages(
        calls,
        ToolCallResults.from([{ callId: calls[0]?.id, name: 'a', value: null, content: [], ...result }]),
      );
      assert.equal(content?.role, 'user');
      return content.parts?.[0]?.functionResponse as Json;
    };

    it('the response is always an object: output or error', () => {
      const text = [{ type: 'text', text: 'ok' }];
      assert.deepEqual(partOf({ content: text }), { name: 'a', response: { output: 'ok' } });
      assert.deepEqual(partOf({ content: text, isError: true }), { name: 'a', response: { error: 'ok' } });
      assert.deepEqual(partOf({}), { name: 'a', response: { output: '' } });
      const json = [{ type: 'text', text: '{"x":[1]}' }];
      assert.deepEqual(partOf({ content: json, value: { x: [1] } }), { name: 'a', response: { output: { x: [1] } } });
      assert.deepEqual(partOf({ content: json, value: '{"x":[1]}' }), { name: 'a', response: { output: '{"x":[1]}' } });
      assert.deepEqual(partOf({ content: json, structuredContent: { x: [1] } }), { name: 'a', response: { output: { x: [1] } } });
    });

    it('JSON that was cut to size stays text, and so do numbers that would be rounded', () => {
      const cut = '{"x":[1, … [truncated';
      assert.deepEqual(partOf({ content: [{ type: 'text', text: cut }], value: { x: [1, 2] } })['response'], { output: cut });
      const big = '{"x":12345678901234567890}';
      assert.deepEqual(partOf({ content: [{ type: 'text', text: big }], value: { x: 1n } })['response'], { output: big });
    });

    it('ids go back where there are some; those that were made here do not', () => {
      assert.equal(partOf({}, 'abc')['id'], 'abc');
      assert.equal('id' in partOf({}), false);
    });

    it('[R-10] images and documents are parts beside it', () => {
      const content = [
        { type: 'text', text: 'A dot:' },
        { type: 'image', data: png, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a/b.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' } },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ];
      assert.deepEqual(partOf({ content }), {
        name: 'a',
        response: { output: 'A dot:\n[audio: audio/wav, 3 bytes]' },
        parts: [
          { inlineData: { data: png, mimeType: 'image/png' } },
          { inlineData: { data: 'JVBERi0=', mimeType: 'application/pdf', displayName: 'b.pdf' } },
        ],
      });
    });
  });

  describe('streams of the official client', () => {
    const stream = eventText(
      [
        answer([{ text: 'Hm.', thought: true }]),
        answer([{ text: 'Let ' }]),
        answer([{ text: 'me ☂.' }]),
        answer([
          { functionCall: { name: 'one', args: { x: 'Zürich' } }, thoughtSignature: 'c2ln' },
          { functionCall: { name: 'one', args: { x: 'Zürich' } } },
        ]),
        answer([{ functionCall: { name: 'two' } }]),
        answer([{ functionCall: { id: 'i', name: 'two', args: {} } }], {
          usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 4, thoughtsTokenCount: 5, totalTokenCount: 16 },
        }),
      ],
      '',
    );
    const expected = [
      [undefined, 'one', { x: 'Zürich' }],
      [undefined, 'one', { x: 'Zürich' }],
      [undefined, 'two', {}],
      ['i', 'two', {}],
    ];

    it('calls that look alike are two, those without arguments are not dropped, signatures go back', async () => {
      const accumulation = await accumulated(streaming(stream));
      assert.deepEqual(told(accumulation.calls()), expected);
      assert.equal(accumulation.text, 'Let me ☂.');
      assert.deepEqual(accumulation.usage, { inputTokens: 7, outputTokens: 9, totalTokens: 16 });
      assert.deepEqual(JSON.parse(JSON.stringify(accumulation.message())), {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true },
          { text: 'Let me ☂.' },
          { functionCall: { name: 'one', args: { x: 'Zürich' } }, thoughtSignature: 'c2ln' },
          { functionCall: { name: 'one', args: { x: 'Zürich' } } },
          { functionCall: { name: 'two' } },
          { functionCall: { id: 'i', name: 'two', args: {} } },
        ],
      });
    });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const { length } = new TextEncoder().encode(stream);
      for (let at = 1; at < length; at += 1)
        assert.deepEqual(told((await accumulated(cutAt(stream, at))).calls()), expected, `cut at ${at}`);
    });
  });

  describe('arguments in pieces', () => {
    const pieces = (...list: object[]) => {
      const accumulation = gemini.accumulate();
      for (const functionCall of list) accumulation.push(response([{ functionCall }]));
      return accumulation;
    };

    it('are put together by their paths', () => {
      const accumulation = pieces(
        { name: 'one', willContinue: true },
        { partialArgs: [{ jsonPath: '$.city', stringValue: 'Zü', willContinue: true }], willContinue: true },
        { partialArgs: [{ jsonPath: '$.city', stringValue: 'rich' }], willContinue: true },
        {
          partialArgs: [
            { jsonPath: '$.days[0].n', numberValue: 1 },
            { jsonPath: '$.days[1].n', numberValue: 2 },
          ],
          willContinue: true,
        },
        {
          partialArgs: [
            { jsonPath: "$['a.b']", boolValue: true },
            { jsonPath: '$.none', nullValue: 'NULL_VALUE' },
          ],
        },
        { name: 'two', args: {} },
        { name: 'three', willContinue: true },
        {},
      );
      const args = { city: 'Zürich', days: [{ n: 1 }, { n: 2 }], 'a.b': true, none: null };
      assert.deepEqual(told(accumulation.calls()), [
        [undefined, 'one', args],
        [undefined, 'two', {}],
        [undefined, 'three', {}],
      ]);
      assert.deepEqual(accumulation.incomplete(), []);
      assert.deepEqual(accumulation.message().parts?.[0], { functionCall: { name: 'one', args } });
    });

    it('[R-16] a call that never ends, or whose pieces do not fit, does not run, and the model is told why and where', async () => {
      for (const [why, ...list] of [
        [/ended within this call/, { name: 'one', partialArgs: [{ jsonPath: '$.path', stringValue: '/' }], willContinue: true }],
        [/do not fit together at \\?"\$\.\.path/, { name: 'one', partialArgs: [{ jsonPath: '$..path', stringValue: '/' }] }],
        [/do not fit together at \\?"\$\.list\[9999999\]/, { name: 'one', partialArgs: [{ jsonPath: '$.list[9999999]', numberValue: 1 }] }],
      ] as const) {
        const accumulation = pieces(...list);
        assert.equal(typeof accumulation.calls()[0]?.args, 'string');
        assert.match(accumulation.incomplete()[0]?.message ?? '', why);
        const one = new Tool({ name: 'one', handler: () => assert.fail('it ran') });
        const [result] = await executeCalls(accumulation.calls(), new ToolRegistry().register(one));
        assert.equal(result?.error?.code, 'INVALID_ARGUMENTS');
        assert.match(JSON.stringify(gemini.toMessages(accumulation.calls().withIds(), [result])), why);
      }
    });

    it('no key reaches a prototype', () => {
      pieces({ name: 'one', partialArgs: [{ jsonPath: '$.__proto__.polluted', boolValue: true }] });
      assert.equal(({} as Json)['polluted'], undefined);
    });
  });

  describe('runTools', () => {
    const answers = (requests: Json[], ...turns: object[]): typeof fetch => {
      return async (_url, init) => {
        requests.push(JSON.parse(init?.body as string) as Json);
        return Response.json(turns.shift() ?? answer([{ text: 'Done.' }]));
      };
    };

    it('the signature of a thought goes back, and a forced choice is reset', async () => {
      const requests: Json[] = [];
      const part = { functionCall: { name: 'a', args: {} }, thoughtSignature: 'c2ln' };
      const ran = await runTools({
        client: clientWith(answers(requests, answer([part]))),
        model: 'gemini-3-pro',
        messages: [{ role: 'user', parts: [{ text: 'Go.' }] }],
        tools: [echo('a', {})],
        toolChoice: 'any',
        request: { config: { systemInstruction: 'Be brief.', temperature: 0 } },
      });
      assert.deepEqual([ran.outcome, ran.error, ran.text], ['done', undefined, 'Done.']);
      const modes = requests.map(({ toolConfig }) => (toolConfig as { functionCallingConfig: Json }).functionCallingConfig['mode']);
      assert.deepEqual(modes, ['ANY', 'AUTO']);
      assert.deepEqual((requests[1] as { contents: Json[] }).contents[1], { role: 'model', parts: [part] });
      assert.deepEqual((requests[1] as { generationConfig: Json }).generationConfig['temperature'], 0);
    });

    it('a prompt that was blocked ends the run', async () => {
      const ran = await runTools({
        client: clientWith(answers([], { promptFeedback: { blockReason: 'SAFETY' } })),
        model: 'gemini-3-pro',
        messages: [{ role: 'user', parts: [{ text: 'Go.' }] }],
        tools: [echo('a', {})],
      });
      assert.deepEqual([ran.outcome, ran.finishReason, ran.text, ran.messages.length], ['error', 'content-filter', '', 1]);
      assert.match(String(ran.error), /the prompt was blocked \(SAFETY\)/);
    });
  });

  it("a callable tool: the SDK's own loop runs calls through the registry", async () => {
    const seen: unknown[] = [];
    const registry = new ToolRegistry().register([
      echo('9lives', { properties: { x: { type: 'integer' } } }, seen),
      echo('other', {}, seen),
    ]);
    const requests: Json[] = [];
    const calls = [{ functionCall: { name: '_9lives', args: { x: '3' } } }, { functionCall: { name: 'nope', args: {} } }];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      requests.push(JSON.parse(init?.body as string) as Json);
      return Response.json(requests.length === 1 ? answer(calls) : answer([{ text: 'Done.' }]));
    };
    const tool = toCallableTool(registry);
    const { text } = await clientWith(fetch).models.generateContent({ model: 'gemini-3-pro', contents: 'Go.', config: { tools: [tool] } });
    assert.equal(text, 'Done.');
    assert.deepEqual(seen, [{ x: 3 }]);
    const parts = (requests[1] as { contents: { parts: { functionResponse: Json }[] }[] }).contents.at(-1)?.parts;
    assert.deepEqual(parts?.[0]?.functionResponse, { name: '_9lives', response: { output: { x: 3 } } });
    assert.match(JSON.stringify(parts[1]), /"error":"[^"]*nope/);
  });
});
