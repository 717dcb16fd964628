/** Sessions of Streamable HTTP: one server and transport a client, an idle limit, a cap. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Refusal } from './guard.js';
import type { ServerFactory } from '../eras/legacy.js';
import { loadHttp, type SdkHttpTransport, type SdkServer } from '../eras/load.js';

export interface SessionOptions {
  /** Milliseconds without a request or an open stream after which a session ends; 30 minutes by default. */
  idle?: number;
  /** Sessions at once; 1000 by default. */
  limit?: number;
}

interface Session {
  server: SdkServer;
  transport: SdkHttpTransport;
  /** Responses that are still open. */
  open: number;
  lastUsed: number;
}

const missing: Refusal = {
  status: 400,
  code: -32000,
  message: 'Bad request: the Mcp-Session-Id header is required; send initialize first.',
};
const unknown: Refusal = { status: 404, code: -32001, message: 'Session not found; send initialize again.' };
const full: Refusal = { status: 503, code: -32000, message: 'Too many sessions; try again later.' };

export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #idle: number;
  readonly #limit: number;
  /** Initialize requests under way: many at once must not pass the limit together. */
  readonly #opening = new Set<object>();

  constructor({ idle = 30 * 60_000, limit = 1000 }: SessionOptions) {
    this.#idle = idle;
    this.#limit = limit;
  }

  /** @returns why the request was not taken; undefined when it was */
  async handle(factory: ServerFactory, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<Refusal | undefined> {
    this.#expire();
    const id = request.headers['mcp-session-id'];
    if (id !== undefined) {
      const session = this.#sessions.get(String(id));
      return session ? this.#serve(session, request, response, body) : unknown;
    }
    if ((body as { method?: unknown } | null | undefined)?.method !== 'initialize') return missing;
    if (this.#sessions.size + this.#opening.size >= this.#limit) return full;
    const opening = {};
    this.#opening.add(opening);
    try {
      return await this.#serve(await this.#open(factory, () => this.#opening.delete(opening)), request, response, body);
    } finally {
      this.#opening.delete(opening);
    }
  }

  async #serve(session: Session, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<undefined> {
    session.open += 1;
    response.once('close', () => {
      session.open -= 1;
      session.lastUsed = Date.now();
    });
    await session.transport.handleRequest(request, response, body);
    // What the transport refused to open must not linger.
    if (session.transport.sessionId === undefined) await session.server.close();
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  async #open(factory: ServerFactory, opened: () => void): Promise<Session> {
    const { StreamableHTTPServerTransport } = await loadHttp();
    const server = factory.create();
    const session: Session = {
      server,
      open: 0,
      lastUsed: Date.now(),
      transport: new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => {
          this.#sessions.set(id, session);
          opened();
        },
      }),
    };
    const { onclose } = server;
    server.onclose = () => {
      onclose?.();
      this.#sessions.delete(session.transport.sessionId ?? '');
    };
    await server.connect(session.transport);
    return session;
  }

  #expire(): void {
    const before = Date.now() - this.#idle;
    for (const { open, lastUsed, server } of this.#sessions.values()) if (open === 0 && lastUsed < before) void server.close();
  }
}
