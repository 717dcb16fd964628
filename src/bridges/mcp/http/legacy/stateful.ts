/** The legacy era with sessions. */
import type { Caller } from '../../dispatch/request.js';
import { cancelledBy } from './cancelled.js';
import { DirectCall } from '../direct/call.js';
import { answerDirectly, type Directly, scopeChallenge } from '../direct/directly.js';
import type { EraHandler } from '../era-handler.js';
import { emptyReply, type HttpRequest, refusalReply, type Refusal, type Reply } from '../exchange.js';
import { shownHeaders } from '../admission/headers.js';
import { plainLegacy, type PlainRequest } from '../direct/plain.js';
import { requestIds, Session } from './session.js';
import type { Sessions } from './sessions.js';
import type { Task } from '../work.js';
import type { ProtocolError } from '../../wire/errors.js';

const inUse: Refusal = { status: 400, code: -32600, message: 'Invalid request: a request with this id is still running.' };

export interface StatefulOptions {
  direct: boolean;
  jsonResponse: boolean;
}

export class Stateful implements EraHandler {
  readonly #shared: Directly;
  readonly #sessions: Sessions;
  readonly #options: StatefulOptions;

  constructor(shared: Directly, sessions: Sessions, options: StatefulOptions) {
    this.#shared = shared;
    this.#sessions = sessions;
    this.#options = options;
  }

  /** A session that is not there is refused before the body is read. */
  early(request: HttpRequest, caller: Caller): Reply | undefined {
    const session = this.#sessions.find(request, caller);
    return session === undefined || session instanceof Session ? undefined : refusalReply(session);
  }

  async handle(request: HttpRequest, caller: Caller, body: unknown): Promise<Reply> {
    const session = this.#sessions.find(request, caller);
    if (session === undefined) return this.#sessions.open(request, caller, body);
    if (!(session instanceof Session)) return refusalReply(session);
    session.open += 1;
    try {
      return await this.#serve(session, request, caller, body);
    } finally {
      session.open -= 1;
      session.lastUsed = Date.now();
    }
  }

  stop(error: ProtocolError): Promise<void> {
    return this.#sessions.stop(error);
  }

  async #serve(session: Session, request: HttpRequest, caller: Caller, body: unknown): Promise<Reply> {
    if (request.method === 'GET') return session.listen(request, caller);
    if (request.method !== 'POST') return session.pass(request, caller);
    const ids = requestIds(body);
    if (ids.some((id) => session.isRunning(id))) return refusalReply(inUse);
    const plain = plainLegacy(request, body);
    const challenge = plain && scopeChallenge(this.#shared, caller, plain);
    if (challenge) return challenge;
    if (plain && this.#options.direct) return this.#directly(session, request, caller, body, plain);
    const cancelled = cancelledBy(body);
    if (cancelled !== undefined && session.cancelDirect(cancelled)) return emptyReply(202);
    const task: Task = { stop: (reason) => session.answer(ids, reason) };
    const { work } = this.#shared;
    if (ids.length > 0) work.add(task);
    try {
      return await session.pass(request, caller, body, ids, () => work.done(task));
    } catch (error) {
      work.done(task);
      throw error;
    }
  }

  async #directly(session: Session, request: HttpRequest, caller: Caller, body: unknown, plain: PlainRequest): Promise<Reply> {
    const call = new DirectCall(plain, {
      era: 'legacy',
      caller: session.callerOf(caller),
      headers: shownHeaders(request),
      isSilent: this.#options.jsonResponse,
      logLevel: session.logLevel,
      revision: session.revision,
      capabilities: session.server.getClientCapabilities(),
    });
    session.begin(plain.id, call);
    return answerDirectly(request, plain, call, this.#shared, () => session.pass(request, caller, body, [plain.id]));
  }
}
