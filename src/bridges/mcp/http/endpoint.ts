/** One MCP endpoint over HTTP, in no server's terms: takes a request, gives a reply. */
import { type AuthSettings, metadataReply, resolveAuth } from '../auth/index.js';
import type { Caller, PublishedRegistry } from '../dispatch/request.js';
import { publish } from '../eras/publication.js';
import type { ServerLimits } from '../limits/index.js';
import { authenticated, callerBefore } from './admission/caller.js';
import { type Cors, makeCors } from './admission/cors.js';
import type { EraHandler } from './era-handler.js';
import { makeEras } from './eras.js';
import { type BodyLimits, type HttpRequest, type Refusal, refusalReply, type Reply } from './exchange.js';
import { endingWithToken } from './expiring.js';
import { makeGuard } from './admission/guard.js';
import { headRefusal } from './admission/head.js';
import type { HttpOptions } from './options.js';
import { isListening, isModern, namesModern } from './direct/plain.js';
import { shuttingDown, Work } from './work.js';

export class Endpoint {
  readonly limits: Readonly<ServerLimits>;
  readonly #auth: AuthSettings | undefined;
  readonly #work = new Work();
  readonly #guard: (request: HttpRequest) => Refusal | undefined;
  readonly #cors: Cors | undefined;
  readonly #body: BodyLimits;
  readonly #methods: readonly string[];
  readonly #log: (message: string) => void;
  readonly #legacy: EraHandler | undefined;
  readonly #modern: EraHandler | undefined;

  /** @param options checked by the entry point @throws ToolError INVALID_DEFINITION for what only its user can check */
  constructor(registry: PublishedRegistry, options: HttpOptions = {}) {
    const { sessions = false, cors } = options;
    const publication = publish(registry, { ...options, errorDetail: options.errorDetail ?? 'masked' });
    this.limits = publication.limits;
    this.#log = publication.log;
    // Whatever else stands there, such as null, was meant to guard.
    this.#auth = options.auth === undefined ? undefined : resolveAuth(options.auth, this.#log);
    this.#guard = makeGuard(options, cors?.origins);
    this.#cors = cors && makeCors(cors);
    this.#body = { bytes: options.bodyLimit ?? this.limits.bodyBytes, milliseconds: this.limits.requestTimeout };
    const { legacy, modern } = makeEras(publication, options, { auth: this.#auth, work: this.#work });
    this.#legacy = legacy;
    this.#modern = modern;
    this.#methods = sessions && legacy ? ['POST', 'GET', 'DELETE'] : ['POST'];
  }

  /** Whether it takes nothing new. */
  get isClosing(): boolean {
    return this.#work.isClosed;
  }

  /** Answers one request; never rejects. */
  async handle(request: HttpRequest): Promise<Reply> {
    let reply: Reply;
    try {
      reply = await this.#answer(request);
    } catch (error) {
      this.#log(`HTTP request failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      reply = refusalReply({ status: 500, code: -32603, message: 'Internal error.' });
    }
    return this.#cors ? this.#cors.open(request, reply) : reply;
  }

  /** Takes nothing new, waits for what runs, answers what takes longer with an error, and ends sessions and streams. */
  async drain(milliseconds = this.limits.drain): Promise<void> {
    await this.#work.drain(milliseconds);
    await Promise.all([this.#legacy?.stop(shuttingDown()), this.#modern?.stop(shuttingDown())]);
  }

  /** The document that tells clients where to get a token, at its well-known path; it is for everybody. */
  metadata({ method, url }: Pick<HttpRequest, 'method' | 'url'>): Reply | undefined {
    const told = this.#auth && url.startsWith('/.well-known/') ? metadataReply(this.#auth, url, method) : undefined;
    return told && { ...told, headers: { ...told.headers } };
  }

  async #answer(request: HttpRequest): Promise<Reply> {
    const metadata = this.metadata(request);
    if (metadata) return metadata;
    const refusal = this.#guard(request);
    if (refusal) return refusalReply(refusal);
    const preflight = this.#cors?.preflight(request);
    if (preflight) return preflight;
    const unfit = this.#work.isClosed ? closing : headRefusal(request, this.#methods);
    if (unfit) return refusalReply(unfit);
    const found = this.#callerOf(request);
    const caller = found instanceof Promise ? await found : found;
    if ('refused' in caller) return caller.refused;
    if (this.#work.isClosed) return refusalReply(closing);
    if (request.method !== 'POST') return endingWithToken(await (this.#legacy as EraHandler).handle(request, caller, undefined), caller);
    const early = this.#modern && namesModern(request) ? undefined : this.#legacy?.early?.(request, caller);
    if (early) return early;
    const body = await request.body(this.#body);
    if ('refusal' in body) return refusalReply(body.refusal);
    // Who was slow to send comes too late.
    if (this.#work.isClosed) return refusalReply(closing);
    const { value } = body;
    if (Array.isArray(value) && value.length === 0) return refusalReply(emptyBatch);
    const reply = this.#eraOf(request, value).handle(request, caller, value);
    return isListening(value) ? endingWithToken(await reply, caller) : reply;
  }

  /** With one era alone, its SDK says what is wrong with requests of the other. */
  #eraOf(request: HttpRequest, body: unknown): EraHandler {
    const [asked, other] = isModern(request, body) ? [this.#modern, this.#legacy] : [this.#legacy, this.#modern];
    return (asked ?? other) as EraHandler;
  }

  /** At once when nobody has to be asked. */
  #callerOf(request: HttpRequest): Caller | Promise<Caller | { refused: Reply }> {
    if (!this.#auth) return callerBefore(request.auth);
    return authenticated(request, this.#auth);
  }
}

/** JSON-RPC's own rule, which SDK v1 forgets. */
const emptyBatch: Refusal = { status: 400, code: -32600, message: 'Invalid Request: a batch must not be empty.' };

const closing: Refusal = {
  status: 503,
  code: -32000,
  message: 'The server is shutting down.',
  headers: { 'retry-after': '5', connection: 'close' },
};
