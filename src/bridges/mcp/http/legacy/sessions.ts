/** All sessions of one handler: opened by `initialize`, bound to their caller, ended by DELETE or by idling. */
import { randomUUID } from 'node:crypto';
import { anonymousCaller, type Caller } from '../../dispatch/request.js';
import type { SessionState } from '../../eras/legacy.js';
import type { ServerLimits } from '../../limits/index.js';
import type { ProtocolError } from '../../wire/errors.js';
import { isObject } from '../../wire/tools.js';
import type { Sdks } from '../eras.js';
import { SessionEvents } from './events.js';
import { type HttpRequest, type Refusal, type Reply, refusalReply } from '../exchange.js';
import { loadTransport } from './load.js';
import type { SessionOptions } from '../options.js';
import { Session } from './session.js';

const missing: Refusal = {
  status: 400,
  code: -32000,
  message: 'Bad request: the Mcp-Session-Id header is required; send initialize first.',
};
const unknown: Refusal = { status: 404, code: -32001, message: 'Session not found; send initialize again.' };
const tooMany: Refusal = {
  status: 429,
  code: -32000,
  message: 'Too many sessions of this caller are in use; end one, or try again later.',
  headers: { 'retry-after': '60' },
};
const full: Refusal = { status: 503, code: -32000, message: 'Too many sessions; try again later.', headers: { 'retry-after': '60' } };

/** Milliseconds between two looks for sessions that idle, at most. */
const longestSweep = 60_000;

export class Sessions {
  /** In the order of their last use, as far as it was looked at. */
  readonly #sessions = new Map<string, Session>();
  readonly #options: SessionOptions & { keepAlive?: number };
  readonly #idle: number;
  readonly #limit: number;
  readonly #limitPerCaller: number;
  readonly #grace: number;
  readonly #events: { events: number; bytes: number };
  readonly #sdks: Sdks;
  /** Initialize requests under way: many at once must not pass the limit together. */
  readonly #opening = new Set<{ readonly callerId: string }>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(options: SessionOptions & { keepAlive?: number }, limits: ServerLimits, sdks: Sdks) {
    this.#options = options;
    this.#idle = options.idle ?? limits.sessionIdle;
    this.#limit = options.limit ?? limits.sessions;
    this.#limitPerCaller = limits.sessionsPerCaller;
    this.#grace = limits.sessionGrace;
    this.#events = { events: limits.events, bytes: limits.eventBytes };
    this.#sdks = sdks;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** The session that a request names. Another caller's is as good as none. */
  find({ headers }: HttpRequest, caller: Caller): Session | Refusal | undefined {
    const id = headers['mcp-session-id'];
    if (id === undefined) return undefined;
    this.#expire();
    const session = this.#sessions.get(id);
    if (!session || session.callerId !== caller.id) return unknown;
    session.lastUsed = Date.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Opens a session with `initialize`; whatever else comes without one is refused. */
  async open(request: HttpRequest, caller: Caller, body: unknown): Promise<Reply> {
    if (!isObject(body) || body['method'] !== 'initialize') return refusalReply(missing);
    this.#expire();
    if (!this.#makeRoomOf(caller)) return refusalReply(tooMany);
    if (!this.#makeRoom()) return refusalReply(full);
    const opening = { callerId: caller.id };
    this.#opening.add(opening);
    try {
      const session = await this.#new(caller, () => this.#opening.delete(opening));
      const id = body['id'];
      const reply = await session.pass(request, caller, body, typeof id === 'string' || typeof id === 'number' ? [id] : []);
      // What the SDK refused to open must not linger.
      if (session.id === undefined) await session.close();
      return reply;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** Answers with the error what is still running, and ends all sessions. */
  async stop(reason: ProtocolError): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#sessions.values()].map((session) => session.stop(reason)));
    this.#sessions.clear();
  }

  async #new(caller: Caller, opened: () => void): Promise<Session> {
    const Transport = await loadTransport();
    const events = new SessionEvents(this.#events);
    let session: Session | undefined = undefined as Session | undefined;
    const transport = new Transport({
      sessionIdGenerator: () => randomUUID(),
      eventStore: events,
      onsessioninitialized: (id) => {
        if (session) this.#add(id, session);
        opened();
      },
      ...(this.#options.retry !== undefined && { retryInterval: this.#options.retry }),
      ...(this.#options.keepAlive !== undefined && { keepAliveMs: this.#options.keepAlive }),
    });
    const state: SessionState = {};
    const server = await this.#sdks.legacy({ join: (id) => session?.join(id), session: state });
    await server.connect(transport);
    session = new Session(caller, { server, transport, state }, events, this.#options.resumeWait ?? 30_000);
    const { onclose } = server;
    server.onclose = () => {
      onclose?.();
      this.#sessions.delete(transport.sessionId ?? '');
      void session?.close();
    };
    return session;
  }

  /** A principal with too many sessions loses the one that was not used for longest. @returns false when all are in use */
  #makeRoomOf({ id }: Caller): boolean {
    if (id === anonymousCaller.id) return true;
    const isOwn = ({ callerId }: { readonly callerId: string }): boolean => callerId === id;
    const own = [...this.#sessions.values()].filter(isOwn);
    const count = own.length + [...this.#opening].filter(isOwn).length;
    if (count < this.#limitPerCaller) return true;
    return this.#endOne(own);
  }

  /** Who opens session after session must not lock out all others: what was left alone for a while gives way. */
  #makeRoom(): boolean {
    if (this.#sessions.size + this.#opening.size < this.#limit) return true;
    return this.#endOne(this.#sessions.values(), Date.now() - this.#grace);
  }

  /** Ends the first that is not in use, nor was since then. @returns false when there is none */
  #endOne(sessions: Iterable<Session>, since = Infinity): boolean {
    for (const session of sessions) {
      if (!session.isIdle || session.lastUsed > since) continue;
      this.#end(session);
      return true;
    }
    return false;
  }

  /** Gone at once, so that no other request finds it or ends it a second time. */
  #end(session: Session): void {
    this.#sessions.delete(session.id ?? '');
    void session.close();
  }

  #add(id: string, session: Session): void {
    this.#sessions.set(id, session);
    if (this.#sweeper !== undefined || !Number.isFinite(this.#idle)) return;
    this.#sweeper = setInterval(() => this.#expire(), Math.min(this.#idle, longestSweep));
    // The process may end before it; other runtimes have no such word.
    (this.#sweeper as { unref?: () => void }).unref?.();
  }

  #expire(): void {
    const now = Date.now();
    const before = now - this.#idle;
    for (const [id, session] of this.#sessions) {
      if (session.lastUsed >= before) return;
      if (session.open > 0) {
        // In use: it goes to the end of the line.
        session.lastUsed = now;
        this.#sessions.delete(id);
        this.#sessions.set(id, session);
      } else this.#end(session);
    }
  }
}
