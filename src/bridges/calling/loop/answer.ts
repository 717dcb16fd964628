/** One answer of the model, whole or put together from a stream. */
import { ToolError } from '../../../errors.js';
import type { NativeTypes, ToolLike } from '../bridge.js';
import type { ToolCalls } from '../calls.js';
import type { StreamEvent } from '../stream.js';
import type { Usage } from '../usage.js';
import { eachUntilAborted, untilAborted } from './abort.js';
import type { Accumulation, Driver } from './driver.js';
import type { RunEvents } from './events.js';
import { brokenOff, failureOf, type Finish, noAnswer, saidIn } from './finish.js';
import { settled } from './untold-end.js';

/** What the model said. */
export interface Answer<T extends NativeTypes> {
  text: string;
  calls: ToolCalls;
  messages: T['message'][];
  usage?: Usage;
  finish?: Finish;
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
  const answer = understood(driver, response, () => readAnswer(driver, response, tools));
  onText(answer.text);
  if (answer.text !== '') events.tell({ type: 'text', turn, text: answer.text });
  return answer;
}

function readAnswer<T extends NativeTypes>(driver: Driver<T>, response: T['response'], tools: readonly ToolLike[]): Answer<T> {
  const answer = driver.read(response);
  const calls = driver.bridge.parseCalls(response, tools);
  const goesOn = driver.goesOn?.(response);
  return { ...answer, calls, ...(goesOn && { goesOn }) };
}

/** A server in between may answer with anything. @throws ToolError CONNECTION_FAILED for what cannot be read */
function understood<R>({ bridge }: Driver, came: unknown, read: () => R): R {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ToolError && cause.code === 'CONNECTION_FAILED') throw cause;
    const failure = saidIn(came) ?? 'what came is no answer of it';
    throw failureOf(bridge.provider, { ...noAnswer(came), failure }, cause);
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
  let finish: Finish | undefined;
  let hasBegun = false;
  const chunks = await untilAborted(Promise.resolve(source), signal);
  understood(driver, chunks, () => chunks[Symbol.asyncIterator].bind(chunks));
  for await (const chunk of eachUntilAborted(chunks, signal)) {
    hasBegun = true;
    const push = (): readonly StreamEvent[] => accumulation.push(chunk);
    const told = understood(driver, chunk, () => driver.finish?.(chunk));
    if (told?.isUntold && finish) continue;
    finish = later(finish, told);
    const heard = finish?.failure === undefined ? understood(driver, chunk, push) : orNothing(push);
    // What some say at the beginning looks as it does at the end.
    if (!told && isBare(finish) && heard.some(({ type }) => type !== 'usage')) finish = undefined;
    tell(heard);
    goesOn ??= driver.goesOn?.(chunk);
  }
  tell(accumulation.end?.() ?? []);
  finish = settled(finish ?? (driver.finish && brokenOff(hasBegun)), accumulation);
  for (const { message } of accumulation.incomplete()) events.warn(message);
  const { text, usage } = accumulation;
  const message = accumulation.message();
  return {
    text,
    messages: driver.toTranscript?.(message) ?? [message],
    calls: accumulation.calls(),
    ...(finish && { finish }),
    ...(goesOn && { goesOn }),
    ...(usage && { usage }),
  };
}

/** Why there is no answer is known: what cannot be read of it then says no more. */
function orNothing(push: () => readonly StreamEvent[]): readonly StreamEvent[] {
  try {
    return push();
  } catch {
    return [];
  }
}

/** A chunk that only says that there was an end does not take the place of one that says why. */
const later = (known: Finish | undefined, told: Finish | undefined): Finish | undefined => (isBare(told) ? (known ?? told) : told);

const isBare = (finish: Finish | undefined): boolean => finish?.raw === undefined && finish?.failure === undefined;
