/**
 * Lets calls in: so many at once, so many of one caller, the others in a queue.
 * Turns go round the callers, so a flood of one makes only that one wait.
 */
import { ToolError } from '../../../errors.js';
import type { CallSignal } from '../../../types.js';
import { anonymousCaller, type Caller, localCaller } from '../dispatch/request.js';
import { inSeconds, OverloadedError } from './overloaded.js';
import type { ServerLimits } from './table.js';

/** Says that the call is over; saying it twice does no harm. */
export interface Release {
  (): void;
  /**
   * Lends the call's place out while it waits for a person or a model: it counts for its caller still, not for the process.
   * @returns takes a place again, before all who wait for a turn: at once, or when one is free
   */
  pause(): () => void | Promise<void>;
}

type GateLimits = Pick<ServerLimits, 'calls' | 'callsPerCaller' | 'queue' | 'queueWait'>;

/** A call that waits. */
interface Waiter {
  admit(): void;
  refuse(error: Error): void;
}

/** A call that was let in. */
interface Place {
  readonly lane: Lane;
  isRunning: boolean;
  isOver: boolean;
  /** Questions that the call waits for. */
  pauses: number;
  /** It wants to run again, and there is no room yet. */
  coming?: { readonly promise: Promise<void>; arrive(): void };
}

/** The calls of one caller. */
interface Lane {
  readonly id: string;
  /** How many may be in at once. */
  readonly limit: number;
  /** Calls that were let in and are not over. */
  inside: number;
  /** In the order of their coming. */
  readonly waiting: Set<Waiter>;
}

/** These stand for many clients, or for the only one. */
const shared = new Set([anonymousCaller.id, localCaller.id]);

export class Gate {
  readonly #limits: GateLimits;
  /** Callers with a call that runs or waits. */
  readonly #lanes = new Map<string, Lane>();
  /** Lanes of which a call could run if there were room, in the order of their turns. */
  readonly #turns = new Set<Lane>();
  /** Calls that were paused and want to go on. */
  readonly #returning = new Set<Place>();
  readonly #watchers = new Set<() => void>();
  #running = 0;
  #waiting = 0;
  #closed = false;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Calls that run now, calls that wait, and callers that have either. */
  get state(): { running: number; waiting: number; callers: number } {
    return { running: this.#running, waiting: this.#waiting, callers: this.#lanes.size };
  }

  /**
   * Lets a call in: at once, without a promise, when there is room; else when its turn comes.
   * @throws OverloadedError, at once or later: the queue is full, the wait too long, or the gate closed
   * @throws ToolError CANCELLED when the signal fires before the call's turn
   */
  enter({ id }: Caller, signal: CallSignal): Release | Promise<Release> {
    if (this.#closed) throw new OverloadedError('the server is shutting down.', inSeconds(this.#limits.queueWait));
    if (signal.aborted) throw cancelled();
    const lane = this.#lanes.get(id) ?? this.#newLane(id);
    // Whoever waits in this lane, waits because one of the two is full.
    if (this.#running < this.#limits.calls && lane.inside < lane.limit) return this.#start(lane);
    this.#makeRoom(lane);
    return this.#wait(lane, signal);
  }

  /** From now on nobody new is let in; who waits still gets a turn. */
  close(): void {
    this.#closed = true;
  }

  /** Waits until no call runs or waits. @returns whether that came within so many milliseconds */
  idle(milliseconds: number): Promise<boolean> {
    if (this.#lanes.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (isIdle: boolean): void => {
        clearTimeout(timer);
        this.#watchers.delete(watch);
        resolve(isIdle);
      };
      const watch = (): void => done(true);
      const timer = Number.isFinite(milliseconds) ? setTimeout(done, milliseconds, false) : undefined;
      this.#watchers.add(watch);
    });
  }

  #newLane(id: string): Lane {
    const lane: Lane = { id, limit: shared.has(id) ? Infinity : this.#limits.callsPerCaller, inside: 0, waiting: new Set() };
    this.#lanes.set(id, lane);
    return lane;
  }

  #start(lane: Lane): Release {
    this.#running += 1;
    lane.inside += 1;
    const place: Place = { lane, isRunning: true, isOver: false, pauses: 0 };
    const release = (): void => this.#end(place);
    release.pause = () => this.#pause(place);
    return release;
  }

