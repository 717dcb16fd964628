/** Fetch's `Request` and `Response` as an adapter, for Hono, Deno, Bun and Workers; uses nothing of Node. */
import { asJson, broken, encoded, isPlain, notUtf8, readBefore, tooLarge, tooSlow } from './body.js';
import type { Body, BodyLimits, HttpRequest, Reply } from '../exchange.js';
import { watched } from '../watched.js';

/** What a framework in front knows of a request. */
export interface FetchContext {
  /** Who calls; ignored when the handler has an `auth` option of its own. */
  auth?: unknown;
  /** A body that was read before, as JSON. */
  body?: unknown;
  /** Whether the connection came in over the loopback interface; when unknown, it is taken for one if the URL names this machine. */
  isLoopback?: boolean;
}

/** Shows a `Request`. */
export class FetchExchange implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly isLoopback: boolean;
  readonly auth: unknown;
  readonly #request: Request;
  readonly #context: FetchContext;
  readonly #listeners: (() => void)[] = [];
  #hasGone = false;

  constructor(request: Request, context: FetchContext) {
    const { pathname, search, host, hostname } = new URL(request.url);
    this.method = request.method;
    this.url = pathname + search;
    // Some runtimes keep Host to themselves.
    this.headers = { host, ...Object.fromEntries(request.headers.entries()) };
    this.isLoopback = context.isLoopback ?? /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
    this.auth = context.auth;
    this.#request = request;
    this.#context = context;
    request.signal.addEventListener('abort', () => this.leave(), { once: true });
    if (request.signal.aborted) this.leave();
  }

  every(name: string): readonly string[] {
    const value = this.headers[name];
    return value === undefined ? [] : [value];
  }

  whenGone(listener: () => void): void {
    if (this.#hasGone) listener();
    else this.#listeners.push(listener);
  }

  /** The client reads no further. */
  leave(): void {
    this.#hasGone = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  async body(limits: BodyLimits): Promise<Body> {
    if (this.#context.body !== undefined) return { value: this.#context.body };
    if (!isPlain(this.headers['content-encoding'])) return encoded;
    if (Number(this.headers['content-length'] ?? 0) > limits.bytes) return tooLarge(limits.bytes);
    const { body, bodyUsed } = this.#request;
    if (bodyUsed || body?.locked) return readBefore('`body` of the second argument');
    return body ? receive(body, limits) : asJson('');
  }
}

async function receive(stream: ReadableStream<Uint8Array>, { bytes, milliseconds }: BodyLimits): Promise<Body> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Body>((resolve) => {
    if (Number.isFinite(milliseconds)) timer = setTimeout(() => resolve(tooSlow(milliseconds)), milliseconds);
  });
  const outcome = await Promise.race([late, gather(reader, bytes)]);
  clearTimeout(timer);
  if ('refusal' in outcome) await reader.cancel().catch(() => undefined);
  return outcome;
}

async function gather(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Body> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (piece?: Uint8Array): string | undefined => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      return undefined;
    }
  };
  let text = '';
  let size = 0;
  try {
    for (let next = await reader.read(); ; next = await reader.read()) {
      const piece = decode(next.value);
      if (piece === undefined) return notUtf8;
      text += piece;
      if (next.done) return asJson(text);
      size += next.value.byteLength;
      if (size > limit) return tooLarge(limit);
    }
  } catch {
    return broken;
  }
}

/** A reply as a `Response`; `left` is told when the client stops reading a stream. */
export function toResponse({ status, headers, body }: Reply, left: () => void): Response {
  const shown = body instanceof ReadableStream ? watched(body, (isRead) => void (isRead || left())) : body;
  return new Response(shown, { status, headers });
}
