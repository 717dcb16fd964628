/** Which endings leave the last call of an answer unfinished: the words of each provider, as its SDK has them, whole and streamed. */
import assert from 'node:assert/strict';
import { anthropic } from '../../src/bridges/anthropic.js';
import { bedrock } from '../../src/bridges/bedrock.js';
import type { NativeTypes } from '../../src/bridges/calling/bridge.js';
import type { NativeBridge } from '../../src/bridges/calling/define.js';
import { cohere } from '../../src/bridges/cohere.js';
import { gemini } from '../../src/bridges/gemini.js';
import { mistral } from '../../src/bridges/mistral.js';
import { ollama } from '../../src/bridges/ollama.js';
import { openaiResponses } from '../../src/bridges/openai-responses.js';
import { openai } from '../../src/bridges/openai.js';

/** An answer that is one call without arguments. */
interface Api {
  bridge: unknown;
  /** The call may lack its arguments. */
  unfinished: readonly string[];
  /** It is as the model wanted it. */
  finished: readonly (string | undefined)[];
  whole(word: string | undefined): unknown;
  stream(word: string | undefined): unknown[];
}

const call = { id: 'call00000', index: 0, type: 'function', function: { name: 'clear', arguments: '' } };
const item = { type: 'function_call', id: 'fc', call_id: 'call00000', name: 'clear', arguments: '' };
const responseOf = (word = 'completed', output: readonly object[] = [item]) =>
  word === 'completed' || word === 'failed'
    ? { status: word, output }
    : { status: 'incomplete', incomplete_details: { reason: word }, output };

const apis: Record<string, Api> = {
  'OpenAI Chat Completions': {
    bridge: openai,
    unfinished: ['length', 'content_filter', 'error'],
    finished: ['tool_calls', 'stop', 'function_call', 'eos', undefined],
    whole: (word) => ({ choices: [{ finish_reason: word, message: { tool_calls: [call] } }] }),
    stream: (word) => [
      { choices: [{ index: 0, delta: { tool_calls: [call] } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: word }] },
    ],
  },
  'OpenAI Responses': {
    bridge: openaiResponses,
    unfinished: ['max_output_tokens', 'content_filter'],
    finished: ['completed'],
    whole: (word) => responseOf(word),
    stream: (word) => [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: `response.${responseOf(word).status}`, response: responseOf(word) },
    ],
  },
  'Anthropic Messages': {
    bridge: anthropic,
    unfinished: ['max_tokens', 'model_context_window_exceeded', 'refusal'],
    finished: ['tool_use', 'end_turn', 'stop_sequence', undefined],
    whole: (word) => ({ stop_reason: word, content: [{ type: 'tool_use', id: 'a', name: 'clear', input: {} }] }),
    stream: (word) => [
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'clear', input: {} } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: word }, usage: { output_tokens: 1 } },
    ],
  },
  'Bedrock Converse': {
    bridge: bedrock,
    unfinished: [
      'max_tokens',
      'model_context_window_exceeded',
      'guardrail_intervened',
      'content_filtered',
      'malformed_model_output',
      'malformed_tool_use',
    ],
    finished: ['tool_use', 'end_turn', 'stop_sequence', undefined],
    whole: (word) => ({ stopReason: word, output: { message: { content: [{ toolUse: { toolUseId: 'a', name: 'clear', input: {} } }] } } }),
    stream: (word) => [
      { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'a', name: 'clear' } } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: word } },
    ],
  },
  Mistral: {
    bridge: mistral,
    unfinished: ['length', 'model_length', 'content_filter', 'error'],
    finished: ['tool_calls', 'stop', undefined],
    whole: (word) => ({ choices: [{ finishReason: word, message: { toolCalls: [call] } }] }),
    stream: (word) => [
      { data: { choices: [{ delta: { toolCalls: [call] }, finishReason: null }] } },
      { data: { choices: [{ delta: {}, finishReason: word }] } },
    ],
  },
  'Cohere v2': {
    bridge: cohere,
    unfinished: ['MAX_TOKENS', 'ERROR', 'TIMEOUT', 'ERROR_LIMIT', 'ERROR_TOXIC'],
    finished: ['TOOL_CALL', 'COMPLETE', 'STOP_SEQUENCE', undefined],
    whole: (word) => ({ finishReason: word, message: { toolCalls: [call] } }),
    stream: (word) => [
      { type: 'tool-call-start', index: 0, delta: { message: { toolCalls: call } } },
      { type: 'message-end', delta: { finishReason: word } },
    ],
  },
  // Calls of these come whole, or not at all.
  'Gemini generateContent': {
    bridge: gemini,
    unfinished: [],
    finished: ['STOP', 'MAX_TOKENS', 'SAFETY', undefined],
    whole: (word) => ({ candidates: [{ finishReason: word, content: { parts: [{ functionCall: { name: 'clear' } }] } }] }),
    stream: (word) => [
      { candidates: [{ content: { parts: [{ functionCall: { name: 'clear' } }] } }] },
      { candidates: [{ finishReason: word, content: { parts: [{ text: '' }] } }] },
    ],
  },
  Ollama: {
    bridge: ollama,
    unfinished: [],
    finished: ['stop', 'length', undefined],
    whole: (word) => ({ done: true, done_reason: word, message: { tool_calls: [{ function: { name: 'clear', arguments: {} } }] } }),
    stream: (word) => [
      { done: false, message: { tool_calls: [{ function: { name: 'clear', arguments: {} } }] } },
      { done: true, done_reason: word, message: { content: '' } },
    ],
  },
};

