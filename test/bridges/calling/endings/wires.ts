/** How each API writes an answer that ends in some way: its bodies and its streams, as they are on the wire. */
import { crc32 } from 'node:zlib';
import { eventText } from '../answers.js';
import type { Json } from '../legal/schema.js';
import type { Subject } from '../matrix/subject.js';
import { anthropicSubject } from '../matrix/subjects/anthropic.js';
import { bedrockSubject } from '../matrix/subjects/bedrock.js';
import { cohereSubject } from '../matrix/subjects/cohere.js';
import { geminiSubject } from '../matrix/subjects/gemini.js';
import { mistralSubject } from '../matrix/subjects/mistral.js';
import { ollamaSubject } from '../matrix/subjects/ollama.js';
import { openaiSubject } from '../matrix/subjects/openai.js';
import { openaiResponsesSubject } from '../matrix/subjects/openai-responses.js';

/** What an answer says. Without `end` it breaks off. */
export interface Ending {
  text?: string;
  /** The id of a call of `search`, without its arguments' end where the answer breaks off. */
  call?: string;
  end?: string;
}

export interface Wire {
  subject: Subject;
  /** Words of the provider, and what they are here. `error`: the run ends with one. */
  words: Readonly<Record<string, 'stop' | 'length' | 'content-filter' | 'other' | 'error'>>;
  whole(said: Ending): Json;
  stream(said: Ending): string | Uint8Array;
  contentType?: string;
  /** The client keeps what it cannot read to itself. */
  hidesErrors?: true | 'streaming';
  /** The client reads JSON as a stream of one line. */
  takesJson?: true;
  /** The client keeps to itself whether a stream was ended: a text of which nobody says why it ended may be all of it. */
  hidesEnds?: true;
}

const args = '{"query":"x"}';
const textStream = 'text/event-stream';
const pieces = (text = ''): string[] => (text === '' ? [] : [text.slice(0, 2), text.slice(2)].filter(Boolean));
const chatCall = (id: string, text: string): Json => ({ id, type: 'function', function: { name: 'search', arguments: text } });

