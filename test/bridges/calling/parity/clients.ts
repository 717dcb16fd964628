/** A client for each API that says what a script tells it to, and keeps what it was sent: as little of a client as `runTools` needs. */
import type { Driver, Provider, RunClient } from '../../../../src/bridges/calling/index.js';
import { textDriver } from '../../../../src/bridges/text.js';

export interface ScriptedCall {
  id?: string;
  name: string;
  args: object;
}

/** One answer of the model: text, or calls. */
export type Said = string | ScriptedCall[];

export interface ScriptedClient {
  client: RunClient | Driver;
  /** The requests, as they were when they were sent. */
  requests: Record<string, unknown>[];
}

type Answer = (said: Said) => unknown;

const textOf = (said: Said): string => (typeof said === 'string' ? said : '');
const callsOf = (said: Said): ScriptedCall[] => (typeof said === 'string' ? [] : said);
const json = (value: object): string => JSON.stringify(value);

const chatMessage = (said: Said) => ({
  role: 'assistant',
  content: textOf(said),
  tool_calls: callsOf(said).map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: json(args) } })),
});
const camelMessage = (said: Said) => {
  const { tool_calls: toolCalls, ...message } = chatMessage(said);
  return { ...message, toolCalls };
};

const responseItems = (said: Said) => [
  ...(textOf(said) === '' ? [] : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: textOf(said) }] }]),
  ...callsOf(said).map(({ id, name, args }) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: json(args) })),
];
const blocks = (said: Said) => [
  ...(textOf(said) === '' ? [] : [{ type: 'text', text: textOf(said) }]),
  ...callsOf(said).map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
];
const parts = (said: Said) => [
  ...(textOf(said) === '' ? [] : [{ text: textOf(said) }]),
  ...callsOf(said).map(({ id, name, args }) => ({ functionCall: { ...(id !== undefined && { id }), name, args } })),
];
const converseBlocks = (said: Said) => [
  ...(textOf(said) === '' ? [] : [{ text: textOf(said) }]),
  ...callsOf(said).map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } })),
];
const ollamaMessage = (said: Said) => ({
  role: 'assistant',
  content: textOf(said),
  tool_calls: callsOf(said).map(({ name, args }) => ({ function: { name, arguments: args } })),
});

type Ask = (request: Record<string, unknown>) => Promise<unknown>;

/** Whose client answers how, and where its functions stand. */
const clients: Record<string, { answer: Answer; client(ask: Ask): RunClient | Driver }> = {
  'openai-chat': {
    answer: (said) => ({ choices: [{ message: chatMessage(said) }] }),
    client: (ask) => ({ chat: { completions: { create: ask } } }),
  },
  'openai-responses': {
    answer: (said) => ({ output: responseItems(said) }),
    client: (ask) => ({ responses: { create: ask } }),
  },
  anthropic: { answer: (said) => ({ content: blocks(said) }), client: (ask) => ({ messages: { create: ask } }) },
  gemini: {
    answer: (said) => ({ candidates: [{ content: { role: 'model', parts: parts(said) } }] }),
    client: (ask) => ({ models: { generateContent: ask } }),
  },
  bedrock: {
    answer: (said) => ({ output: { message: { role: 'assistant', content: converseBlocks(said) } } }),
    client: (ask) => ({
      config: { serviceId: 'Bedrock Runtime' },
      send: ({ input }: { input: Record<string, unknown> }) => ask(input),
    }),
  },
  mistral: {
    answer: (said) => ({ choices: [{ message: camelMessage(said) }], usage: {} }),
    client: (ask) => ({ chat: { complete: ask, stream: ask } }),
  },
  cohere: { answer: (said) => ({ message: camelMessage(said) }), client: (ask) => ({ chat: ask, chatStream: ask }) },
  ollama: {
    answer: (said) => ({ message: ollamaMessage(said) }),
    client: (ask) => ({ chat: ask, generate: ask, pull: ask }),
  },
  text: {
    answer: (said) => (typeof said === 'string' ? said : `[[ ## tool_calls ## ]]\n${json({ tool_calls: said })}`),
    client: (ask) => textDriver((request) => ask({ ...request }) as Promise<string>),
  },
};

export const scriptedProviders = Object.keys(clients) as Provider[];

/** Answers with one line of the script after the other; with the last one over and over. */
export function scriptedClient(provider: Provider, script: readonly Said[]): ScriptedClient {
  const requests: Record<string, unknown>[] = [];
  const { answer, client } = clients[provider] as (typeof clients)[string];
  const ask: Ask = async (request) => {
    const said = script[Math.min(requests.length, script.length - 1)] ?? '';
    requests.push(structuredClone(request));
    return answer(said);
  };
  return { client: client(ask), requests };
}
