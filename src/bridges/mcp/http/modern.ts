/** The era from 2026-07-28 on: each request stands alone and says all about itself. */
import type { Caller } from '../dispatch/request.js';
import { DirectCall } from './direct/call.js';
import { answerDirectly, type Directly, scopeChallenge } from './direct/directly.js';
import type { EraHandler } from './era-handler.js';
import type { Sdks } from './eras.js';
import { type HttpRequest, type Reply, silentReply, toReply } from './exchange.js';
import { shownHeaders } from './admission/headers.js';
import { namesModern, isListening, plainModern } from './direct/plain.js';
import { watched } from './watched.js';
import { toWebRequest } from './web-request.js';
import type { Task } from './work.js';

export class Modern implements EraHandler {
  readonly #shared: Directly;
  readonly #sdks: Sdks;
  readonly #options: { direct: boolean; jsonResponse: boolean };

  constructor(shared: Directly, sdks: Sdks, options: { direct: boolean; jsonResponse: boolean }) {
    this.#shared = shared;
    this.#sdks = sdks;
    this.#options = options;
  }

  async handle(request: HttpRequest, caller: Caller, body: unknown): Promise<Reply> {
    const plain = plainModern(request, body);
    const challenge = plain && scopeChallenge(this.#shared, caller, plain);
    if (challenge) return challenge;
    const refusal = namesModern(request) ? this.#shared.paramRefusal(request, body) : undefined;
    if (refusal) return refusal;
    if (!plain || !this.#options.direct) return this.#pass(request, caller, body);
    const { capabilities, logLevel } = plain;
    const isSilent = this.#options.jsonResponse;
    const call = new DirectCall(plain, { era: 'modern', caller, headers: shownHeaders(request), capabilities, logLevel, isSilent });
    return answerDirectly(request, plain, call, this.#shared, () => this.#pass(request, caller, body, call));
  }

  stop(): Promise<void> {
    return this.#sdks.closeModern();
  }

  async #pass(request: HttpRequest, caller: Caller, body: unknown, running?: DirectCall): Promise<Reply> {
    const handler = await this.#sdks.modern();
    const gone = new AbortController();
    const left = new Promise<undefined>((resolve) => {
      request.whenGone(() => {
        resolve(undefined);
        gone.abort();
      });
    });
    const web = toWebRequest(request, gone.signal);
    const done = running || isListening(body) ? undefined : this.#begin();
    try {
      const answer = handler.handle(web, { caller, body, ...(running && { running: running.join() }) });
      const response = await Promise.race([answer, left]);
      if (response?.body) return { ...toReply(response), body: watched(response.body, () => done?.()) };
      done?.();
      return response ? toReply(response) : silentReply();
    } catch (error) {
      done?.();
      throw error;
    }
  }

  /** Keeps a request that the SDK answers, until it is answered. */
  #begin(): () => void {
    let over: () => void = () => undefined;
    const isOver = new Promise<void>((resolve) => (over = resolve));
    const task: Task = {
      stop: (reason) => {
        this.#sdks.abortCalls(reason);
        return isOver;
      },
    };
    this.#shared.work.add(task);
    return () => {
      over();
      this.#shared.work.done(task);
    };
  }
}
