/** One HTTP request and its reply in no server's terms: what `node:http` and Fetch have in common. */

/** A request, as an adapter shows it. Names of headers are in lower case. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Values that came twice are joined by `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether the connection came in over the loopback interface; undefined where nobody knows. */
  readonly isLoopback?: boolean;
  /** Who calls, as a framework in front found out (`request.auth`). */
  readonly auth?: unknown;
  /** Each field of that name, where `headers` has the first only or all in one. */
  every(name: string): readonly string[];
  /** Told once, when the client goes away before the reply has been sent; at once when it has gone already. */
  whenGone(listener: () => void): void;
  /** The body as JSON; never rejects. */
  body(limits: BodyLimits): Promise<Body>;
}

/** How much a body may have, and how long it may take. */
export interface BodyLimits {
  bytes: number;
  milliseconds: number;
}

/** What became of a body. */
export type Body = { value: unknown } | { refusal: Refusal };

/** Why a request is refused. `message` is for the client. */
export interface Refusal {
  status: number;
  /** JSON-RPC's. */
  code: number;
  message: string;
  headers?: Record<string, string>;
  /** The request's own id, once it is known. */
  id?: string | number;
}

/** An answer. A text is sent at once, a stream as it comes. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | ReadableStream<Uint8Array> | null;
}

const jsonHeaders = { 'content-type': 'application/json' };

/** A document with a JSON text. */
export const jsonReply = (text: string, status = 200, headers?: Record<string, string>): Reply => ({
  status,
  headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  body: text,
});

/** A refusal in JSON-RPC's form. */
export function refusalReply({ status, code, message, headers, id }: Refusal): Reply {
  return jsonReply(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: id ?? null }), status, headers);
}

/** A reply without a body. */
export const emptyReply = (status: number, headers: Record<string, string> = {}): Reply => ({ status, headers, body: null });

/** An event stream that ends without an event: for a request that its sender no longer wants answered. */
export const silentReply = (): Reply => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: '' });

/** A Fetch response as a reply; how long a connection lives is for the server to say. */
export function toReply({ status, headers, body }: Response): Reply {
  const named = Object.fromEntries(headers.entries());
  delete named['connection'];
  return { status, headers: named, body };
}
