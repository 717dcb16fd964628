/** How a call is refused that there is no room for. */
import { ProtocolError } from '../wire/errors.js';

const serverError = -32000;

/** There is no room for this call now. Over HTTP it is answered with `status` and a `Retry-After` of `retryAfter` seconds. */
export class OverloadedError extends ProtocolError {
  constructor(
    reason: string,
    /** Whole seconds, at least 1. */
    readonly retryAfter: number,
    /** 503: the server has too much to do; 429: this caller asks too often. */
    readonly status: 503 | 429 = 503,
  ) {
    super(serverError, `Overloaded: ${reason} Try again in ${retryAfter} s.`);
    this.name = 'OverloadedError';
  }
}

/** Milliseconds as the whole seconds of a `Retry-After`. */
export const inSeconds = (milliseconds: number): number =>
  Number.isFinite(milliseconds) ? Math.max(1, Math.ceil(milliseconds / 1000)) : 1;
