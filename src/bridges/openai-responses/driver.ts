/** Drives OpenAI's client, over the Responses API. */
import type OpenAI from 'openai';
import type { ResponseCreateParams, ResponseInputItem } from 'openai/resources/responses/responses.js';
import { chatRequest } from '../calling/chat.js';
import { checkClient } from '../calling/loop/check-client.js';
import type { Driver } from '../calling/loop/driver.js';
import { eventStreamOf } from '../calling/loop/event-stream.js';
import { noAnswer } from '../calling/loop/finish.js';
import { finishIn, sendable, textIn, usageIn } from './answer.js';
import { openaiResponses } from './bridge.js';
import { isEnd } from './stream.js';
import type { OpenAIResponsesTypes } from './types.js';

type Body = Omit<ResponseCreateParams, 'stream'>;

/** Drives the official client, for `runTools`; `messages` are input items. */
export function openaiResponsesDriver(client: Pick<OpenAI, 'responses'>): Driver<OpenAIResponsesTypes, Body> {
  checkClient('openaiResponsesDriver', client, 'responses.create', 'new OpenAI()');
  const { responses } = client;
  return {
    bridge: openaiResponses,
    request: (parts) => {
      const { messages: input, ...request } = chatRequest(parts);
      return { ...request, input };
    },
    send: async (request, signal) => responses.create({ ...request, stream: false }, { signal }),
    stream: (request, signal) => eventStreamOf(openaiResponses.provider, responses.create({ ...request, stream: true }, { signal })),
    read: (response) => {
      const { output } = response;
      const usage = usageIn(response);
      return {
        text: textIn(output),
        messages: sendable(output as ResponseInputItem[]),
        ...(usage && { usage }),
        finish: finishIn(response),
      };
    },
    finish: (event) => {
      if (event.type === 'error') return noAnswer(event);
      return isEnd(event) ? finishIn(event.response) : undefined;
    },
    toTranscript: sendable,
  };
}
