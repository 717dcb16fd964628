/**
 * Tells the era of a connection by its first messages: `initialize`, or any request that claims no revision, opens the 2025 eras;
 * a request that claims one opens the modern era. A client may first ask `server/discover`, and open the other era all the same.
 */
import { announce } from '../eras/changes.js';
import { legacyFactory } from '../eras/legacy.js';
import { loadModernStdio } from '../eras/load.js';
import { modernServers } from '../eras/modern.js';
import type { Publication } from '../eras/publication.js';
import type { Era } from '../dispatch/request.js';
import { envelopeKeys, modernRevision } from '../wire/envelope.js';
import type { Message } from '../wire/message.js';
import { isObject } from '../wire/tools.js';
import { Channel } from './channel.js';

/** One era on this connection. */
interface Side {
  channel: Channel;
  close(): Promise<void>;
}

export class Eras {
  readonly #publication: Publication;
  readonly #send: (message: Message) => void;
  readonly #sides = new Map<Era, Side>();
  /** Messages that came while an SDK was being loaded. */
  #waiting: Message[] | undefined;
  #pinned: Era | undefined;
  #isClosed = false;

  constructor(publication: Publication, send: (message: Message) => void) {
    this.#publication = publication;
    this.#send = send;
  }

  /** Takes a message in its turn. */
  take(message: Message): void {
    if (this.#waiting) return void this.#waiting.push(message);
    const era = this.#pinned ?? this.#eraOf(message);
    if (era === undefined) return;
    const side = this.#sides.get(era);
    if (side) return side.channel.deliver(message);
    this.#waiting = [];
    void this.#open(era, message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#sides.values()].map((side) => side.close()));
  }

  /** Decides, unless the message leaves it open. */
  #eraOf(message: Message): Era | undefined {
    // A response cannot open anything.
    if (message.method === undefined) return undefined;
    if (!claimsRevision(message)) return (this.#pinned = 'legacy');
    // A probe decides nothing, and neither does what is going to be refused.
    if (message.id !== undefined && message.method !== 'server/discover' && isServed(message)) this.#pinned = 'modern';
    return 'modern';
  }

  async #open(era: Era, first: Message): Promise<void> {
    try {
      const side = era === 'legacy' ? await this.#openLegacy() : await this.#openModern();
      this.#sides.set(era, side);
      if (this.#isClosed) return await side.close();
      side.channel.deliver(first);
    } catch (error) {
      this.#publication.log(
        `the ${era} era could not be opened: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      if (first.id !== undefined) this.#send({ jsonrpc: '2.0', id: first.id, error: { code: -32603, message: 'Internal error.' } });
    }
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    while (waiting.length > 0) this.take(waiting.shift() as Message);
  }

  async #openLegacy(): Promise<Side> {
    const server = (await legacyFactory(this.#publication)).create();
    const channel = new Channel(this.#send);
    await server.connect(channel as unknown as Parameters<typeof server.connect>[0]);
    return { channel, close: () => server.close() };
  }

  async #openModern(): Promise<Side> {
    const [{ serveStdio }, create] = await Promise.all([loadModernStdio(), modernServers(this.#publication)]);
    const { registry, log, limits } = this.#publication;
    const channel = new Channel(this.#send);
    const server = create();
    const quietly = (sent: Promise<void>): void => void sent.catch(() => undefined);
    // The SDK passes these on to who listens.
    const stop = announce(registry, {
      tools: () => quietly(server.sendToolListChanged()),
      resources: () => quietly(server.sendResourceListChanged()),
      prompts: () => quietly(server.sendPromptListChanged()),
      updated: (uri) => quietly(server.sendResourceUpdated({ uri })),
    });
    const transport = channel as unknown as NonNullable<Parameters<typeof serveStdio>[1]>['transport'];
    const handle = serveStdio(() => server, {
      transport,
      legacy: 'reject',
      maxSubscriptions: limits.sessions,
      onerror: (error) => log(error.message.slice(0, 500)),
    });
    return {
      channel,
      close: () => {
        stop();
        return handle.close();
      },
    };
  }
}

function isServed({ params }: Message): boolean {
  const meta = params?.['_meta'] as Record<string, unknown>;
  return meta[envelopeKeys.protocolVersion] === modernRevision && isObject(meta[envelopeKeys.clientCapabilities]);
}

/** Whether a message names a revision of the modern era as its own. */
function claimsRevision({ params }: Message): boolean {
  const meta: unknown = params?.['_meta'];
  return isObject(meta) && envelopeKeys.protocolVersion in meta;
}
