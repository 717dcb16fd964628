/** `node:http` (and express, fastify and their like) as an adapter: reads requests, writes replies. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isUtf8 } from 'node:buffer';
import { asJson, broken, encoded, isPlain, notUtf8, readBefore, tooLarge, tooSlow } from './body.js';
import type { Body, BodyLimits, HttpRequest, Reply } from '../exchange.js';
import { isLoopbackAddress } from '../admission/guard.js';
import { unread, whenClosed } from './connection.js';
import { turns } from './turn.js';

/** A request of `node:http`, with what frameworks hang on it. */
export type NodeRequest = IncomingMessage & { body?: unknown; auth?: unknown };

/** Shows a request of `node:http`. */
export class NodeExchange implements HttpRequest {
  readonly #request: NodeRequest;
  readonly #response: ServerResponse;

  constructor(request: NodeRequest, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get method(): string {
    return this.#request.method ?? 'GET';
  }

  get url(): string {
    return (this.#request as { originalUrl?: string }).originalUrl ?? this.#request.url ?? '/';
  }

  /** Only `set-cookie` could be a list, and that is no request header. */
  get headers(): Readonly<Record<string, string | undefined>> {
    return this.#request.headers as Record<string, string | undefined>;
  }

  get isLoopback(): boolean {
    return isLoopbackAddress(this.#request.socket?.localAddress);
  }

  get auth(): unknown {
    return this.#request.auth;
  }

  every(name: string): readonly string[] {
    return this.#request.headersDistinct[name] ?? [];
  }

  whenGone(listener: () => void): void {
    const response = this.#response;
    if (response.destroyed && !response.writableFinished) listener();
    else whenClosed(this.#request, response, () => void (response.writableFinished || listener()));
  }

  async body(limits: BodyLimits): Promise<Body> {
    const { body, readableEnded, destroyed, headers } = this.#request;
    // Some frameworks set an empty `body` without having read anything.
    if (readableEnded) return body === undefined ? readBefore('`request.body`') : parsedBefore(body);
    if (destroyed) return broken;
    if (!isPlain(headers['content-encoding'])) return encoded;
    return Number(headers['content-length'] ?? 0) > limits.bytes ? tooLarge(limits.bytes) : receive(this.#request, limits);
  }
}

function parsedBefore(body: unknown): Body {
  if (Buffer.isBuffer(body)) return fromBytes(body);
  return typeof body === 'string' ? asJson(body) : { value: body };
}

/** Letters that were no letters are not made into others. */
const fromBytes = (bytes: Buffer): Body => (isUtf8(bytes) ? asJson(bytes.toString()) : notUtf8);

/** Listeners, not `for await`, which costs as much as the rest of a request. */
function receive(request: IncomingMessage, { bytes, milliseconds }: BodyLimits): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (body: Body): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      if ('refusal' in body) request.pause();
      resolve(body);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytes) settle(tooLarge(bytes));
      else chunks.push(chunk);
    };
    const onEnd = (): void => settle(fromBytes(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    const onClose = (): void => settle(broken);
    const timer = Number.isFinite(milliseconds) ? setTimeout(() => settle(tooSlow(milliseconds)), milliseconds) : undefined;
    // An error is followed by `close`, and must not be thrown for want of a listener.
    request.on('data', onData).once('end', onEnd).once('close', onClose).on('error', ignore);
  });
}

const ignore = (): void => undefined;

/**
 * Sends a reply; fulfilled when all of it was handed over, or nobody wants it any more.
 * @param isLast the connection ends with it @param stall milliseconds in which the client must read on
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  { isLast, stall }: { isLast: boolean; stall: number },
): Promise<void> {
  const { status, body } = reply;
  const isStream = body instanceof ReadableStream;
  const others = isStream ? undefined : turns.end();
  if (others) await others;
  if (response.headersSent || response.destroyed) {
    if (isStream) await body.cancel().catch(ignore);
    return;
  }
  // One head at once costs a third of headers that are set one by one.
  const head: Record<string, string | number> = { ...reply.headers };
  // What was not read would hold up the next request of the connection.
  if ((isLast || !request.complete) && request.httpVersionMajor < 2) head['connection'] = 'close';
  if (!isStream) {
    if (status !== 204 && status !== 304) head['content-length'] = body === null ? 0 : Buffer.byteLength(body);
    response.writeHead(status, head).end(body ?? undefined);
    return void unread(response, stall);
  }
  response.writeHead(status, head);
  response.flushHeaders();
  await pipe(body, request, response, stall);
}

/** Stops asking for more while the client does not read. */
async function pipe(body: ReadableStream<Uint8Array>, request: IncomingMessage, response: ServerResponse, stall: number): Promise<void> {
  const reader = body.getReader();
  let drained: (() => void) | undefined;
  whenClosed(request, response, () => {
    drained?.();
    if (!response.writableFinished) void reader.cancel().catch(ignore);
  });
  response.on('drain', () => drained?.());
  try {
    for (let next = await reader.read(); !next.done && !response.destroyed; next = await reader.read()) {
      if (response.write(next.value)) continue;
      const goOn = unread(response, stall);
      await new Promise<void>((resolve) => (drained = resolve));
      goOn();
    }
  } catch {
    // A stream that broke ends what was sent of it.
  }
  response.end();
  unread(response, stall);
}
