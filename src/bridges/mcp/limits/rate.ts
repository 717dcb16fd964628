/** How often one caller may call: a window of time that begins with a first call, counted by rate-limiter-flexible in memory. */
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isCommonJs } from '../../../common-js.js';
import type { Caller } from '../dispatch/request.js';
import { inSeconds, OverloadedError } from './overloaded.js';
import type { Rate } from './table.js';

type Library = Pick<typeof import('rate-limiter-flexible'), 'RateLimiterMemory'>;

/** Callers that have a count of their own at one time; the ones beyond share one. */
const mostCallers = 20_000;
/** No caller's id: those are words or JSON. */
const others = 'the others';

export class RateLimit {
  readonly #rate: Rate;
  readonly #most: number;
  /** Callers with a window that is open, and when it ends. */
  readonly #windows = new Map<string, number>();
  #limiter: Promise<RateLimiterMemory> | undefined;
  #lastSweep = 0;

  constructor(rate: Rate, most = mostCallers) {
    this.#rate = rate;
    this.#most = most;
  }

  /** Callers that are remembered. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts one call. @throws OverloadedError with status 429 when the caller has no more in this window */
  async take({ id }: Caller): Promise<void> {
    const limiter = await (this.#limiter ??= this.#load());
    const window = await limiter.consume(this.#keyOf(id)).catch(asWindow);
    if (window.consumedPoints <= this.#rate.calls) return;
    const { calls, per } = this.#rate;
    throw new OverloadedError(`more than ${calls} calls in ${per} s.`, inSeconds(window.msBeforeNext), 429);
  }

  async #load(): Promise<RateLimiterMemory> {
    const library: Library = isCommonJs ? (require('rate-limiter-flexible') as Library) : (await import('rate-limiter-flexible')).default;
    return new library.RateLimiterMemory({ points: this.#rate.calls, duration: this.#rate.per });
  }

  #keyOf(id: string): string {
    const now = Date.now();
    const end = this.#windows.get(id);
    if (end !== undefined && end > now) return id;
    if (end === undefined && this.#windows.size >= this.#most) this.#sweep(now);
    if (end === undefined && this.#windows.size >= this.#most) return others;
    this.#windows.set(id, now + this.#rate.per * 1000);
    return id;
  }

  /** Forgets windows that have ended; at most once a second, so that a flood of callers costs little. */
  #sweep(now: number): void {
    if (now - this.#lastSweep < 1000) return;
    this.#lastSweep = now;
    for (const [id, end] of this.#windows) if (end <= now) this.#windows.delete(id);
  }
}

/** The library refuses with the state of the window, not with an error. */
function asWindow(refusal: unknown): RateLimiterRes {
  if (refusal instanceof Error) throw refusal;
  return refusal as RateLimiterRes;
}
