/** A client that hides nothing: requests by hand in either era, every notice and every answer kept. */
import type { Era } from '../../../../src/bridges/mcp/dispatch/request.js';
import type { Json, Pipe } from './way.js';

/** An error of the protocol. */
export class Refused extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export interface ClientSetup {
  capabilities?: Json;
  /** Answers the server's questions, by method; what it throws is told as an error. */
  answer?: (method: string, params: Json) => unknown;
  /** Modern era: `_meta`'s log level of every request. */
  logLevel?: string;
  protocolVersion?: string;
}

export interface Sent {
  id: number;
  answer: Promise<Json>;
  /** `notifications/cancelled`. */
  cancel(): void;
}

export interface RawClient {
  readonly era: Era;
  /** Sends a request, and answers what is asked meanwhile. @returns the result without what only the modern era adds */
  request(method: string, params?: Json): Promise<Json>;
  /** The same, without answering `input_required` and with everything in the result. */
  send(method: string, params?: Json, how?: { progressToken?: string | number }): Sent;
  notify(method: string, params?: Json): void;
  /** Notices so far. */
  readonly notices: { method: string; params: Json }[];
  /** Answers so far, in the order of their coming: for comparing two ways. */
  readonly answers: Json[];
  /** The result of `initialize` or `server/discover`. */
  readonly server: Json;
  close(): Promise<void>;
}

const mostRounds = 10;

export async function connected(pipe: Pipe, era: Era, setup: ClientSetup): Promise<RawClient> {
  const client = new Client(pipe, era, setup);
  if (era === 'legacy') {
    const { capabilities = {}, protocolVersion = '2025-11-25' } = setup;
    const params = { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } };
    client.server = await client.send('initialize', params).answer;
    client.notify('notifications/initialized');
  } else {
    client.server = await client.send('server/discover').answer;
  }
  client.answers.length = 0;
  return client;
}

class Client implements RawClient {
  readonly notices: { method: string; params: Json }[] = [];
  readonly answers: Json[] = [];
  server: Json = {};
  readonly #waiting = new Map<unknown, { resolve(result: Json): void; reject(error: Error): void }>();
  #next = 1;

  constructor(
    private readonly pipe: Pipe,
    readonly era: Era,
    private readonly setup: ClientSetup,
  ) {
    pipe.onmessage = (message) => void this.#take(message);
  }

  async request(method: string, params: Json = {}): Promise<Json> {
    let result = await this.send(method, params).answer;
    for (let round = 1; result['resultType'] === 'input_required' && round < mostRounds; round += 1) {
      const { inputRequests, requestState } = result;
      const inputResponses: Json = {};
      for (const [key, asked] of Object.entries(inputRequests as Record<string, { method: string; params: Json }>))
        inputResponses[key] = await this.setup.answer?.(asked.method, asked.params);
      result = await this.send(method, { ...params, inputResponses, requestState }).answer;
    }
    return plain(result);
  }

  send(method: string, params: Json = {}, { progressToken }: { progressToken?: string | number } = {}): Sent {
    const id = this.#next++;
    const meta = { ...(params['_meta'] as Json), ...(progressToken !== undefined && { progressToken }), ...this.#envelope() };
    const full = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params;
    const answer = new Promise<Json>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    answer.catch(() => undefined);
    this.pipe.send({ jsonrpc: '2.0', id, method, params: full });
    return { id, answer, cancel: () => this.notify('notifications/cancelled', { requestId: id, reason: 'test' }) };
  }

  notify(method: string, params: Json = {}): void {
    const meta = this.#envelope();
    this.pipe.send({ jsonrpc: '2.0', method, params: this.era === 'modern' ? { ...params, _meta: meta } : params });
  }

  close(): Promise<void> {
    return this.pipe.close();
  }

  #envelope(): Json {
    if (this.era === 'legacy') return {};
    const { capabilities = {}, logLevel, protocolVersion = '2026-07-28' } = this.setup;
    return {
      'io.modelcontextprotocol/protocolVersion': protocolVersion,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      ...(logLevel !== undefined && { 'io.modelcontextprotocol/logLevel': logLevel }),
    };
  }

  async #take(message: Json): Promise<void> {
    const { id, method, result, error } = message as { id?: unknown; method?: string; result?: Json; error?: Refused };
    if (method !== undefined && id !== undefined) return this.#answer(id, method, (message['params'] ?? {}) as Json);
    if (method !== undefined) return void this.notices.push({ method, params: (message['params'] ?? {}) as Json });
    this.answers.push(message);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Refused(error.code, error.message, error.data));
    else waiting?.resolve(result ?? {});
  }

  async #answer(id: unknown, method: string, params: Json): Promise<void> {
    try {
      if (!this.setup.answer) throw new Refused(-32601, 'Method not found');
      this.pipe.send({ jsonrpc: '2.0', id, result: await this.setup.answer(method, params) });
    } catch (error) {
      this.pipe.send({ jsonrpc: '2.0', id, error: { code: (error as Refused).code ?? -1, message: (error as Error).message } });
    }
  }
}

/** A result without what the modern era adds to all. */
export function plain({ resultType: _type, ttlMs: _ttl, cacheScope: _scope, _meta, ...rest }: Json): Json {
  const { 'io.modelcontextprotocol/serverInfo': _server, ...meta } = (_meta ?? {}) as Json;
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}