/** Of chat completions, whose streams and bodies several have. */
const chat = (words: Wire['words'], subject: Subject): Wire => ({
  subject,
  words,
  whole: ({ text, call, end }) => ({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text ?? '', ...(call !== undefined && { tool_calls: [chatCall(call, args)] }) },
        finish_reason: end ?? null,
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  stream: ({ text, call, end }) => {
    const chunk = (delta: object, reason: string | null = null): object => ({
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const events = [
      ...pieces(text).map((content) => chunk({ content })),
      ...(call === undefined ? [] : [chunk({ tool_calls: [{ index: 0, ...chatCall(call, end === undefined ? '{"que' : args) }] })]),
      ...(end === undefined ? [] : [chunk({}, end)]),
    ];
    // A mark of the end would say that it is whole.
    return end === undefined ? eventText(events, '') : eventText(events);
  },
});

const responses: Wire = {
  subject: openaiResponsesSubject,
  words: { completed: 'stop', max_output_tokens: 'length', content_filter: 'content-filter', failed: 'error', cancelled: 'error' },
  whole: (said) => responseOf(said),
  stream: (said) => {
    const { output } = responseOf(said) as { output: Json[] };
    return eventText([
      { type: 'response.created', response: { status: 'in_progress', output: [] } },
      ...pieces(said.text).map((delta) => ({ type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta })),
      ...(said.call === undefined
        ? []
        : [{ type: 'response.output_item.added', output_index: 1, item: { ...output.at(-1), arguments: '{"que' } }]),
      ...(said.end === undefined || said.call === undefined
        ? []
        : [{ type: 'response.output_item.done', output_index: 1, item: output.at(-1) }]),
      ...(said.end === undefined ? [] : [{ type: `response.${statusOf(said.end)}`, response: responseOf(said) }]),
    ]);
  },
};

const statusOf = (end: string): string =>
  ['max_output_tokens', 'content_filter'].includes(end) ? 'incomplete' : end.replace('cancelled', 'failed');

function responseOf({ text, call, end = 'completed' }: Ending): Json {
  return {
    object: 'response',
    status: end === 'cancelled' ? end : statusOf(end),
    ...(statusOf(end) === 'incomplete' && { incomplete_details: { reason: end } }),
    output: [
      ...(text === undefined
        ? []
        : [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }]),
      ...(call === undefined ? [] : [{ type: 'function_call', id: 'fc', call_id: call, name: 'search', arguments: args }]),
    ],
  };
}

const anthropic: Wire = {
  subject: anthropicSubject,
  words: {
    end_turn: 'stop',
    stop_sequence: 'stop',
    max_tokens: 'length',
    model_context_window_exceeded: 'length',
    refusal: 'content-filter',
    something_new: 'other',
  },
  whole: ({ text, call, end }) => ({
    id: 'x',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      ...(text === undefined ? [] : [{ type: 'text', text }]),
      ...(call === undefined ? [] : [{ type: 'tool_use', id: call, name: 'search', input: JSON.parse(args) as Json }]),
    ],
    stop_reason: end ?? null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  stream: ({ text, call, end }) =>
    eventText(
      [
        {
          type: 'message_start',
          message: { id: 'x', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
        },
        // What thinks first, and breaks off within.
        ...(text === undefined && end === undefined
          ? [{ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'Hm', signature: '' } }]
          : []),
        ...(text === undefined ? [] : [{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }]),
        ...pieces(text).map((piece) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })),
        ...(call === undefined
          ? []
          : [
              { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: call, name: 'search', input: {} } },
              {
                type: 'content_block_delta',
                index: 1,
                delta: { type: 'input_json_delta', partial_json: end === undefined ? '{"que' : args },
              },
            ]),
        ...(end === undefined
          ? []
          : [{ type: 'message_delta', delta: { stop_reason: end }, usage: { output_tokens: 1 } }, { type: 'message_stop' }]),
      ],
      '',
    ),
};

const candidate = (parts: Json[], end?: string): Json => ({
  candidates: [{ ...(parts.length > 0 && { content: { role: 'model', parts } }), ...(end !== undefined && { finishReason: end }) }],
});
const functionCall = { functionCall: { name: 'search', args: JSON.parse(args) as Json } };

const gemini: Wire = {
  hidesErrors: true,
  subject: geminiSubject,
  words: {
    STOP: 'stop',
    MAX_TOKENS: 'length',
    SAFETY: 'content-filter',
    RECITATION: 'content-filter',
    PROHIBITED_CONTENT: 'content-filter',
    OTHER: 'other',
    TOO_MANY_TOOL_CALLS: 'error',
  },
  whole: ({ text, call, end }) =>
    candidate([...(text === undefined ? [] : [{ text }]), ...(call === undefined ? [] : [functionCall])], end),
  stream: ({ text, call, end }) =>
    eventText(
      [
        ...pieces(text).map((piece) => candidate([{ text: piece }])),
        ...(call === undefined ? [] : [candidate([functionCall])]),
        // As the API ends its streams.
        ...(end === undefined ? [] : [candidate([{ text: '' }], end)]),
      ],
      '',
    ),
};

/** One message of an event stream of AWS. */
function awsEvent(type: string, body: Json): Uint8Array {
  const header = (name: string, value: string): Buffer => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(Buffer.byteLength(value));
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]);
  };
  const headers = Buffer.concat([
    header(':event-type', type),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ]);
  const payload = Buffer.from(JSON.stringify(body));
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value >>> 0);
    return bytes;
  };
  const prelude = Buffer.concat([number(headers.length + payload.length + 16), number(headers.length)]);
  const message = Buffer.concat([prelude, number(crc32(prelude)), headers, payload]);
  return Buffer.concat([message, number(crc32(message))]);
}

