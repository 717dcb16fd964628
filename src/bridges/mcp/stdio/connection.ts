/**
 * One client on a pair of streams, a message a line. What is malformed is answered here, and the connection lives on;
 * everything else is handed on as it came.
 */
import type { Readable, Writable } from 'node:stream';
import { protocolCodes } from '../wire/errors.js';
import { type Fault, type Message, type Reading, readText, type RequestId } from '../wire/message.js';
import { Lines } from './lines.js';
import { Pending } from './pending.js';

/** Bytes of one message. */
const longestMessage = 10 * 1024 * 1024;

/** Bytes that may wait for a client that does not read: beyond, nothing more is read from it either. */
const mostUnread = 16 * 1024 * 1024;

/** Notices that mean nothing later. */
const passing = new Set<string | undefined>(['notifications/progress', 'notifications/message']);

/** The one revision that has batches. */
const revisionWithBatches = '2025-03-26';

export class Connection {
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #deliver: (message: Message) => void;
  readonly #log: (message: string) => void;
  readonly #pending = new Pending((value) => this.#write(value));
  readonly #lines = new Lines(
    longestMessage,
    (text) => this.#take(readText(text)),
    () =>
      this.#refuse({
        code: protocolCodes.invalidRequest,
        message: `Invalid request: a message may have ${longestMessage} bytes.`,
        id: null,
      }),
  );
  readonly #onData = (chunk: Buffer): void => this.#lines.take(chunk);
  readonly #onEnd = (): void => this.#lines.end();
  /** Notices that wait for a client to read again, each once. */
  readonly #late = new Map<string, Message>();
  #hasBatches = false;
  #isHeld = false;
  #isStopped = false;

  /** @param deliver takes a well-formed message */
  constructor(input: Readable, output: Writable, deliver: (message: Message) => void, log: (message: string) => void) {
    this.#input = input;
    this.#output = output;
    this.#deliver = deliver;
    this.#log = log;
  }

  start(): void {
    this.#input.on('data', this.#onData);
    this.#input.once('end', this.#onEnd);
  }

  /** Reads no more. */
  stop(): void {
    this.#isStopped = true;
    this.#input.off('data', this.#onData);
    this.#input.off('end', this.#onEnd);
    this.#input.pause();
  }

  /** Waits until all requests are answered, so many milliseconds at most. */
  idle(milliseconds: number): Promise<void> {
    return this.#pending.idle(milliseconds);
  }

  /** Sends a message of ours. */
  send(message: Message): void {
    const { id, method, result } = message;
    if (method !== undefined && id === undefined) return this.#notify(message);
    if (method !== undefined || id === undefined || id === null) return this.#write(message);
    if (this.#pending.methodOf(id) === 'initialize')
      this.#hasBatches = (result as { protocolVersion?: unknown } | undefined)?.protocolVersion === revisionWithBatches;
    this.#pending.answer(id, message);
  }

  #take(reading: Reading): void {
    if ('batch' in reading) return this.#takeBatch(reading.batch);
    if ('fault' in reading) return this.#refuse(reading.fault);
    if ('noise' in reading) return this.#log(`left out: ${reading.noise}`);
    const { message } = reading;
    const clash = this.#clashOf(message);
    if (clash) return this.#refuse(clash);
    if (message.method !== undefined && message.id !== undefined) this.#pending.add(message.id, message.method);
    this.#pass(message);
  }

  #takeBatch(readings: readonly Reading[]): void {
    if (!this.#hasBatches)
      return this.#refuse({ code: protocolCodes.invalidRequest, message: 'Invalid request: this revision has no batches.', id: null });
    const batch = this.#pending.newBatch();
    const messages: Message[] = [];
    for (const reading of readings) {
      const fault = faultOf(reading) ?? ('message' in reading ? this.#clashOf(reading.message) : undefined);
      if (fault) batch.answers.push(responseOf(fault));
      else if ('message' in reading) {
        const { id, method } = reading.message;
        if (id !== undefined && method !== undefined) this.#pending.add(id, method, batch);
        messages.push(reading.message);
      }
    }
    this.#pending.flush(batch);
    for (const message of messages) this.#pass(message);
  }

  /** Two requests of one id could not be told apart by their answers. */
  #clashOf({ id, method }: Message): Fault | undefined {
    if (id === undefined || method === undefined || !this.#pending.has(id)) return undefined;
    // Answered under its own id, it would pass for the answer to the other.
    return { code: protocolCodes.invalidRequest, message: `Invalid request: the id ${JSON.stringify(id)} is in use.`, id: null };
  }

  #pass(message: Message): void {
    if (message.method === 'notifications/cancelled') this.#pending.cancel(message.params?.['requestId'] as RequestId);
    this.#deliver(message);
  }

  #refuse(fault: Fault): void {
    this.#write(responseOf(fault));
  }

  #write(value: object): void {
    if (!this.#output.writable) return;
    this.#output.write(this.#textOf(value));
    if (this.#output.writableLength <= mostUnread || this.#isHeld) return;
    this.#isHeld = true;
    this.#input.pause();
    this.#output.once('drain', () => {
      this.#isHeld = false;
      if (!this.#isStopped) this.#input.resume();
      const late = [...this.#late.values()];
      this.#late.clear();
      for (const notice of late) this.#notify(notice);
    });
  }

  /** To a client that does not read, changes are told once, when it reads again; what was to be seen at the time is left out. */
  #notify(notice: Message): void {
    if (!this.#isHeld) this.#write(notice);
    else if (!passing.has(notice.method)) this.#late.set(JSON.stringify(notice), notice);
  }

  /** Lines. What cannot be written is answered all the same. @throws TypeError, RangeError for a request of ours */
  #textOf(value: object): string {
    try {
      return `${JSON.stringify(value)}\n`;
    } catch (error) {
      // Of many answers together there may be too much for one text.
      if (Array.isArray(value)) return value.map((one: object) => this.#textOf(one)).join('');
      const { id = null, method } = value as Message;
      if (method !== undefined && id !== null) throw error;
      this.#log(`a message could not be written: ${String(error)}`);
      if (method !== undefined) return '';
      return `${JSON.stringify(responseOf({ code: protocolCodes.internal, message: 'Internal error: the answer could not be written.', id }))}\n`;
    }
  }
}

const responseOf = ({ code, message, id }: Fault): object => ({ jsonrpc: '2.0', id, error: { code, message } });

function faultOf(reading: Reading): Fault | undefined {
  if ('fault' in reading) return reading.fault;
  return 'batch' in reading ? { code: protocolCodes.invalidRequest, message: 'Invalid request: a batch in a batch.', id: null } : undefined;
}
