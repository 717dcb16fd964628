/** Puts a load on a contender: so many requests under way at once, each on a connection of its own that is kept alive. */
import type { Child } from './child.js';
import { type Answer, Connection } from './connection.js';
import type { Mode, Sample } from './results.js';
import {
  assertBooked,
  assertRefused,
  callOf,
  initializedOf,
  initializeOf,
  type Peer,
  type Request,
  sessionOf,
  textOf,
  wrongCallOf,
} from './wire.js';

/** When a load ends. */
export type Span = { milliseconds: number } | { calls: number };

export interface Kind {
  /** The request for one client. */
  request(peer: Peer): Request;
  /** @throws Error when an answer is not what it must be */
  verify(answer: Answer): void;
}

export const calling: Kind = { request: callOf, verify: assertBooked };

/** A contender's process as its clients see it; a stateful one has a session for each client. */
export class Clients {
  readonly #sessions: string[] = [];

  constructor(
    readonly child: Child,
    readonly mode: Mode,
  ) {}

  /** Sees that a call is answered and one against the rules refused. @throws Error */
  async check(): Promise<void> {
    await this.#openSessions(1);
    const connection = await Connection.open(this.child.port);
    assertBooked(await connection.ask(textOf(callOf(this.#peer(0)))));
    assertRefused(await connection.ask(textOf(wrongCallOf(this.#peer(0)))));
    connection.close();
  }

  async #openSessions(count: number): Promise<void> {
    while (this.mode === 'stateful' && this.#sessions.length < count) this.#sessions.push(await this.#openSession());
  }

  async #openSession(): Promise<string> {
    const peer: Peer = { port: this.child.port, mode: this.mode };
    const connection = await Connection.open(peer.port);
    const session = sessionOf(await connection.ask(textOf(initializeOf(peer))));
    await connection.ask(initializedOf({ ...peer, session }));
    connection.close();
    return session;
  }

  #peer(index: number): Peer {
    return { port: this.child.port, mode: this.mode, session: this.#sessions[index] };
  }

  /** Measures after a short warm-up, which is not counted. @throws Error for the first answer that is wrong */
  async measure(kind: Kind, concurrency: number, span: Span, warmUp: Span): Promise<Sample & { bytes: number; calls: number }> {
    await this.#openSessions(concurrency);
    const connections = await Promise.all(Array.from({ length: concurrency }, () => Connection.open(this.child.port)));
    const requests = connections.map((_, index) => kind.request(this.#peer(index)));
    try {
      const first = await connections[0]?.ask(textOf(requests[0] as Request));
      if (!first) throw new Error('no connection');
      kind.verify(first);
      const check = { size: first.size, verify: (answer: Answer) => kind.verify(answer) };
      await drive(connections, requests, check, warmUp);
      const before = await this.child.usage('cpu');
      const own = process.cpuUsage();
      const { times, elapsed } = await drive(connections, requests, check, span);
      const { user, system } = process.cpuUsage(own);
      const after = await this.child.usage('cpu');
      const calls = times.length;
      const used = { cpu: (after.cpu - before.cpu) / calls, load: (user + system) / calls };
      return { ...latencies(times), ...used, perSecond: (calls / elapsed) * 1000, bytes: first.size, calls };
    } finally {
      for (const connection of connections) connection.close();
    }
  }
}

interface Check {
  /** Bytes of an answer that was read and found right; one of another size is read too. */
  size: number;
  verify(answer: Answer): void;
}

/** Each connection sends its next request when its answer has come. Gives the microseconds of each request. */
function drive(connections: readonly Connection[], requests: readonly Request[], check: Check, span: Span) {
  const start = performance.now();
  const end = 'milliseconds' in span ? start + span.milliseconds : Infinity;
  let left = 'calls' in span ? span.calls : Infinity;
  const times: number[] = [];
  const client = (connection: Connection, request: Request): Promise<void> =>
    new Promise((resolve, reject) => {
      let sent = 0;
      const next = (): void => {
        sent = performance.now();
        if (left <= 0 || sent >= end) return resolve();
        left -= 1;
        connection.send(textOf(request), take, reject);
      };
      const take = (answer: Answer): void => {
        times.push((performance.now() - sent) * 1000);
        try {
          if (answer.status !== 200 || answer.size !== check.size) check.verify(answer);
          next();
        } catch (error) {
          reject(error);
        }
      };
      next();
    });
  return Promise.all(connections.map((connection, index) => client(connection, requests[index] as Request))).then(() => ({
    times,
    elapsed: performance.now() - start,
  }));
}

function latencies(times: readonly number[]): Pick<Sample, 'p50' | 'p99'> {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
