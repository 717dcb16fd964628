/** Decides, before a body is read, whether a request may come in; and reads the body within its limit. */
import type { IncomingMessage } from 'node:http';

export interface GuardOptions {
  /**
   * `Host` headers that are served, as `name` or `name:port`. By default, on connections that come in over the loopback
   * interface, only names of this machine (against DNS rebinding); behind a proxy on this machine give your public names.
   */
  allowedHosts?: string[];
  /** Origins of web pages that may call, as `https://app.example`; by default pages from this machine only. */
  allowedOrigins?: string[];
  /** Bytes; 1 MiB by default. */
  bodyLimit?: number;
}

/** Why a request is refused. `message` is for the client. */
export interface Refusal {
  status: number;
  code: number;
  message: string;
}

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;
const mebibyte = 1024 * 1024;

export const forbidden = (message: string): Refusal => ({ status: 403, code: -32000, message });
const tooLarge = (limit: number): Refusal => ({
  status: 413,
  code: -32000,
  message: `Payload too large: a request may have ${limit} bytes.`,
});
const encoded: Refusal = { status: 415, code: -32000, message: 'Unsupported media type: send the body without Content-Encoding.' };
const notJson: Refusal = { status: 400, code: -32700, message: 'Parse error: the body is no JSON.' };

/** Checks Host, Origin and declared length. */
export function refusalOf(request: IncomingMessage, options: GuardOptions): Refusal | undefined {
  if (!hostAllowed(request, options.allowedHosts)) return forbidden('Forbidden: this Host is not served here.');
  const { origin } = request.headers;
  if (origin !== undefined && !originAllowed(origin, options.allowedOrigins)) return forbidden('Forbidden: this Origin may not call.');
  const limit = options.bodyLimit ?? mebibyte;
  return Number(request.headers['content-length'] ?? 0) > limit ? tooLarge(limit) : undefined;
}

function hostAllowed({ headers, socket }: IncomingMessage, allowed: string[] | undefined): boolean {
  const host = parsed(`http://${headers.host ?? ''}`);
  if (allowed) return host !== undefined && allowed.some((one) => [host.host, host.hostname].includes(one.toLowerCase()));
  if (!loopbackAddress.test(socket.localAddress ?? '')) return true;
  return host !== undefined && loopbackName.test(host.hostname);
}

function originAllowed(origin: string, allowed: string[] | undefined): boolean {
  if (allowed) return allowed.includes(origin);
  const url = parsed(origin);
  return url !== undefined && loopbackName.test(url.hostname);
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** The body as JSON: what a framework has read already, or read here. */
export async function readBody(
  request: IncomingMessage & { body?: unknown },
  options: GuardOptions,
): Promise<{ value: unknown } | Refusal> {
  // Some frameworks set an empty `body` without having read anything.
  if (request.body !== undefined && request.readableEnded) return asJson(request.body);
  if (!/^(?:identity)?$/i.test(request.headers['content-encoding'] ?? '')) return encoded;
  const limit = options.bodyLimit ?? mebibyte;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return tooLarge(limit);
    chunks.push(chunk);
  }
  return asJson(Buffer.concat(chunks));
}

function asJson(body: unknown): { value: unknown } | Refusal {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return { value: body };
  try {
    return { value: JSON.parse(body.toString()) as unknown };
  } catch {
    return notJson;
  }
}
