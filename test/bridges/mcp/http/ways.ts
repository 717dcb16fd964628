/** The ways over HTTP: a pipe posts messages and reads documents and streams. */
import { type HttpOptions, serveHttp } from '../../../../src/bridges/mcp/index.js';
import type { McpServerOptions } from '../../../../src/bridges/mcp/options.js';
import type { Era } from '../../../../src/bridges/mcp/dispatch/request.js';
import type { ToolRegistry } from '../../../../src/runtime/registry.js';
import type { Json, Pipe, Way } from '../cases/index.js';
import { accept, jsonHeaders } from './support.js';

/** Which parameter the `Mcp-Name` header repeats. */
const named: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

class HttpPipe implements Pipe {
  onmessage: (message: Json) => void = () => undefined;
  readonly #streams = new Set<AbortController>();
  readonly #running = new Map<unknown, AbortController>();
  #session: Record<string, string> = {};
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly era: Era,
    private readonly stop: () => Promise<void>,
  ) {}

  send(message: Json): void {
    // In this era a client cancels by closing its request's stream.
    if (this.era === 'modern' && message['method'] === 'notifications/cancelled')
      return this.#running.get((message['params'] as Json)['requestId'])?.abort();
    const sent = this.#post(message);
    // A handshake has to be over before anything else is sent.
    if (message['method'] === 'initialize' || message['method'] === 'notifications/initialized') this.#before = sent;
  }

  async close(): Promise<void> {
    for (const stream of this.#streams) stream.abort();
    await this.stop();
  }

  async #post(message: Json): Promise<void> {
    await this.#before;
    const controller = new AbortController();
    this.#streams.add(controller);
    this.#running.set(message['id'], controller);
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: { ...jsonHeaders, ...token, ...this.#session, ...(this.era === 'modern' && this.#standard(message)) },
        body: JSON.stringify(message),
        signal: controller.signal,
      });
      const reading = this.#read(response);
      // The stream of a handshake ends with its answer; any other may outlive what is sent next.
      if (message['method'] === 'initialize') await this.#opened(response, reading);
      else await reading;
    } catch {
      // Left, by this client or by the server.
    } finally {
      this.#streams.delete(controller);
    }
  }

  #standard(message: Json): Record<string, string> {
    const { method, params } = message as { method: string; params: Json };
    const source = named[method];
    const name = source === undefined ? undefined : params[source];
    const version = (params['_meta'] as Json)['io.modelcontextprotocol/protocolVersion'];
    return {
      'mcp-protocol-version': String(version),
      'mcp-method': method,
      ...(typeof name === 'string' && {
        'mcp-name': /^[\x21-\x7E]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`,
      }),
    };
  }

  async #opened(response: Response, reading: Promise<void>): Promise<void> {
    await reading;
    const id = response.headers.get('mcp-session-id');
    if (id === null) return;
    this.#session = { 'mcp-session-id': id };
    const controller = new AbortController();
    this.#streams.add(controller);
    const listening = await fetch(this.url, { headers: { accept, ...token, ...this.#session }, signal: controller.signal });
    void this.#read(listening).catch(() => undefined);
  }

  async #read(response: Response): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('application/json')) return this.onmessage((await response.json()) as Json);
    if (!type.startsWith('text/event-stream') || !response.body) return void (await response.text());
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (data) this.onmessage(JSON.parse(data) as Json);
      }
    }
  }
}

/** Whoever comes was granted what the cases' tools want. */
const auth = { verify: () => ({ subject: 'case', scopes: ['secret-scope'] }) };
const token = { authorization: 'Bearer case' };

const opening =
  (era: Era, http: HttpOptions) =>
  async (registry: ToolRegistry, options: McpServerOptions): Promise<Pipe> => {
    const hasScopes = registry.list().some((tool) => tool.options.scopes !== undefined);
    const server = await serveHttp(registry, {
      port: 0,
      signals: false,
      errorDetail: 'message',
      ...(hasScopes && { auth }),
      ...options,
      ...http,
    });
    return new HttpPipe(server.url, era, () => server.close(0));
  };

/** Each with the direct path and without. */
export const httpWays: readonly (Way & { direct: boolean })[] = [true, false].flatMap((direct) => {
  const how = direct ? '' : ', by the SDK alone';
  return [
    { name: `HTTP without sessions${how}`, era: 'legacy' as const, abilities: [], open: opening('legacy', { direct }), direct },
    {
      name: `HTTP with sessions${how}`,
      era: 'legacy' as const,
      abilities: ['questions' as const, 'session' as const],
      open: opening('legacy', { direct, sessions: true }),
      direct,
    },
    {
      name: `HTTP, 2026${how}`,
      era: 'modern' as const,
      abilities: ['questions' as const, 'session' as const],
      open: opening('modern', { direct }),
      direct,
    },
  ];
});
