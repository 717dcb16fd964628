/** Streams of the SDKs that find no event in what is none, and say nothing of it: those of OpenAI and Anthropic. */
import type { Provider } from '../facts.js';
import { failureOf, noStream } from './finish.js';

/** What these SDKs promise. */
interface WithResponse<S> {
  withResponse(): Promise<{ data: S; response: Response }>;
}

const hasResponse = <S>(asked: object): asked is WithResponse<S> => typeof (asked as Partial<WithResponse<S>>).withResponse === 'function';

/**
 * The stream, where the server sends one.
 * @throws ToolError CONNECTION_FAILED with what it says, where that is JSON or a page: a server that does not stream, or a proxy before it
 */
export async function eventStreamOf<S>(provider: Provider, asked: PromiseLike<S>): Promise<S> {
  if (!hasResponse<S>(asked)) return asked;
  const { data, response } = await asked.withResponse();
  if (!/^(?:application\/(?:[\w.-]+\+)?json|text\/html)\b/.test(response.headers.get('content-type') ?? '')) return data;
  // Some label their streams so.
  if (!/^[{["<]/.test(await beginningOf(response))) return data;
  throw failureOf(provider, noStream(read(await response.text())));
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
