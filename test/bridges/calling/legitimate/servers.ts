/** Clients and servers that are not quite like the provider's own. */
const said = { choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] };
const create = async (): Promise<object> => said;
const toolMessage = async (): Promise<object> => ({ message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] } });
export const inChunks = (...chunks: object[]) =>
  async function (): Promise<AsyncIterable<object>> {
    return (async function* () {
      yield* chunks;
    })();
  };
const chat = (create: unknown): object => ({ chat: { completions: { create } } });
const proxied = (of: object): object =>
  new Proxy(of, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'object' && value !== null ? proxied(value) : value;
    },
  });

class Hidden {
  readonly #said = said;
  readonly chat = { completions: { create: async () => this.#said } };
}

const whole = { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' };
/** Clients that only look like the official ones, as far as is needed. */
export const clients: Readonly<Record<string, object>> = {
  'private fields': { client: new Hidden() },
  'a proxy': { client: proxied(chat(create)) },
  'a function with methods': { client: Object.assign(() => {}, chat(create)) },
  'a deployment of Azure': { client: { ...chat(create), deploymentName: 'd' }, model: '' },
  'only what Ollama needs': { client: { chat: toolMessage }, provider: 'ollama' },
  'only what Mistral needs': { client: { chat: { complete: create } }, provider: 'mistral' },
  'only what Cohere needs': { client: { chat: toolMessage }, provider: 'cohere' },
  'only what is needed of Cohere v2': { client: { v2: { chat: toolMessage } }, provider: 'cohere' },
  'only what Bedrock needs': {
    client: { send: async () => ({ output: { message: { content: [{ text: 'Hi' }] } } }) },
    provider: 'bedrock',
  },
  'a promise that looks official': {
    client: chat(() => Object.assign(inChunks({ choices: [whole] })(), { asResponse: async () => ({}) })),
    stream: true,
  },
};

export const piece = (delta: object | null, end: string | null = null): object => ({ choices: [{ index: 0, delta, finish_reason: end }] });
const spent = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const event = (type: string, more: object = {}): object => ({ type, ...more });
const camelPiece = (choice: object): object => ({ data: { choices: [{ index: 0, ...choice }] } });
const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };

/** Chunks of servers that are not quite like the provider's own. */
export const streams: Readonly<Record<string, { client(ask: unknown): object; chunks: readonly object[] }>> = {
  'no delta at the end': {
    client: chat,
    chunks: [piece({ role: 'assistant', content: null }), piece({ content: 'Hi' }), piece(null, 'stop')],
  },
  'no choices': {
    client: chat,
    chunks: [{ id: 'ping' }, piece({ content: 'Hi' }), piece({}, 'stop'), { choices: null, usage: spent }, {}],
  },
  'reasoning and words of a gateway': {
    client: chat,
    chunks: [{ choices: [] }, piece({ reasoning_content: 'x', reasoning_details: [] }), piece({ content: 'Hi' }, ''), piece({}, 'eos')],
  },
  'null in place of calls': { client: chat, chunks: [piece({ content: 'Hi', tool_calls: null, function_call: null }), piece({}, 'stop')] },
  'Responses without output at the end': {
    client: (create) => ({ responses: { create } }),
    chunks: [
      event('response.output_text.delta', { delta: 'Hi', item_id: 'm', output_index: 0 }),
      event('keepalive'),
      event('response.output_item.done', { output_index: 0, item: message }),
      event('response.completed', { response: { status: 'completed', output: null } }),
    ],
  },
  'Anthropic without usage': {
    client: (create) => ({ messages: { create } }),
    chunks: [
      event('ping'),
      event('message_start', { message: { content: [] } }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('content_block_delta', { index: 0, delta: { type: 'of_tomorrow' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: null }),
    ],
  },
  'Gemini with nothing at the end': {
    client: (ask) => ({ models: { generateContent: ask, generateContentStream: ask } }),
    chunks: [{ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] }, { candidates: [{ finishReason: 'STOP' }] }, { candidates: null }],
  },
  'Mistral without a delta at the end': {
    client: (ask) => ({ chat: { complete: ask, stream: ask } }),
    chunks: [camelPiece({ delta: { content: 'Hi' } }), camelPiece({ finishReason: 'stop' }), { data: { choices: [], usage: {} } }],
  },
};

/** The same of whole answers. */
export const answers: Readonly<Record<string, { client(ask: unknown): object; answer: object; text: string }>> = {
  'calls that are null': {
    client: chat,
    answer: { choices: [{ message: { role: 'assistant', content: 'Hi', tool_calls: null, function_call: null } }], usage: null },
    text: 'Hi',
  },
  'Mistral without usage': { client: (ask) => ({ chat: { complete: ask, stream: ask } }), answer: said, text: 'Hi' },
  'Ollama without content': {
    client: (ask) => ({ chat: ask, generate: ask, pull: ask }),
    answer: { message: { role: 'assistant', thinking: 'x' }, done: true },
    text: '',
  },
  'Cohere with null': {
    client: (ask) => ({ chat: ask, chatStream: ask }),
    answer: { message: { role: 'assistant', content: null, toolCalls: null } },
    text: '',
  },
  'Gemini at its limit': {
    client: (generateContent) => ({ models: { generateContent } }),
    answer: { candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }] },
    text: '',
  },
  'Responses in the background': { client: (create) => ({ responses: { create } }), answer: { output: [], status: 'queued' }, text: '' },
};
