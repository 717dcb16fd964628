/**
 * One keep-alive connection with one request under way, written as text and read only as far as its frame: on two cores the load must
 * cost much less than the fastest server, or it would be measured instead.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One answer as it came; `text` joins and reads it, which the load leaves out. */
export interface Answer {
  status: number;
  /** Bytes, headers included. */
  size: number;
  text(): string;
}

const lastChunk = '\r\n0\r\n\r\n';

export class Connection {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the whole answer; NaN until the headers are there, infinite for one in chunks. */
  #wanted = Number.NaN;
  #took: ((answer: Answer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => this.#failed?.(new Error('the server closed a connection that was in use')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Calls one of the two, once; the last answer must have come. */
  send(request: string, took: (answer: Answer) => void, failed: (error: Error) => void): void {
    this.#chunks = [];
    this.#size = 0;
    this.#wanted = Number.NaN;
    this.#took = took;
    this.#failed = failed;
    this.socket.write(request, 'latin1');
  }

  /** @throws Error when the connection breaks */
  ask(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => this.send(request, resolve, reject));
  }

  close(): void {
    this.#failed = undefined;
    this.socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (Number.isNaN(this.#wanted)) this.#wanted = frameOf(this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks));
    const complete = this.#wanted === Infinity ? this.#endsInLastChunk() : this.#size >= this.#wanted;
    if (!complete) return;
    const took = this.#took;
    const chunks = this.#chunks;
    this.#failed = undefined;
    const status = Number(chunks[0]?.toString('latin1', 9, 12));
    took?.({ status, size: this.#size, text: () => bodyOf(Buffer.concat(chunks)) });
  }

  #endsInLastChunk(): boolean {
    const last = this.#chunks.at(-1) as Buffer;
    const tail = last.length >= lastChunk.length ? last : Buffer.concat(this.#chunks.slice(-3));
    return tail.toString('latin1', Math.max(0, tail.length - lastChunk.length)) === lastChunk;
  }
}

/** How long the answer that begins here will be. */
function frameOf(start: Buffer): number {
  const end = start.indexOf('\r\n\r\n');
  if (end === -1) return Number.NaN;
  const head = start.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return end + 4 + Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? Infinity : end + 4;
}

/** The body of a whole answer, headers kept in front of it; chunks are joined. */
function bodyOf(answer: Buffer): string {
  const end = answer.indexOf('\r\n\r\n') + 4;
  const head = answer.toString('latin1', 0, end);
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) return answer.toString();
  const parts: Buffer[] = [];
  for (let at = end; ;) {
    const line = answer.indexOf('\r\n', at);
    const size = Number.parseInt(answer.toString('latin1', at, line), 16);
    if (!(size > 0)) return head + Buffer.concat(parts).toString();
    parts.push(answer.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
}
