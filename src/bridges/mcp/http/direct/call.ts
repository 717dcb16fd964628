/**
 * A request that is answered without an SDK, as one JSON document. Should the running call need the wire (progress, a log
 * message, a question), the same request is handed to the SDK, whose handler joins the call that runs already.
 */
import { Cancellation } from '../../../../runtime/cancellation.js';
import type { LogLevel } from '../../../../types.js';
import type { Dispatch } from '../../dispatch/dispatcher.js';
import type { Outcome } from '../../dispatch/outcome.js';
import type { Caller, ClientCapabilities, Era, RequestContext, Running } from '../../dispatch/request.js';
import { LateWire, noWire } from '../../dispatch/wire.js';
import type { ProtocolError } from '../../wire/errors.js';
import type { PlainRequest } from './plain.js';

/** How a call went, as far as it went without the wire. */
export type Ending = { outcome: Outcome } | { error: unknown } | 'needs the wire' | 'nobody waits';

/** What the transport knows of a request beside its message. */
export interface DirectFacts {
  era: Era;
  caller: Caller;
  headers?: Readonly<Record<string, string | undefined>>;
  capabilities?: ClientCapabilities;
  /** Legacy era. */
  revision?: string;
  /** Legacy era, without a session. */
  isAlone?: boolean;
  logLevel?: LogLevel;
  /** Notices are dropped, not sent: the answer has to be one document. */
  isSilent?: boolean;
}

export class DirectCall implements Running<Outcome> {
  readonly wire = new LateWire(() => this.#settle('needs the wire'));
  readonly answer: Promise<Outcome>;
  readonly #cancellation = new Cancellation();
  readonly #request: RequestContext;
  readonly #plain: PlainRequest;
  #settle: (ending: Ending) => void = () => undefined;
  #resolve: (outcome: Outcome) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #over: (() => void)[] = [];
  #isOver = false;
  /** Whether the SDK's handler has taken over. */
  isJoined = false;

  constructor(plain: PlainRequest, { era, caller, headers, capabilities, revision, isAlone, logLevel, isSilent }: DirectFacts) {
    this.#plain = plain;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It is heard by nobody unless the SDK joins.
    this.answer.catch(() => undefined);
    this.#request = {
      id: plain.id,
      era,
      caller,
      signal: this.#cancellation,
      abort: (reason) => this.abort(reason),
      // Questions still reach a client that can answer them.
      wire: isSilent ? { ...noWire, ask: (method, params) => this.wire.ask(method, params) } : this.wire,
      meta: plain.meta,
      headers,
      revision,
      capabilities,
      isAlone,
      logLevel,
    };
  }

  /** Runs the request; told how it went, or that it needs the wire, whichever is first. */
  run(dispatch: Dispatch): Promise<Ending> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      dispatch(this.#plain.method, this.#plain.params, this.#request).then(
        (outcome) => this.#end({ outcome }),
        (error: unknown) => this.#end({ error }),
      );
    });
  }

  /** To be called with the call when an SDK's handler asks for it. */
  join(): this {
    this.isJoined = true;
    return this;
  }

  /** The signal fires; the call may still be answered. */
  abort(reason: Error): void {
    this.#cancellation.abort(reason);
  }

  /** Nobody waits any more: the signal fires, and nothing is answered. */
  cancel(reason = new Error('The caller cancelled.')): void {
    if (this.#isOver) return;
    this.#settle('nobody waits');
    this.#cancellation.abort(reason);
  }

  /** Ends the call from here; the caller is told why. */
  stop(error: ProtocolError): void {
    this.#end({ error });
    this.#cancellation.abort(error);
  }

  /** Told once the call has ended. */
  whenOver(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#over.push(listener);
  }

  #end(ending: { outcome: Outcome } | { error: unknown }): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#settle(ending);
    if ('error' in ending) this.#reject(ending.error);
    else this.#resolve(ending.outcome);
    for (const listener of this.#over) listener();
  }
}
