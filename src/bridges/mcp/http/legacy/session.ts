/** One session of Streamable HTTP: a server and a transport of the SDK, and the calls that are answered without them. */
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js' with { 'resolution-mode': 'import' };
import type { LogLevel } from '../../../../types.js';
import { anonymousCaller, type Caller } from '../../dispatch/request.js';
import type { SessionState } from '../../eras/legacy.js';
import type { SdkServer } from '../../eras/load.js';
import type { ProtocolError } from '../../wire/errors.js';
import { isObject } from '../../wire/tools.js';
import { cancelledAnswer, onCancelled } from './cancelled.js';
import type { DirectCall } from '../direct/call.js';
import type { Exchange, SessionEvents } from './events.js';
import { emptyReply, type HttpRequest, refusalReply, type Reply, toReply } from '../exchange.js';
import type { SdkTransport } from './load.js';
import { watched } from '../watched.js';
import { toWebRequest } from '../web-request.js';

type RequestId = string | number;

const unknownEvent = { status: 400, code: -32000, message: 'Bad request: this session knows no such Last-Event-ID.' };

/** The SDK's side of a session, and what its server keeps. */
export interface Parts {
  server: SdkServer;
  transport: SdkTransport;
  state: SessionState;
}

export class Session {
  readonly callerId: string;
  readonly server: SdkServer;
  readonly events: SessionEvents;
  /** Replies that are still being sent. */
  open = 0;
  lastUsed = Date.now();
  readonly #transport: SdkTransport;
  readonly #state: Parts['state'];
  readonly #resumeWait: number;
  /** Calls that did not come through the SDK, or joined it later. */
  readonly #running = new Map<RequestId, DirectCall>();
  /** Streams that broke, until their client comes back. */
  readonly #lost = new Map<Exchange, NodeJS.Timeout>();
  #isClosed = false;

  /** @param state is kept by the server @param resumeWait milliseconds that a call goes on after its stream broke */
  constructor(caller: Caller, { server, transport, state }: Parts, events: SessionEvents, resumeWait: number) {
    this.callerId = caller.id;
    this.server = server;
    this.events = events;
    this.#transport = transport;
    this.#state = state;
    this.#resumeWait = resumeWait;
    onCancelled(transport, (id) => this.forget(id));
  }

  /** Whether nothing of it is running or being sent. */
  get isIdle(): boolean {
    return this.open === 0 && this.#running.size === 0 && this.events.pending().length === 0;
  }

  /** The least severe level of log messages that the client wants. */
  get logLevel(): LogLevel | undefined {
    return this.#state.logLevel;
  }

  /** The protocol revision that was agreed on. */
  get revision(): string | undefined {
    return this.#state.revision;
  }

  /** The id of the session, once the client was let in. */
  get id(): string | undefined {
    return this.#transport.sessionId;
  }

  /** Whom calls are counted for: the principal, and where nobody was asked, the session. */
  callerOf(caller: Caller): Caller {
    return caller.id === anonymousCaller.id ? { ...caller, id: `session ${this.id}` } : caller;
  }

  /** Whether a request of this id is being answered. */
  isRunning(id: RequestId): boolean {
    return this.#running.has(id) || this.events.exchangeFor(id) !== undefined;
  }

