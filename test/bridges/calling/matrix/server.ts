/**
 * A provider on loopback: `@copilotkit/aimock` answers what a script says, behind a proxy of ours that looks at every request
 * and answers 400 to what the provider would refuse.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import type { Json } from '../legal/schema.js';

/** One answer of the model. Names are those on the wire. */
export interface Line {
  text?: string;
  calls?: { id?: string; name: string; args: object | string }[];
}

/** How the provider behaves. */
export interface Behaviour {
  /** What it would answer 400 to. */
  problems(body: Json): string[];
  /** The body of such an answer, where it is not as OpenAI's. */
  refusal?(message: string): object;
  /** Turns what aimock streams into what this provider streams. */
  adapt?(stream: string): string;
}

export class LoopbackProvider {
  /** Bodies of the requests, oldest first. */
  readonly requests: Json[] = [];
  /** What was refused. */
  readonly refusals: string[] = [];
  #script: Line[] = [];
  #behaviour: Behaviour = { problems: () => [] };
  readonly #mock = new LLMock({ port: 0, chunkSize: 5 });
  readonly #proxy: Server = createServer((request, response) => void this.#handle(request, response));

  async start(): Promise<void> {
    this.#mock.addFixture({ match: { predicate: () => true }, response: () => this.#next() });
    await this.#mock.start();
    await new Promise<void>((resolve) => this.#proxy.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => {
      this.#proxy.close(resolve);
      this.#proxy.closeAllConnections();
    });
    await this.#mock.stop();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  /** Begins anew; after the script's end the model says that it is done. */
  play(script: Line[], behaviour: Behaviour): void {
    this.#script = [...script];
    this.#behaviour = behaviour;
    this.requests.length = 0;
    this.refusals.length = 0;
  }

  #next() {
    const { text, calls } = this.#script.shift() ?? { text: 'Done.' };
    const toolCalls = calls?.map(({ id, name, args }) => ({
      ...(id !== undefined && { id }),
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
    }));
    if (!toolCalls) return { content: text ?? '' };
    return text === undefined ? { toolCalls } : { content: text, toolCalls };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = JSON.parse(text) as Json;
    this.requests.push(body);
    const { problems, refusal = usualRefusal, adapt } = this.#behaviour;
    const found = problems(body);
    if (found.length > 0) {
      this.refusals.push(...found);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal(found.join('; '))));
      return;
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(`${this.#mock.url}${request.url}`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: text,
    });
    const { 'content-encoding': _encoding, 'transfer-encoding': _transfer, ...answered } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, answered);
    const isStream = answered['content-type']?.includes('event-stream') === true;
    response.end(isStream && adapt ? adapt(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
  }
}

const usualRefusal = (message: string): object => ({ error: { message, type: 'invalid_request_error' }, message });

/** A fetch whose answers come in pieces of so many bytes, wherever that cuts. */
export function cuttingFetch(size: number): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    return new Response(inPieces(new Uint8Array(await answer.arrayBuffer()), size), { status: answer.status, headers: answer.headers });
  };
}

export function inPieces(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}
