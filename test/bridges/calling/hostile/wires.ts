/** One answer of each API with the given calls, whatever they are, and the bridge that reads it. */
import { anthropic } from '../../../../src/bridges/anthropic.js';
import { bedrock } from '../../../../src/bridges/bedrock.js';
import type { NativeTypes } from '../../../../src/bridges/calling/bridge.js';
import type { NativeBridge } from '../../../../src/bridges/calling/define.js';
import { cohere } from '../../../../src/bridges/cohere.js';
import { gemini } from '../../../../src/bridges/gemini.js';
import { mistral } from '../../../../src/bridges/mistral.js';
import { ollama } from '../../../../src/bridges/ollama.js';
import { openai } from '../../../../src/bridges/openai.js';
import { openaiResponses } from '../../../../src/bridges/openai-responses.js';

/** As a server may send it. */
export interface SentCall {
  id?: unknown;
  name?: unknown;
  args?: unknown;
}

export interface Wire {
  bridge: NativeBridge<NativeTypes>;
  answer(calls: readonly SentCall[]): unknown;
}

/** Where arguments are objects, JSON text has been read by the SDK. */
function value(args: unknown): unknown {
  if (typeof args !== 'string') return args;
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}

const chat = ({ id, name, args }: SentCall): object => ({ id, type: 'function', function: { name, arguments: args } });
const as = (bridge: unknown): NativeBridge<NativeTypes> => bridge as NativeBridge<NativeTypes>;

/** By name. */
export const wires: Readonly<Record<string, Wire>> = {
  openai: {
    bridge: as(openai),
    answer: (calls) => ({ choices: [{ index: 0, message: { role: 'assistant', content: null, tool_calls: calls.map(chat) } }] }),
  },
  'openai-responses': {
    bridge: as(openaiResponses),
    answer: (calls) => ({ output: calls.map(({ id, name, args }) => ({ type: 'function_call', call_id: id, name, arguments: args })) }),
  },
  anthropic: {
    bridge: as(anthropic),
    answer: (calls) => ({ content: calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: value(args) })) }),
  },
  gemini: {
    bridge: as(gemini),
    answer: (calls) => ({
      candidates: [{ content: { parts: calls.map(({ id, name, args }) => ({ functionCall: { id, name, args: value(args) } })) } }],
    }),
  },
  bedrock: {
    bridge: as(bedrock),
    answer: (calls) => ({
      output: { message: { content: calls.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: value(args) } })) } },
    }),
  },
  mistral: { bridge: as(mistral), answer: (calls) => ({ choices: [{ message: { role: 'assistant', toolCalls: calls.map(chat) } }] }) },
  cohere: { bridge: as(cohere), answer: (calls) => ({ message: { role: 'assistant', toolCalls: calls.map(chat) } }) },
  ollama: {
    bridge: as(ollama),
    answer: (calls) => ({
      message: { content: '', tool_calls: calls.map(({ name, args }) => ({ function: { name, arguments: value(args) } })) },
    }),
  },
};
