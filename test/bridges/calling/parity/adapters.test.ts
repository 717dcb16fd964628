/** Native calls and calls in text, as rows DSPY-50..62 and DSPy's tests of adapters (A-01..A-23, R-12..R-19) say them. */
import assert from 'node:assert/strict';
import { anthropic } from '../../../../src/bridges/anthropic.js';
import { bedrock } from '../../../../src/bridges/bedrock.js';
import {
  type DeclareOptions,
  extendModels,
  runTools,
  StreamAccumulator,
  ToolCallResults,
  ToolCalls,
} from '../../../../src/bridges/calling/index.js';
import { cohere } from '../../../../src/bridges/cohere.js';
import { gemini } from '../../../../src/bridges/gemini.js';
import { mistral } from '../../../../src/bridges/mistral.js';
import { ollama } from '../../../../src/bridges/ollama.js';
import { openai } from '../../../../src/bridges/openai.js';
import { openaiResponses } from '../../../../src/bridges/openai-responses.js';
import { chooseBridge, readReply, text, textBridge, withBridgeChoice } from '../../../../src/bridges/text.js';
import { Tool, ToolError } from '../../../../src/index.js';
import { scriptedClient, scriptedProviders } from './clients.js';

const search = new Tool({
  name: 'search',
  description: 'Search for documents.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string' }, k: { type: 'integer', default: 3 } },
    required: ['query'],
  },
  handler: ({ query, k }) => `${String(query)} ${String(k)}`,
});

describe('parity: what a model is told of tools', () => {
  it('[DSPY-54] [DSPY-61] [A-04] [A-05] the descriptor, exactly: the default stays, and is what makes it optional', () => {
    const [tool] = openai.toTools([search], { strict: false }) as { type: string; function: { parameters: Record<string, unknown> } }[];
    assert.deepEqual(tool, {
      type: 'function',
      function: {
        name: 'search',
        description: 'Search for documents.',
        parameters: {
          type: 'object',
          properties: { query: { type: 'string' }, k: { type: 'integer', default: 3 } },
          required: ['query'],
        },
      },
    });
  });

  it('[A-22] the flat form of Responses', () => {
    const [tool] = openaiResponses.toTools([search], { strict: false }) as unknown as Record<string, unknown>[];
    assert.deepEqual(Object.keys(tool ?? {}).sort(), ['description', 'name', 'parameters', 'strict', 'type']);
    assert.deepEqual([tool?.['type'], tool?.['name'], tool?.['strict']], ['function', 'search', false]);
  });

  it('[DSPY-61] what is nullable and has no default stays required', () => {
    const given = new Tool({
      name: 'n',
      inputSchema: { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] },
      handler: () => '',
    });
    const [tool] = openai.toTools([given], { strict: false }) as { function: { parameters: { required?: string[] } } }[];
    assert.deepEqual(tool?.function.parameters.required, ['a']);
  });

  for (const provider of scriptedProviders.filter((one) => one !== 'text'))
    it(`[DSPY-54] [DSPY-55] natively, tools go in their field alone, never in the messages: ${provider}`, async () => {
      const { client, requests } = scriptedClient(provider, ['hi']);
      await runTools({ client, model: 'm', messages: [], tools: [search] });
      const { messages, input, contents, ...rest } = requests[0] ?? {};
      assert.deepEqual([messages ?? input ?? contents], [[]]);
      assert.match(JSON.stringify(rest), /Search for documents/);
    });

  it('[DSPY-57] [A-03] in text, stray fields of native calls are left out, and the rest goes along', async () => {
    const { client, requests } = scriptedClient('text', ['hi']);
    const stray: Record<string, unknown> = { tools: [{}], tool_choice: 'auto', parallel_tool_calls: true, temperature: 0 };
    await runTools({ client, model: 'm', messages: [{ role: 'user', content: 'q' }], tools: [search], request: stray });
    assert.deepEqual(Object.keys(requests[0] ?? {}).sort(), ['messages', 'model', 'temperature']);
    assert.match(JSON.stringify(requests[0]?.['messages']), /Search for documents/);
  });

  it('[DSPY-50] [DSPY-53] natively only where that is wanted and the model can; in silence otherwise', () => {
    const forget = extendModels([{ match: 'plain-model', supportsFunctionCalling: false }]);
    const pick = (model: Parameters<typeof chooseBridge>[0]['model'], useNative?: boolean): string =>
      chooseBridge({ model, native: 'native', text: 'text', ...(useNative !== undefined && { useNative }) });
    try {
      assert.deepEqual(
        [pick('gpt-5.5', true), pick('gpt-5.5', false), pick('plain-model', true), pick('plain-model', false)],
        ['native', 'text', 'text', 'text'],
      );
      for (const supports of [false, () => false]) assert.equal(pick({ supportsFunctionCalling: supports }, true), 'text');
      for (const supports of [true, () => true]) assert.equal(pick({ supportsFunctionCalling: supports }, true), 'native');
      assert.equal(pick({ name: 'plain-model' }, true), 'text');
    } finally {
      forget();
    }
  });

  it('[DSPY-52] chosen by scope: it ends with the function, and those side by side have their own', async () => {
    const pick = (useNative?: boolean): string =>
      chooseBridge({ model: 'gpt-5.5', native: 'native', text: 'text', ...(useNative !== undefined && { useNative }) });
    const later = async (): Promise<string> => {
      await new Promise(setImmediate);
      return pick();
    };
    assert.deepEqual(
      await Promise.all([
        withBridgeChoice({ useNative: false }, later),
        withBridgeChoice({ useNative: true }, later),
        later(),
        withBridgeChoice({ useNative: false }, () => withBridgeChoice({ useNative: true }, later)),
        withBridgeChoice({ useNative: false }, () => withBridgeChoice({}, later)),
        withBridgeChoice({ useNative: false }, async () => pick(true)),
      ]),
      ['text', 'native', 'native', 'native', 'text', 'native'],
    );
    assert.equal(pick(), 'native');
    assert.throws(() => withBridgeChoice({ useNative: false }, () => assert.fail('in it')), /in it/);
    assert.equal(pick(), 'native');
  });

  for (const provider of ['openai-chat', 'text'] as const)
    it(`[DSPY-56] the same tool in either mode: ${provider}`, async () => {
      const { client, requests } = scriptedClient(provider, [[{ id: 'c1', name: 'search', args: { query: 'x' } }], 'done']);
      const { toolsUsed, text: said } = await runTools({ client, model: 'm', messages: [{ role: 'user', content: 'q' }], tools: [search] });
      assert.deepEqual([said, toolsUsed[0]?.result.value], ['done', 'x 3']);
      assert.match(JSON.stringify(requests[1]), /x 3/);
    });
});

