/** One answer of the model, whole or put together from a stream. */
import { ToolError } from '../../../errors.js';
import type { NativeTypes, ToolLike } from '../bridge.js';
import type { ToolCalls } from '../calls.js';
import { facts } from '../facts.js';
import type { StreamEvent } from '../stream.js';
import type { Usage } from '../usage.js';
import { eachUntilAborted, untilAborted } from './abort.js';
import type { Accumulation, Driver } from './driver.js';
import type { RunEvents } from './events.js';

/** What the model said. */
export interface Answer<T extends NativeTypes> {
  text: string;
  calls: ToolCalls;
  messages: T['message'][];
  usage?: Usage;
  /** The provider is asked again where nothing was called: what it is told then. */
  goesOn?: T['message'][];
}

interface Asked {
  turn: number;
  tools: readonly ToolLike[];
  signal: AbortSignal;
  events: RunEvents;
  isStreaming: boolean;
  /** Hears text as it comes, so that it is there if the stream breaks off. */
  onText(text: string): void;
}

/** @throws what the client throws, or the signal's reason */
export async function ask<T extends NativeTypes>(driver: Driver<T>, request: unknown, asked: Asked): Promise<Answer<T>> {
  const { turn, tools, signal, events, isStreaming, onText } = asked;
  if (isStreaming && driver.stream) return streamed(driver, driver.stream(request, signal), asked);
  const response = await untilAborted(Promise.resolve(driver.send(request, signal)), signal);
  const { text, messages, usage, calls } = understood(driver, () => ({
    ...driver.read(response),
    calls: driver.bridge.parseCalls(response, tools),
  }));
  onText(text);
  if (text !== '') events.tell({ type: 'text', turn, text });
  const goesOn = driver.goesOn?.(response);
  return { text, messages, calls, ...(goesOn && { goesOn }), ...(usage && { usage }) };
}

/** A server in between may answer with anything. @throws ToolError CONNECTION_FAILED for what cannot be read */
function understood<R>({ bridge }: Driver, read: () => R): R {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    throw new ToolError('CONNECTION_FAILED', `What came is no answer of ${facts[bridge.provider].label}.`, { cause });
  }
}

async function streamed<T extends NativeTypes>(
  driver: Driver<T>,
  source: AsyncIterable<T['chunk']> | Promise<AsyncIterable<T['chunk']>>,
  { turn, tools, signal, events, onText }: Asked,
): Promise<Answer<T>> {
  const accumulation: Accumulation<T> = driver.bridge.accumulate(tools);
  let said = '';
  const tell = (heard: readonly StreamEvent[]): void => {
    for (const event of heard)
      if (event.type === 'text') {
        said += event.text;
        onText(said);
        events.tell({ type: 'text', turn, text: event.text });
      }
  };
  let goesOn: T['message'][] | undefined;
  const chunks = await untilAborted(Promise.resolve(source), signal);
  understood(driver, () => chunks[Symbol.asyncIterator].bind(chunks));
  for await (const chunk of eachUntilAborted(chunks, signal)) {
    tell(understood(driver, () => accumulation.push(chunk)));
    goesOn ??= driver.goesOn?.(chunk);
  }
  tell(accumulation.end?.() ?? []);
  for (const { message } of accumulation.incomplete()) events.warn(message);
  const { text, usage } = accumulation;
  const message = accumulation.message();
  const messages = driver.toTranscript?.(message) ?? [message];
  return { text, messages, calls: accumulation.calls(), ...(goesOn && { goesOn }), ...(usage && { usage }) };
}
