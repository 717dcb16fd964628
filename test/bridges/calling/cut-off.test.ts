import assert from 'node:assert/strict';
import { anthropic } from '../../../src/bridges/anthropic.js';
import { bedrock } from '../../../src/bridges/bedrock.js';
import type { NativeTypes } from '../../../src/bridges/calling/bridge.js';
import { type ToolCalls } from '../../../src/bridges/calling/calls.js';
import type { NativeBridge } from '../../../src/bridges/calling/define.js';
import { executeCalls } from '../../../src/bridges/calling/execute.js';
import { cohere } from '../../../src/bridges/cohere.js';
import { mistral } from '../../../src/bridges/mistral.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { openai } from '../../../src/bridges/openai.js';
import { Tool, ToolRegistry } from '../../../src/index.js';

/** Calls of a tool that wants no arguments: their arguments as the API has them, as far as they came. */
type Texts = readonly string[];

/** How an API says that the answer was cut off, or that it was not. `stream` has only what the model got to write. */
interface Api {
  bridge: unknown;
  /** The arguments of whole answers are objects. */
  hasObjects?: true;
  whole(texts: Texts, isCut: boolean): unknown;
  stream(texts: Texts, isCut: boolean): unknown[];
}

const parsed = (text: string): unknown => (text === '' ? {} : JSON.parse(text.endsWith('}') ? text : '{}'));
const id = (index: number): string => `call${index}`.padEnd(9, '0');
const chatCalls = (texts: Texts) => texts.map((text, index) => ({ id: id(index), index, function: { name: 'clear', arguments: text } }));

const apis: Record<string, Api> = {
  'OpenAI Chat Completions': {
    bridge: openai,
    whole: (texts, isCut) => ({
      choices: [
        {
          finish_reason: isCut ? 'length' : 'tool_calls',
          message: { tool_calls: chatCalls(texts).map((one) => ({ ...one, type: 'function' })) },
        },
      ],
    }),
    stream: (texts, isCut) => [
      { choices: [{ index: 0, delta: { tool_calls: chatCalls(texts) } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: isCut ? 'length' : 'tool_calls' }] },
    ],
  },
  'OpenAI Responses': {
    bridge: openaiResponses,
    whole: (texts, isCut) => ({ output: items(texts, isCut) }),
    stream: (texts, isCut) =>
      items(texts, isCut).flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item: { ...item, arguments: '', status: 'in_progress' } },
        { type: 'response.function_call_arguments.delta', output_index, item_id: item.id, delta: item.arguments },
        { type: 'response.output_item.done', output_index, item },
      ]),
  },
  'Anthropic Messages': {
    bridge: anthropic,
    hasObjects: true,
    whole: (texts, isCut) => ({
      stop_reason: isCut ? 'max_tokens' : 'tool_use',
      content: texts.map((text, index) => ({ type: 'tool_use', id: id(index), name: 'clear', input: parsed(text) })),
    }),
    stream: (texts, isCut) => [
      ...texts.flatMap((text, index) => [
        { type: 'content_block_start', index, content_block: { type: 'tool_use', id: id(index), name: 'clear', input: {} } },
        { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: text } },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason: isCut ? 'max_tokens' : 'tool_use' }, usage: { output_tokens: 1 } },
    ],
  },
  'Bedrock Converse': {
    bridge: bedrock,
    hasObjects: true,
    whole: (texts, isCut) => ({
      stopReason: isCut ? 'max_tokens' : 'tool_use',
      output: {
        message: { content: texts.map((text, index) => ({ toolUse: { toolUseId: id(index), name: 'clear', input: parsed(text) } })) },
      },
    }),
    stream: (texts, isCut) => [
      ...texts.flatMap((text, contentBlockIndex) => [
        { contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId: id(contentBlockIndex), name: 'clear' } } } },
        { contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input: text } } } },
        { contentBlockStop: { contentBlockIndex } },
      ]),
      { messageStop: { stopReason: isCut ? 'max_tokens' : 'tool_use' } },
    ],
  },
  Mistral: {
    bridge: mistral,
    whole: (texts, isCut) => ({ choices: [{ finishReason: isCut ? 'length' : 'tool_calls', message: { toolCalls: chatCalls(texts) } }] }),
    stream: (texts, isCut) => [
      { data: { choices: [{ delta: { toolCalls: chatCalls(texts) }, finishReason: null }] } },
      { data: { choices: [{ delta: {}, finishReason: isCut ? 'length' : 'tool_calls' }] } },
    ],
  },
  'Cohere v2': {
    bridge: cohere,
    whole: (texts, isCut) => ({ finishReason: isCut ? 'MAX_TOKENS' : 'TOOL_CALL', message: { toolCalls: chatCalls(texts) } }),
    stream: (texts, isCut) => [
      ...chatCalls(texts).flatMap((toolCalls, index) => [
        { type: 'tool-call-start', index, delta: { message: { toolCalls } } },
        ...(isCut && index === texts.length - 1 ? [] : [{ type: 'tool-call-end', index }]),
      ]),
      { type: 'message-end', delta: { finishReason: isCut ? 'MAX_TOKENS' : 'TOOL_CALL' } },
    ],
  },
};

const items = (texts: Texts, isCut: boolean) =>
  texts.map((text, index) => ({
    type: 'function_call',
    id: `fc_${index}`,
    call_id: id(index),
    name: 'clear',
    arguments: text,
    status: isCut && index === texts.length - 1 ? 'incomplete' : 'completed',
  }));

for (const [title, { bridge: given, hasObjects, whole, stream }] of Object.entries(apis)) {
  const bridge = given as NativeBridge<NativeTypes>;
  const clear = new Tool({
    name: 'clear',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    handler: () => 'cleared',
  });
  const ways: Record<string, (texts: Texts, isCut: boolean) => ToolCalls> = {
    whole: (texts, isCut) => bridge.parseCalls(whole(texts, isCut), [clear]),
    streamed: (texts, isCut) => {
      const accumulation = bridge.accumulate([clear]);
      for (const chunk of stream(texts, isCut)) accumulation.push(chunk);
      return accumulation.calls();
    },
  };

  describe(`${title}: an answer that reached its limit within a call`, () => {
    for (const [way, callsOf] of Object.entries(ways)) {
      const outcomes = async (texts: Texts, isCut: boolean): Promise<string[]> => {
        const results = await executeCalls(callsOf(texts, isCut), new ToolRegistry().register(clear));
        return results.map(({ isError, content }) => (isError ? JSON.stringify(content) : 'ran'));
      };

      it(`[R-16] a call whose arguments did not come is not run with none, and the model is told: ${way}`, async () => {
        const [first, last] = await outcomes(['{"path":"a"}', ''], true);
        assert.equal(first, 'ran');
        assert.match(last ?? '', /answer ended within this call, and nothing was run/);
      });

      it(`calls without arguments run where the answer is whole: ${way}`, async () => {
        assert.deepEqual(await outcomes(['', ''], false), ['ran', 'ran']);
        assert.deepEqual(await outcomes(['{}'], false), ['ran']);
      });

      it(`what came in part is refused: ${way}`, async () => {
        const [only] = await outcomes(['{"path":"a'], true);
        assert.match(only ?? '', /truncated at 10 characters|ended within this call/);
      });

      if (hasObjects && way === 'whole')
        it('an object does not tell whether it is whole', async () =>
          assert.match((await outcomes(['{"path":"a"}'], true))[0] ?? '', /ended within/));
      else it(`JSON that is whole runs: ${way}`, async () => assert.deepEqual(await outcomes(['{"path":"a"}'], true), ['ran']));
    }
  });
}
