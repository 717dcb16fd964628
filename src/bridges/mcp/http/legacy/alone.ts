/** A request of the legacy era without a session, answered by the SDK: with a server and a transport of its own. */
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js' with { 'resolution-mode': 'import' };
import type { Caller } from '../../dispatch/request.js';
import type { SdkServer } from '../../eras/load.js';
import type { ProtocolError } from '../../wire/errors.js';
import { type HttpRequest, type Reply, silentReply, toReply } from '../exchange.js';
import { cancelledAnswer, onCancelled } from './cancelled.js';
import { loadTransport, type SdkTransport } from './load.js';
import { watched } from '../watched.js';
import { toWebRequest } from '../web-request.js';
import { requestIds } from './session.js';
import type { Task, Work } from '../work.js';

export interface AloneOptions {
  jsonResponse?: boolean;
  keepAlive?: number;
}

/** Nothing of one client can reach another: server and transport end with the request. */
export class Alone implements Task {
  readonly #server: SdkServer;
  readonly #transport: SdkTransport;
  readonly #ids: readonly (string | number)[];

  private constructor(server: SdkServer, transport: SdkTransport, body: unknown) {
    this.#server = server;
    this.#transport = transport;
    this.#ids = requestIds(body);
    // A batch can cancel what it asks for.
    onCancelled(transport, (id) => this.#ids.includes(id) && transport.send(cancelledAnswer(id)).catch(() => undefined));
  }

  static async handle(
    request: HttpRequest,
    caller: Caller,
    body: unknown,
    { makeServer, work, jsonResponse = false, keepAlive }: AloneOptions & { makeServer: () => Promise<SdkServer>; work: Work },
  ): Promise<Reply> {
    const Transport = await loadTransport();
    const transport = new Transport({
      enableJsonResponse: jsonResponse,
      ...(keepAlive !== undefined && { keepAliveMs: keepAlive }),
    });
    const server = await makeServer();
    await server.connect(transport);
    const alone = new Alone(server, transport, body);
    work.add(alone);
    return alone.#pass(request, caller, body, () => work.done(alone));
  }

  async stop({ code, message }: ProtocolError): Promise<void> {
    const told = this.#ids.map((id) => this.#transport.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => undefined));
    await Promise.all(told);
    await this.#server.close();
  }

  async #pass(request: HttpRequest, caller: Caller, body: unknown, done: () => void): Promise<Reply> {
    const gone = new Promise<undefined>((resolve) => {
      // Closing the server aborts the signals of its calls.
      request.whenGone(() => {
        resolve(undefined);
        void this.#server.close();
      });
    });
    const options = { parsedBody: body, authInfo: caller as unknown as AuthInfo };
    const over = (): void => {
      done();
      void this.#server.close();
    };
    try {
      const response = await Promise.race([this.#transport.handleRequest(toWebRequest(request), options), gone]);
      const reply = response ? toReply(response) : silentReply();
      if (reply.body instanceof ReadableStream) return { ...reply, body: watched(reply.body, over) };
      over();
      return reply;
    } catch (error) {
      over();
      throw error;
    }
  }
}