const bedrock: Wire = {
  hidesErrors: true,
  subject: bedrockSubject,
  words: {
    end_turn: 'stop',
    max_tokens: 'length',
    guardrail_intervened: 'content-filter',
    content_filtered: 'content-filter',
    malformed_model_output: 'error',
  },
  contentType: 'application/vnd.amazon.eventstream',
  whole: ({ text, call, end }) => ({
    output: {
      message: {
        role: 'assistant',
        content: [
          ...(text === undefined ? [] : [{ text }]),
          ...(call === undefined ? [] : [{ toolUse: { toolUseId: call, name: 'search', input: JSON.parse(args) as Json } }]),
        ],
      },
    },
    stopReason: end,
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  }),
  stream: ({ text, call, end }) =>
    Buffer.concat([
      awsEvent('messageStart', { role: 'assistant' }),
      ...pieces(text).map((piece) => awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: piece } })),
      ...(call === undefined
        ? []
        : [
            awsEvent('contentBlockStart', { contentBlockIndex: 1, start: { toolUse: { toolUseId: call, name: 'search' } } }),
            awsEvent('contentBlockDelta', { contentBlockIndex: 1, delta: { toolUse: { input: end === undefined ? '{"que' : args } } }),
          ]),
      ...(end === undefined ? [] : [awsEvent('messageStop', { stopReason: end })]),
    ]),
};

const cohere: Wire = {
  hidesErrors: 'streaming',
  subject: cohereSubject,
  words: { COMPLETE: 'stop', STOP_SEQUENCE: 'stop', MAX_TOKENS: 'length', ERROR: 'error', TIMEOUT: 'error' },
  whole: ({ text, call, end }) => ({
    id: 'x',
    finish_reason: end,
    message: {
      role: 'assistant',
      ...(text !== undefined && { content: [{ type: 'text', text }] }),
      ...(call !== undefined && { tool_calls: [chatCall(call, args)] }),
    },
  }),
  stream: ({ text, call, end }) =>
    eventText([
      { type: 'message-start', id: 'x', delta: { message: { role: 'assistant' } } },
      ...pieces(text).map((piece) => ({ type: 'content-delta', index: 0, delta: { message: { content: { text: piece } } } })),
      ...(call === undefined
        ? []
        : [{ type: 'tool-call-start', index: 0, delta: { message: { tool_calls: chatCall(call, end === undefined ? '{"que' : args) } } }]),
      ...(end === undefined ? [] : [{ type: 'message-end', delta: { finish_reason: end } }]),
    ]),
};

const ollamaLine = (message: Json, end?: string): string =>
  `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '', ...message }, done: end !== undefined, ...(end !== undefined && { done_reason: end }) })}\n`;

const ollama: Wire = {
  hidesErrors: 'streaming',
  subject: ollamaSubject,
  words: { stop: 'stop', length: 'length', load: 'other' },
  contentType: 'application/x-ndjson',
  takesJson: true,
  whole: ({ text, call, end = 'stop' }) =>
    JSON.parse(ollamaLine({ content: text ?? '', ...(call !== undefined && { tool_calls: [ollamaCall] }) }, end)) as Json,
  stream: ({ text, call, end }) =>
    [
      ...pieces(text).map((content) => ollamaLine({ content })),
      ...(call === undefined ? [] : [ollamaLine({ tool_calls: [ollamaCall] })]),
      ...(end === undefined ? [] : [ollamaLine({}, end)]),
    ].join(''),
};
const ollamaCall: Json = { function: { name: 'search', arguments: JSON.parse(args) as Json } };

export const eventStream = textStream;

/** Every bridge to a native API. */
export const wires: readonly Wire[] = [
  chat({ stop: 'stop', length: 'length', content_filter: 'content-filter', eos: 'other' }, openaiSubject),
  responses,
  anthropic,
  gemini,
  bedrock,
  {
    ...chat({ stop: 'stop', length: 'length', model_length: 'length', error: 'error' }, mistralSubject),
    hidesErrors: true,
    hidesEnds: true,
  },
  cohere,
  ollama,
];