  /** Keeps a call that is answered without the SDK, until it ends. */
  begin(id: RequestId, call: DirectCall): void {
    this.#running.set(id, call);
    call.whenOver(() => this.#running.delete(id));
  }

  /** The call of an id, for the SDK's handler to join. */
  join(id: RequestId): DirectCall | undefined {
    return this.#running.get(id)?.join();
  }

  /** The client cancelled. @returns whether the SDK has nothing to do with it */
  cancelDirect(id: RequestId): boolean {
    const call = this.#running.get(id);
    if (!call || call.isJoined) return false;
    call.cancel();
    return true;
  }

  /** Lets the SDK answer. @param ids of the requests in the body @param done told when all are answered */
  async pass(request: HttpRequest, caller: Caller, body?: unknown, ids: readonly RequestId[] = [], done?: () => void): Promise<Reply> {
    const options = { parsedBody: body, authInfo: this.callerOf(caller) as unknown as AuthInfo };
    const { exchange, result } = this.events.open(ids, () => this.#transport.handleRequest(toWebRequest(request), options), done);
    const reply = toReply(await result);
    if (!(reply.body instanceof ReadableStream) || reply.status !== 200) {
      for (const id of ids) this.events.answered(id);
      return reply;
    }
    return this.#watch(reply, exchange);
  }

  /** The stream of notices, or the rest of one that broke. */
  async listen(request: HttpRequest, caller: Caller): Promise<Reply> {
    const last = request.headers['last-event-id'];
    if (last === undefined) return this.pass(request, caller);
    const stream = this.events.streamOf(last);
    if (stream === undefined) return refusalReply(unknownEvent);
    const exchange = this.events.exchangeOf(stream);
    // The SDK would leave open a stream on which nothing can come any more.
    if (exchange?.pending.size === 0) return this.#rest(last);
    this.#found(exchange);
    const reply = toReply(await this.#transport.handleRequest(toWebRequest(request)));
    return reply.body instanceof ReadableStream && exchange ? this.#watch(reply, exchange) : reply;
  }

  /** After a cancellation the SDK answers no more: what it keeps of the request goes. */
  async forget(id: RequestId): Promise<void> {
    // One notice among others may name a call that the SDK does not know.
    if (this.cancelDirect(id)) return;
    const exchange = this.events.exchangeFor(id);
    if (!exchange) return;
    // In a batch the other answers still come on the same stream; else what is sent now reaches nobody.
    if (exchange.pending.size === 1) this.#transport.closeSSEStream(id);
    await this.events.muted(id, () => this.#transport.send(cancelledAnswer(id)).catch(() => undefined));
  }

  /** Answers with the error what is still running, and ends. */
  async stop(reason: ProtocolError): Promise<void> {
    for (const call of this.#running.values()) if (!call.isJoined) call.stop(reason);
    await this.answer(this.events.pending(), reason);
    await this.close();
  }

  /** Answers requests that the SDK has with an error. */
  async answer(ids: readonly RequestId[], { code, message }: ProtocolError): Promise<void> {
    const answers = ids
      .filter((id) => this.events.exchangeFor(id))
      .map((id) => ({ jsonrpc: '2.0' as const, id, error: { code, message } }));
    await Promise.all(answers.map((answer) => this.#transport.send(answer).catch(() => undefined)));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const timer of this.#lost.values()) clearTimeout(timer);
    this.#lost.clear();
    for (const call of this.#running.values()) call.cancel();
    for (const id of this.events.pending()) this.events.answered(id);
    await this.server.close();
  }

  #rest(last: string): Reply {
    const events = this.events.after(last).map(({ id, message }) => `event: message\nid: ${id}\ndata: ${JSON.stringify(message)}\n\n`);
    // 204 tells a client not to come back.
    if (events.length === 0) return emptyReply(204);
    const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', ...this.#named() };
    return { status: 200, headers, body: events.join('') };
  }

  #named(): Record<string, string> {
    return this.id === undefined ? {} : { 'mcp-session-id': this.id };
  }

  /** Keeps the session while the stream is open; what it leaves unanswered gets some time to be asked for again. */
  #watch(reply: Reply, exchange: Exchange): Reply {
    this.open += 1;
    const over = (): void => {
      this.open -= 1;
      this.lastUsed = Date.now();
      if (exchange.pending.size > 0 && !this.#isClosed) this.#lose(exchange);
    };
    return { ...reply, body: watched(reply.body as ReadableStream<Uint8Array>, over) };
  }

  #lose(exchange: Exchange): void {
    clearTimeout(this.#lost.get(exchange));
    const abandon = (): void => void this.#abandon(exchange);
    if (Number.isFinite(this.#resumeWait)) this.#lost.set(exchange, setTimeout(abandon, this.#resumeWait));
  }

  /** A client of an older revision may come back to a stream whose requests are not known yet: then none is given up. */
  #found(exchange: Exchange | undefined): void {
    for (const [lost, timer] of this.#lost) {
      if (lost !== exchange && (exchange !== undefined || lost.stream !== undefined)) continue;
      clearTimeout(timer);
      this.#lost.delete(lost);
    }
  }

  async #abandon(exchange: Exchange): Promise<void> {
    this.#lost.delete(exchange);
    const params = { reason: 'The client did not come back.' };
    // What is forgotten leaves the set while it is walked.
    for (const requestId of exchange.pending) {
      this.#transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...params, requestId } });
      await Promise.resolve();
    }
  }
}

/** The ids of all requests in a body: one, or a batch of them. */
export function requestIds(body: unknown): RequestId[] {
  return [body].flat().flatMap((message: unknown) => {
    const id = isObject(message) && typeof message['method'] === 'string' ? message['id'] : undefined;
    return typeof id === 'string' || typeof id === 'number' ? [id] : [];
  });
}
