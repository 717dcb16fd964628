/** `runTools` with a model that only completes text. */
import type { Driver } from '../calling/loop/driver.js';
import { textBridge } from './bridge.js';
import { withoutNativeFields } from './choose.js';
import { textOf } from './parse.js';
import { promptMessages } from './render.js';
import type { TextForm, TextMessage, TextTypes } from './types.js';

/** One request; whatever else the caller gave stands beside. */
export interface TextRequest {
  readonly model: string;
  readonly messages: readonly TextMessage[];
  readonly [more: string]: unknown;
}

/** Gives the model's reply. */
export type Complete = (request: TextRequest, options: { signal: AbortSignal }) => Promise<string>;

export interface TextDriverOptions {
  form?: TextForm;
  /** Gives it in pieces. */
  stream?(request: TextRequest, options: { signal: AbortSignal }): AsyncIterable<string>;
}

/** A client for `runTools`. */
export function textDriver(complete: Complete, { form = 'chat', stream }: TextDriverOptions = {}): Driver<TextTypes, TextRequest> {
  return {
    bridge: textBridge({ form }),
    request: ({ model, messages, tools, choice, more }) => ({
      ...withoutNativeFields(more),
      model,
      messages: promptMessages({ messages, tools, choice, form }),
    }),
    send: (request, signal) => complete(request, { signal }),
    ...(stream && { stream: (request: TextRequest, signal: AbortSignal) => stream(request, { signal }) }),
    read: (reply) => ({ text: textOf(reply), messages: sendable({ role: 'assistant', content: reply }) }),
    toTranscript: sendable,
  };
}

/** A message that says nothing is refused by many. */
const sendable = (message: TextMessage): TextMessage[] => (message.content === '' ? [] : [message]);
