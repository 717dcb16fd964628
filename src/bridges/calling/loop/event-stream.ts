/** Streams of the SDKs that find no event in what is none, and say nothing of it: those of OpenAI and Anthropic. */
import type { Provider } from '../facts.js';
import { failureOf, noStream } from './finish.js';
import { withUntoldEnd } from './untold-end.js';

/** What these SDKs promise. */
interface WithResponse {
  asResponse(): Promise<Response>;
}

/** Chunks that stand for ends of which a client does not tell. */
interface Ends<C> {
  readonly done: C;
  readonly untold: C;
}

const hasResponse = (asked: object): asked is WithResponse => typeof (asked as Partial<WithResponse>).asResponse === 'function';

/**
 * The stream, where the server sends one.
 * @param ends what comes last where the server says `[DONE]`, which the SDK keeps to itself; or where the client keeps the whole response
 * to itself
 * @throws ToolError CONNECTION_FAILED with what it says, where that is JSON or a page: a server that does not stream, or a proxy before it
 */
export async function eventStreamOf<C>(
  provider: Provider,
  asked: PromiseLike<AsyncIterable<C>>,
  ends?: Ends<C>,
): Promise<AsyncIterable<C>> {
  // Not by `withResponse`: tracing libraries wrap the promise, which breaks where it is not itself.
  const data = await asked;
  const response = hasResponse(asked) ? await asked.asResponse().catch(() => undefined) : undefined;
  // Of a client that only looks like the official one there may be no response; an old one has streams of another kind.
  if (!isReadable(response)) return ends ? withUntoldEnd(data, ends.untold) : data;
  const isOther = /^(?:application\/(?:[\w.-]+\+)?json|text\/html)\b/.test(response.headers.get('content-type') ?? '');
  // Some label their streams so.
  if (isOther && /^[{["<]/.test(await beginningOf(response))) throw failureOf(provider, noStream(read(await response.text())));
  return ends ? withEnd(data, saysDone(response), ends.done) : data;
}

function isReadable(response: Response | undefined): response is Response {
  const { headers, body } = (response ?? {}) as Partial<Response>;
  return typeof headers?.get === 'function' && typeof body?.getReader === 'function';
}

async function* withEnd<C>(chunks: AsyncIterable<C>, isDone: Promise<boolean>, end: C): AsyncGenerator<C> {
  yield* chunks;
  if (await isDone) yield end;
}

/** Longer than the mark, with white space around it. */
const tailLength = 64;

/** Whether the last event is the mark of the end. */
async function saysDone(response: Response): Promise<boolean> {
  const decoder = new TextDecoder();
  let tail = '';
  try {
    const reader = response.clone().body?.getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      tail = (tail + decoder.decode(piece.value, { stream: true })).slice(-tailLength);
  } catch {
    // Whoever reads the answer hears of it.
    return false;
  }
  return /^data: ?\[DONE\]\s*$/m.test(tail);
}

/** What comes first but for white space; the body is left as it is. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.clone().body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let isDone = !reader; text === '' && !isDone;) {
    const piece = await reader?.read();
    text = decoder.decode(piece?.value, { stream: true }).trimStart();
    isDone = piece?.done !== false;
  }
  // Not waited for: it takes until the other half is read.
  void reader?.cancel().catch(() => {});
  return text;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
