/** Fetches a JSON document of an authorization server: in time, in bounds, and from the host that was asked. */
import { ToolError } from '../../../errors.js';
import { asHttpUrl } from './resource.js';

export interface FetchSettings {
  /** Milliseconds for one document. */
  timeout: number;
  /** Plain http also from other machines. */
  allowHttp: boolean;
}

const mostBytes = 1024 * 1024;
const mostRedirects = 3;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a document from there can be trusted on its way here. */
export const isSafe = (url: string | URL, allowHttp: boolean): boolean => {
  const read = asHttpUrl(String(url));
  return read !== undefined && (read.protocol === 'https:' || allowHttp || loopback.test(read.hostname));
};

/** @throws ToolError CONNECTION_FAILED whatever the reason; undefined for 404 */
export async function fetchJson(url: string, settings: FetchSettings): Promise<unknown> {
  const signal = AbortSignal.timeout(settings.timeout);
  try {
    if (!isSafe(url, settings.allowHttp)) throw new Error('it is not https');
    const response = await followed(url, signal);
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    return JSON.parse(await textOf(response)) as unknown;
  } catch (error) {
    const why = signal.aborted ? `no answer within ${settings.timeout} ms` : reasonOf(error);
    throw new ToolError('CONNECTION_FAILED', `Cannot read ${url}: ${why}.`, { cause: error });
  }
}

/** Follows redirects to the same origin only. */
async function followed(first: string, signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let count = 0; count <= mostRedirects; count += 1) {
    const response = await fetch(url, { redirect: 'manual', signal, headers: { Accept: 'application/json' } });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== new URL(first).origin) throw new Error('it redirects to another host');
    url = next.href;
  }
  throw new Error('too many redirects');
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