describe('parity: what the author of a request adds', () => {
  interface Declarer {
    toTools(tools: readonly Tool[], options?: DeclareOptions): unknown[];
  }
  const vendor = {
    name: 'evil',
    type: 'evil',
    description: 'evil',
    parameters: {},
    input_schema: {},
    function: { name: 'evil', vendor: 1 },
  };
  const all = { openai, openaiResponses, anthropic, mistral, cohere, ollama, bedrock, gemini };
  for (const [name, bridge] of Object.entries(all) as [string, Declarer][])
    it(`[DSPY-87] [R-13] never takes the place of what the bridge says: ${name}`, () => {
      const [plain] = bridge.toTools([search]) as Record<string, unknown>[];
      const [made] = bridge.toTools([search], { extra: () => ({ ...vendor, vendor_key: 1 }) }) as Record<string, unknown>[];
      for (const [key, value] of Object.entries(plain ?? {})) {
        const now = made?.[key];
        if (typeof value === 'object' && !Array.isArray(value)) assert.deepEqual({ ...(now as object), ...(value as object) }, now, key);
        else assert.deepEqual(now, value, key);
      }
    });

  it('[DSPY-87] [R-12] strict and keys of a vendor survive', () => {
    const [flat] = openaiResponses.toTools([search], { strict: true, extra: () => ({ vendor: 1 }) }) as unknown as Record<
      string,
      unknown
    >[];
    assert.deepEqual([flat?.['strict'], flat?.['vendor']], [true, 1]);
    const [nested] = openai.toTools([search], { extra: () => ({ vendor: 1, function: { inner: 2 } }) }) as unknown as {
      vendor: number;
      function: Record<string, unknown>;
    }[];
    assert.deepEqual([nested?.vendor, nested?.function['inner'], nested?.function['strict']], [1, 2, true]);
    const given = {
      type: 'function',
      function: { name: 'theirs', strict: true, vendor: 1, parameters: { type: 'object', properties: {} } },
    };
    assert.deepEqual(openai.toTools([], { builtIn: [given] }), [given]);
  });
});

