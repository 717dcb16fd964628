/** What a client of the modern era keeps for us between two rounds of a request: signed, so that it cannot be forged; not secret. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { invalidParams, type ProtocolError } from '../wire/errors.js';

/** One question and its answer. The hash tells whether the method, run again, still asks the same. */
export interface Answered {
  hash: string;
  answer: Record<string, unknown>;
}

/** What has been asked and answered of one request so far. */
export interface Progress {
  /** By the place in the order of asking. */
  answered: ReadonlyMap<number, Answered>;
  /** Place -> the questions that went out last. */
  open: ReadonlyMap<number, Open>;
}

/** A question that waits for its answer. */
export interface Open {
  hash: string;
  /** Under which the client answers. */
  key: string;
}

/** Whose state it is: the request and its sender. */
export interface Subject {
  method: string;
  /** The tool's or prompt's name, or the URI. */
  name: string;
  args: unknown;
  caller: string;
}

interface Payload {
  v: 1;
  /** The subject, hashed. */
  s: string;
  /** When it ends, milliseconds since 1970. */
  e: number;
  a: [place: number, hash: string, answer: Record<string, unknown>][];
  o: [place: number, hash: string, key: string][];
}

/** Signs and reads states with one key. */
export class RequestState {
  readonly #key: Uint8Array | string;
  readonly #lifetime: number;

  /** @param key random when absent: then only this process can read its states @param lifetime milliseconds */
  constructor(key: Uint8Array | string | undefined, lifetime: number) {
    this.#key = key ?? randomBytes(32);
    this.#lifetime = lifetime;
  }

  write(subject: Subject, { answered, open }: Progress): string {
    const payload: Payload = {
      v: 1,
      s: hashOf(subject),
      // Without an end it would be null in JSON.
      e: Math.min(Date.now() + this.#lifetime, Number.MAX_SAFE_INTEGER),
      a: [...answered].map(([place, { hash, answer }]) => [place, hash, answer]),
      o: [...open].map(([place, { hash, key }]) => [place, hash, key]),
    };
    const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${body}.${this.#sign(body).toString('base64url')}`;
  }

  /** @throws ProtocolError -32602 for a state that is forged, out of date, or of another request */
  read(state: unknown, subject: Subject): Progress {
    const payload = typeof state === 'string' ? this.#verified(state) : undefined;
    if (!payload || payload.v !== 1 || payload.s !== hashOf(subject) || !(payload.e > Date.now())) throw invalidState();
    return {
      answered: new Map(payload.a.map(([place, hash, answer]) => [place, { hash, answer }])),
      open: new Map(payload.o.map(([place, hash, key]) => [place, { hash, key }])),
    };
  }

  /** Nothing of an unsigned text is even parsed. */
  #verified(state: string): Payload | undefined {
    const dot = state.indexOf('.');
    const body = state.slice(0, Math.max(dot, 0));
    const given = Buffer.from(state.slice(dot + 1), 'base64url');
    const right = this.#sign(body);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload;
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#key).update('toolmark.requestState.1:').update(body).digest();
  }
}

/** A short, sure name of any JSON value. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 22);
}

/** JSON with the keys of every object in one order: a client may send them in another when it tries again. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

const invalidState = (): ProtocolError => invalidParams('invalid or expired requestState.', { reason: 'invalid_request_state' });