  #end(place: Place): void {
    if (place.isOver) return;
    place.isOver = true;
    place.lane.inside -= 1;
    this.#returning.delete(place);
    place.coming?.arrive();
    this.#settle(place.lane);
    this.#giveUp(place);
  }

  /** What was this call's is the next one's: its room in the process, if it has that, and among those of its caller. */
  #giveUp(place: Place): void {
    if (place.isRunning) this.#running -= 1;
    place.isRunning = false;
    this.#admit();
  }

  #pause(place: Place): () => void | Promise<void> {
    place.pauses += 1;
    this.#giveUp(place);
    let isBack = false;
    return () => {
      if (isBack) return undefined;
      isBack = true;
      place.pauses -= 1;
      // With several questions at once, the last answer counts.
      return place.pauses > 0 || place.isRunning || place.isOver ? undefined : this.#return(place);
    };
  }

  #return(place: Place): void | Promise<void> {
    if (place.coming) return place.coming.promise;
    if (this.#running < this.#limits.calls) return this.#runAgain(place);
    let arrive = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    place.coming = { promise, arrive };
    this.#returning.add(place);
    return promise;
  }

  #runAgain(place: Place): void {
    this.#returning.delete(place);
    this.#running += 1;
    place.isRunning = true;
    place.coming?.arrive();
    place.coming = undefined;
  }

  /** Gives turns while there is room. */
  #admit(): void {
    for (const place of this.#returning) {
      if (this.#running >= this.#limits.calls) return;
      this.#runAgain(place);
    }
    for (const lane of this.#turns) {
      if (this.#running >= this.#limits.calls) return;
      const [next] = lane.waiting;
      // Out and in again: the next turn is another's.
      this.#turns.delete(lane);
      next?.admit();
      this.#settle(lane);
    }
  }

  /** Keeps the books after a change in a lane. */
  #settle(lane: Lane): void {
    if (lane.waiting.size > 0 && lane.inside < lane.limit) this.#turns.add(lane);
    else this.#turns.delete(lane);
    if (lane.waiting.size > 0 || lane.inside > 0) return;
    this.#lanes.delete(lane.id);
    if (this.#lanes.size === 0) for (const watch of this.#watchers) watch();
  }

  /** A place in the queue: a free one, or that of the last to come of the caller who has most. */
  #makeRoom(lane: Lane): void {
    const { queue, queueWait } = this.#limits;
    if (queueWait > 0 && this.#waiting < queue) return;
    const error = new OverloadedError('too many calls are waiting.', inSeconds(queueWait));
    const longest = queueWait > 0 ? this.#longestLane() : undefined;
    const last = longest && longest.waiting.size > lane.waiting.size + 1 ? [...longest.waiting].at(-1) : undefined;
    if (!last) {
      this.#settle(lane);
      throw error;
    }
    last.refuse(error);
  }

  #longestLane(): Lane | undefined {
    let longest: Lane | undefined;
    for (const lane of this.#lanes.values()) if (lane.waiting.size > (longest?.waiting.size ?? 0)) longest = lane;
    return longest;
  }

  #wait(lane: Lane, signal: CallSignal): Promise<Release> {
    const { queueWait } = this.#limits;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        lane.waiting.delete(waiter);
        this.#waiting -= 1;
      };
      const waiter: Waiter = {
        admit: () => {
          leave();
          resolve(this.#start(lane));
        },
        refuse: (error) => {
          leave();
          this.#settle(lane);
          reject(error);
        },
      };
      const abort = (): void => waiter.refuse(cancelled());
      const tooLong = (): void => waiter.refuse(new OverloadedError('the call waited too long for its turn.', inSeconds(queueWait)));
      const timer = Number.isFinite(queueWait) ? setTimeout(tooLong, queueWait) : undefined;
      signal.addEventListener('abort', abort);
      lane.waiting.add(waiter);
      this.#waiting += 1;
      this.#settle(lane);
    });
  }
}

const cancelled = (): ToolError => new ToolError('CANCELLED', 'The caller cancelled before the call could run.');
