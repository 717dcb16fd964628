/** The legacy era without sessions: each request stands alone. */
import type { Caller } from '../../dispatch/request.js';
import { Alone, type AloneOptions } from './alone.js';
import { DirectCall } from '../direct/call.js';
import { answerDirectly, type Directly, scopeChallenge } from '../direct/directly.js';
import type { EraHandler } from '../era-handler.js';
import type { Sdks } from '../eras.js';
import { emptyReply, type HttpRequest, type Reply } from '../exchange.js';
import { shownHeaders } from '../admission/headers.js';
import { isNotice, plainLegacy, type PlainRequest } from '../direct/plain.js';

export class Stateless implements EraHandler {
  readonly #shared: Directly;
  readonly #sdks: Sdks;
  readonly #options: AloneOptions & { direct: boolean };

  constructor(shared: Directly, sdks: Sdks, options: AloneOptions & { direct: boolean }) {
    this.#shared = shared;
    this.#sdks = sdks;
    this.#options = options;
  }

  async handle(request: HttpRequest, caller: Caller, body: unknown): Promise<Reply> {
    const plain = plainLegacy(request, body);
    const challenge = plain && scopeChallenge(this.#shared, caller, plain);
    if (challenge) return challenge;
    if (!this.#options.direct) return this.#pass(request, caller, body);
    if (plain) return this.#directly(request, caller, body, plain);
    // There is nobody here whom a notice could concern.
    return isNotice(request, body) ? emptyReply(202) : this.#pass(request, caller, body);
  }

  async stop(): Promise<void> {
    // Nothing outlives its request.
  }

  #directly(request: HttpRequest, caller: Caller, body: unknown, plain: PlainRequest): Promise<Reply> {
    const isSilent = this.#options.jsonResponse ?? false;
    const revision = request.headers['mcp-protocol-version'];
    const call = new DirectCall(plain, { era: 'legacy', caller, headers: shownHeaders(request), revision, isSilent, isAlone: true });
    return answerDirectly(request, plain, call, this.#shared, () => this.#pass(request, caller, body, call));
  }

  #pass(request: HttpRequest, caller: Caller, body: unknown, call?: DirectCall): Promise<Reply> {
    const makeServer = () => this.#sdks.legacy({ join: () => call?.join() });
    return Alone.handle(request, caller, body, { ...this.#options, makeServer, work: this.#shared.work });
  }
}