describe('endings that leave the last call of an answer unfinished', () => {
  for (const [title, { bridge: given, unfinished, finished, whole, stream }] of Object.entries(apis)) {
    const bridge = given as NativeBridge<NativeTypes>;
    const streamed = (word: string | undefined): ReturnType<typeof bridge.parseCalls> => {
      const accumulation = bridge.accumulate();
      for (const chunk of stream(word)) accumulation.push(chunk);
      return accumulation.calls();
    };
    const ways = { whole: (word: string | undefined) => bridge.parseCalls(whole(word)), streamed };
    for (const [way, callsOf] of Object.entries(ways)) {
      for (const word of unfinished)
        it(`${title}: ${word}, ${way}`, () => assert.match(callsOf(word)[0]?.refusal ?? '', /ended within this call, and nothing was run/));
      for (const word of finished)
        it(`${title}: not ${word ?? 'one that does not say'}, ${way}`, () => {
          const [only, ...others] = callsOf(word);
          assert.deepEqual([only?.name, only?.args, only?.refusal, others], ['clear', {}, undefined, []]);
        });
    }
  }
});

describe('OpenAI Responses: an answer that is incomplete, with items that do not say so', () => {
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'And', annotations: [] }] };
  const refusals = (output: readonly object[]): (string | undefined)[][] => {
    const response = responseOf('max_output_tokens', output);
    const accumulation = openaiResponses.accumulate();
    for (const [output_index, one] of output.entries())
      accumulation.push({ type: 'response.output_item.done', output_index, item: one } as never);
    accumulation.push({ type: 'response.incomplete', response } as never);
    return [openaiResponses.parseCalls(response as never), accumulation.calls()].map((calls) => calls.map(({ refusal }) => refusal));
  };
  const whole = { ...item, call_id: 'call00001', arguments: '{}' };

  it('the last call is the one that may lack its arguments', () => {
    for (const [first, last] of refusals([whole, item]))
      assert.deepEqual([first, last?.includes('ended within this call')], [undefined, true]);
  });

  it('a response that failed has one too', () => {
    for (const status of ['failed', 'cancelled'])
      assert.match(openaiResponses.parseCalls({ status, output: [item] } as never)[0]?.refusal ?? '', /ended within this call/);
  });

  it('not where something came after it, or where it says that it is complete', () => {
    assert.deepEqual(refusals([item, said]), [[undefined], [undefined]]);
    assert.deepEqual(refusals([{ ...item, status: 'completed' }]), [[undefined], [undefined]]);
  });
});