describe('parity: what an answer says', () => {
  const native = [{ id: 'c1', type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } }];

  it('[DSPY-62] [A-15] [A-18] a call without text: the call, and nothing for the other fields', () => {
    for (const said of [null, undefined, '']) {
      const { calls, fields } = readReply({ calls: native, ...(said !== undefined && { text: said }) }, ['answer']);
      assert.deepEqual(
        Array.from(calls, ({ id, name, args }) => [id, name, args]),
        [['c1', 'search', { query: 'x' }]],
      );
      assert.deepEqual(fields, { answer: null });
    }
  });

  it('[DSPY-62] [A-19] [A-20] text beside a call is tolerated, and read where it can be', () => {
    const loose = readReply({ calls: native, text: 'let me {see' }, ['answer']);
    assert.deepEqual([loose.calls.length, loose.fields['answer'], loose.text], [1, null, 'let me {see']);
    const formed = readReply({ calls: native, text: '[[ ## answer ## ]]\n42' }, ['answer']);
    assert.deepEqual([formed.calls.length, formed.fields['answer']], [1, '42']);
  });

  it('[DSPY-62] the native calls decide, whatever the text says', () => {
    const { calls } = readReply({ calls: native, text: '[[ ## tool_calls ## ]]\n{"tool_calls":[{"name":"other","args":{}}]}' });
    assert.deepEqual(
      Array.from(calls, ({ name }) => name),
      ['search'],
    );
  });

  it('[DSPY-62] [A-16] text alone', () => {
    for (const calls of [undefined, null, []]) {
      const reply = readReply({ text: '[[ ## answer ## ]]\n42', ...(calls !== undefined && { calls }) }, ['answer']);
      assert.deepEqual([reply.calls.length, reply.fields['answer']], [0, '42']);
    }
  });

  for (const said of [null, undefined, '', '  \n'])
    it(`[DSPY-62] [A-23] nothing at all is an error, in these words: ${JSON.stringify(said)}`, () =>
      assert.throws(
        () => readReply({ calls: [], ...(said !== undefined && { text: said }) }),
        (error) => error instanceof ToolError && error.message === 'The LM returned an empty or null response.',
      ));

  it('[A-21] [DSPY-70] a call of a response: call_id, and arguments that are mended', () => {
    const output = [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'search', arguments: '{"query": "x",}' }];
    const [call] = openaiResponses.parseCalls({ output } as never, [search]);
    assert.deepEqual([call?.id, call?.args], ['call_1', { query: 'x' }]);
  });

  it('[R-19] arguments that cannot be read are kept as they came, with the reason', () => {
    const output = [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'search', arguments: '{"query": "x' }];
    const [call] = openaiResponses.parseCalls({ output } as never, [search]);
    assert.equal(call?.args, '{"query": "x');
    assert.ok(call.problem);
  });

  it('[R-16] a stream that ends inside of arguments is told of, and what came is no call that runs', () => {
    const stream = new StreamAccumulator();
    stream.push({ type: 'call', key: 0, id: 'c1', name: 'search', args: '{"query": "x' });
    assert.equal(stream.incomplete().length, 1);
    assert.match(stream.incomplete()[0]?.message ?? '', /arguments/);
    assert.ok(stream.calls()[0]?.problem);
  });
});

describe('parity: a history in text', () => {
  const calls = ToolCalls.fromList([{ id: 'c1', name: 'search', args: { query: 'x' } }]);
  const results = ToolCallResults.fromCallsAndValues(calls, [{ found: 'ü' }]);
  const heads = {
    chat: ['[[ ## tool_calls ## ]]\n', '[[ ## tool_call_results ## ]]\n', ''],
    xml: ['<tool_calls>\n', '<tool_call_results>\n', '\n</tool_call_results>'],
  } as const;
  const told = '{"tool_call_results":[{"call_id":"c1","name":"search","value":{"found":"ü"},"is_error":false}]}';

  for (const [form, [callsHead, head, tail]] of Object.entries(heads) as [keyof typeof heads, readonly string[]][])
    it(`[DSPY-81] [A-13] [A-14] calls without ids in the assistant's text, results in a message of the user's: ${form}`, () => {
      const messages = textBridge({ form }).replay(calls, results, 'thinking');
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['assistant', 'user'],
      );
      assert.ok(messages[0]?.content.includes(`${callsHead}{"tool_calls":[{"name":"search","args":{"query":"x"}}]}`));
      assert.equal(messages[1]?.content, `${head}${told}${tail}`);
    });

  it('[DSPY-79] [DSPY-81] what does not pair leaves the text alone', () => {
    assert.deepEqual(text.replay(calls, [], 'thinking'), [{ role: 'assistant', content: 'thinking' }]);
    assert.deepEqual(text.replay(calls, [], ''), []);
  });
});
