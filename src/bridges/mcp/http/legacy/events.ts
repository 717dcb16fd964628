/** What a session has sent on its event streams, so that a client whose connection broke can go on where it was. */
import { randomBytes } from 'node:crypto';
import type { EventStore } from '@modelcontextprotocol/sdk/server/streamableHttp.js' with { 'resolution-mode': 'import' };
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js' with { 'resolution-mode': 'import' };

/** How much one session keeps. */
export interface EventLimits {
  events: number;
  bytes: number;
}

type RequestId = string | number;

/** The requests of one POST, which are answered on one stream. */
export interface Exchange {
  /** Not yet answered. */
  readonly pending: Set<RequestId>;
  /** Known once something was sent on it. */
  stream?: string;
  /** Told when all are answered. */
  readonly done?: () => void;
}

interface Kept {
  stream: string;
  message: JSONRPCMessage;
  bytes: number;
}

/**
 * The event store of one session. Every session has its own, and its ids begin with random letters of its own,
 * so that no id of another session finds anything here. The oldest events go first.
 */
export class SessionEvents implements EventStore {
  readonly #limits: EventLimits;
  readonly #tag = randomBytes(6).toString('base64url');
  readonly #kept = new Map<string, Kept>();
  readonly #exchanges = new Map<RequestId, Exchange>();
  readonly #streams = new Map<string, Exchange>();
  /** Ids of requests that are not to be answered any more. */
  readonly #muted = new Set<RequestId>();
  #bytes = 0;
  #count = 0;
  /** The POST whose stream is being opened: its first event names the stream, before any message does. */
  #opening: Exchange | undefined;

  constructor(limits: EventLimits) {
    this.#limits = limits;
  }

  /** Events kept now, and their bytes. */
  get size(): { events: number; bytes: number } {
    return { events: this.#kept.size, bytes: this.#bytes };
  }

  /** Runs what opens the stream of these requests; its synchronous part ties the two together. */
  open<T>(ids: readonly RequestId[], run: () => T, done?: () => void): { exchange: Exchange; result: T } {
    const exchange: Exchange = { pending: new Set(ids), ...(done && { done }) };
    for (const id of ids) this.#exchanges.set(id, exchange);
    this.#opening = exchange;
    try {
      return { exchange, result: run() };
    } finally {
      this.#opening = undefined;
    }
  }

  /** The requests that a stream answers; undefined for a stream of none, or one that is not known. */
  exchangeOf(stream: string): Exchange | undefined {
    return this.#streams.get(stream);
  }

  /** The POST that a request came with, while it is not answered. */
  exchangeFor(id: RequestId): Exchange | undefined {
    return this.#exchanges.get(id);
  }

  /** Requests that are not answered yet. */
  pending(): RequestId[] {
    return [...this.#exchanges.keys()];
  }

  /** The stream an event was sent on; undefined for an id that is not, or no longer, known here. */
  streamOf(eventId: string): string | undefined {
    return this.#kept.get(eventId)?.stream;
  }

  /** Messages of the same stream after an event. */
  after(eventId: string): { id: string; message: JSONRPCMessage }[] {
    const stream = this.streamOf(eventId);
    const later: { id: string; message: JSONRPCMessage }[] = [];
    let isLater = false;
    for (const [id, kept] of this.#kept) {
      // An event without a message only gives a client its first id.
      if (isLater && kept.stream === stream && Object.keys(kept.message).length > 0) later.push({ id, message: kept.message });
      isLater ||= id === eventId;
    }
    return later;
  }

  /** Runs what sends an answer that is not to be kept; the request counts as answered. */
  async muted(id: RequestId, send: () => Promise<unknown>): Promise<void> {
    this.#muted.add(id);
    this.answered(id);
    await send();
    this.#muted.delete(id);
  }

  /** The request needs no answer on a stream any more. */
  answered(id: RequestId): void {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    if (exchange?.pending.delete(id) && exchange.pending.size === 0) exchange.done?.();
  }

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const answered = 'id' in message && !('method' in message) ? (message.id as RequestId) : undefined;
    const exchange = this.#opening ?? (answered === undefined ? undefined : this.#exchanges.get(answered));
    if (exchange && exchange.stream === undefined) {
      exchange.stream = stream;
      this.#streams.set(stream, exchange);
    }
    this.#count += 1;
    const id = `${this.#tag}-${this.#count.toString(36)}`;
    if (answered === undefined || !this.#muted.has(answered)) this.#keep(id, stream, message);
    if (answered !== undefined) this.answered(answered);
    return Promise.resolve(id);
  }

  getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return Promise.resolve(this.streamOf(eventId));
  }

  async replayEventsAfter(
    eventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const stream = this.streamOf(eventId) ?? '';
    for (const { id, message } of this.after(eventId)) await send(id, message);
    return stream;
  }

  #keep(id: string, stream: string, message: JSONRPCMessage): void {
    const bytes = JSON.stringify(message).length;
    if (bytes > this.#limits.bytes || this.#limits.events === 0) return;
    this.#kept.set(id, { stream, message, bytes });
    this.#bytes += bytes;
    for (const [oldest, kept] of this.#kept) {
      if (this.#kept.size <= this.#limits.events && this.#bytes <= this.#limits.bytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= kept.bytes;
      this.#forget(kept.stream);
    }
  }

  /** What is known of a stream goes with its last event, once all is answered. */
  #forget(stream: string): void {
    const exchange = this.#streams.get(stream);
    if (!exchange || exchange.pending.size > 0) return;
    for (const kept of this.#kept.values()) if (kept.stream === stream) return;
    this.#streams.delete(stream);
  }
}
