/** `runTools` with a model that only completes text. */
import { ToolError } from '../../errors.js';
import { callback, checkOptions, type TableOf } from '../../runtime/option-table.js';
import { kindOf } from '../../schema/words.js';
import type { Driver } from '../calling/loop/driver.js';
import { isFields } from '../calling/shapes.js';
import { textBridge, wantedForm } from './bridge.js';
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
  form?: TextForm | undefined;
  /** Gives it in pieces. */
  stream?: ((request: TextRequest, options: { signal: AbortSignal }) => AsyncIterable<string>) | undefined;
}

const table: TableOf<TextDriverOptions> = { form: wantedForm, stream: callback };

/** A client for `runTools`. */
export function textDriver(complete: Complete, options: TextDriverOptions = {}): Driver<TextTypes, TextRequest> {
  checkOptions('textDriver', options, table);
  const { form = 'chat', stream } = options;
  if (typeof complete !== 'function')
    throw new ToolError(
      'INVALID_DEFINITION',
      `textDriver(complete): needs a function that gives the model's reply, and got ${kindOf(complete)}.`,
    );
  return {
    bridge: textBridge({ form }),
    request: ({ model, messages, tools, choice, more }) => ({
      ...withoutNativeFields(more),
      model,
      messages: promptMessages({ messages, tools, choice, form }),
    }),
    send: async (request, signal) => textAlone(await complete(request, { signal })),
    ...(stream && { stream: (request: TextRequest, signal: AbortSignal) => stream(request, { signal }) }),
    read: (reply) => ({ text: textOf(reply), messages: sendable({ role: 'assistant', content: reply }) }),
    toTranscript: sendable,
  };
}

/** A message that says nothing is refused by many. */
const sendable = (message: TextMessage): TextMessage[] => (message.content === '' ? [] : [message]);

/** What has no text would be a model that says nothing. @throws ToolError INVALID_DEFINITION */
function textAlone(reply: unknown): string {
  if (typeof reply === 'string') return reply;
  const isStream = isFields(reply) && (Symbol.asyncIterator in reply || 'getReader' in reply);
  const object = isFields(reply) && `an object with ${Object.keys(reply).slice(0, 8).join(', ') || 'nothing in it'}`;
  const got = isStream ? 'a stream' : object || String(reply);
  const mend = isStream
    ? "give what streams as the option 'stream': textDriver(complete, { stream })"
    : reply === undefined
      ? "is a 'return' missing?"
      : 'give its text, such as response.choices[0].message.content';
  throw new ToolError(
    'INVALID_DEFINITION',
    `textDriver(complete): the function must give the text of the reply, and gave ${got}; ${mend}.`,
  );
}
