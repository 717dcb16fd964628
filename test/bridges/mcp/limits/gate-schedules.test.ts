/** Properties of the gate over random schedules of callers that come, ask a question, finish, and give up. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolError } from '../../../../src/errors.js';
import { Gate, OverloadedError, type Release } from '../../../../src/bridges/mcp/limits/index.js';

type Step = { kind: 'come' | 'ask' | 'answer' | 'finish' | 'leave' | 'rest'; caller: number; pick: number };

interface Limits {
  calls: number;
  callsPerCaller: number;
  queue: number;
  queueWait: number;
}

type Fate = 'waits' | 'runs' | 'asks' | 'returns' | 'refused' | 'gave up' | 'done';

const inside = ['runs', 'asks', 'returns'] as const;

interface Call {
  caller: string;
  number: number;
  abort: AbortController;
  fate: Fate;
  waited: boolean;
  release?: Release;
  resume?: ReturnType<Release['pause']>;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>('come', 'come', 'come', 'ask', 'answer', 'finish', 'finish', 'leave', 'rest'),
    caller: fc.nat({ max: 4 }),
    pick: fc.nat({ max: 1000 }),
  }),
  { maxLength: 120 },
);

const limits = fc.record({
  calls: fc.integer({ min: 1, max: 6 }),
  callsPerCaller: fc.integer({ min: 1, max: 4 }),
  queue: fc.integer({ min: 0, max: 12 }),
  queueWait: fc.constant(Infinity),
});

const rest = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Plays a schedule and watches it. */
class Play {
  readonly calls: Call[] = [];
  /** Of each caller, the calls that waited, in the order in which they were let in. */
  readonly admitted = new Map<string, number[]>();
  readonly #gate: Gate;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#gate = new Gate(limits);
  }

  of(...fates: Fate[]): Call[] {
    return this.calls.filter((call) => fates.includes(call.fate));
  }

  #pick(pick: number, ...fates: Fate[]): Call | undefined {
    const some = this.of(...fates);
    return some[pick % Math.max(1, some.length)];
  }

  come(caller: string): void {
    const call: Call = { caller, number: this.calls.length, abort: new AbortController(), fate: 'waits', waited: false };
    this.calls.push(call);
    const before = this.#gate.state;
    try {
      const entered = this.#gate.enter({ id: caller }, call.abort.signal);
      if (!(entered instanceof Promise)) return this.#runs(call, entered);
      call.waited = true;
      entered.then((release) => this.#runs(call, release)).catch((error) => this.#refused(call, error));
    } catch (error) {
      assert.equal(before.waiting, this.#limits.queue, 'refused though the queue has a place');
      this.#refused(call, error);
    }
  }

  #runs(call: Call, release: Release): void {
    call.fate = 'runs';
    call.release = release;
    if (call.waited) this.admitted.set(call.caller, [...(this.admitted.get(call.caller) ?? []), call.number]);
  }

  #refused(call: Call, error: unknown): void {
    const gaveUp = error instanceof ToolError && error.code === 'CANCELLED' && call.abort.signal.aborted;
    assert.ok(gaveUp || error instanceof OverloadedError, String(error));
    call.fate = gaveUp ? 'gave up' : 'refused';
  }

  finish(pick: number): void {
    const call = this.#pick(pick, ...inside);
    if (!call) return;
    call.fate = 'done';
    call.release?.();
    // Once more does no harm.
    if (pick % 3 === 0) call.release?.();
  }

  ask(pick: number): void {
    const call = this.#pick(pick, 'runs');
    if (!call) return;
    call.fate = 'asks';
    call.resume = call.release?.pause();
  }

  answer(pick: number): void {
    const call = this.#pick(pick, 'asks');
    if (!call) return;
    const back = call.resume?.();
    call.fate = back ? 'returns' : 'runs';
    back
      ?.then(() => {
        if (call.fate === 'returns') call.fate = 'runs';
      })
      .catch(assert.fail);
  }

  leave(pick: number): void {
    this.#pick(pick, 'waits', 'runs')?.abort.abort();
  }

  /** What must hold whenever the dust has settled. */
  check(): void {
    const { running, waiting, callers } = this.#gate.state;
    const { calls, callsPerCaller, queue } = this.#limits;
    assert.equal(running, this.of('runs').length);
    assert.equal(waiting, this.of('waits').length);
    assert.ok(running <= calls && waiting <= queue);
    const count = (list: Call[], caller: string): number => list.filter((call) => call.caller === caller).length;
    // Nobody comes back later than he could.
    if (this.of('returns').length > 0) assert.equal(running, calls);
    const present = new Set(this.of('waits', ...inside).map(({ caller }) => caller));
    assert.equal(callers, present.size);
    for (const caller of present) {
      assert.ok(count(this.of(...inside), caller) <= callsPerCaller);
      // Nobody waits for nothing.
      if (count(this.of('waits'), caller) > 0) assert.ok(running === calls || count(this.of(...inside), caller) === callsPerCaller);
    }
    for (const numbers of this.admitted.values())
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
        'not in the order of coming',
      );
  }

  async end(): Promise<void> {
    while (this.of('waits', ...inside).length > 0) {
      assert.ok(this.of(...inside).length > 0, 'calls wait and none runs');
      this.finish(0);
      await rest();
      this.check();
    }
    assert.deepEqual(this.#gate.state, { running: 0, waiting: 0, callers: 0 });
  }
}

async function play(given: Limits, schedule: readonly Step[]): Promise<Play> {
  const one = new Play(given);
  for (const { kind, caller, pick } of schedule) {
    if (kind === 'come') one.come(`caller ${caller}`);
    if (kind === 'ask') one.ask(pick);
    if (kind === 'answer') one.answer(pick);
    if (kind === 'finish') one.finish(pick);
    if (kind === 'leave') one.leave(pick);
    if (kind !== 'rest') continue;
    await rest();
    one.check();
  }
  await rest();
  one.check();
  await one.end();
  return one;
}

describe('Gate, over random schedules', () => {
  it('is never over its limits, loses no call, keeps the order of each caller, and forgets all callers', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (given, schedule) => {
        const one = await play(given, schedule);
        for (const { fate } of one.calls) assert.ok(fate === 'done' || fate === 'refused' || fate === 'gave up');
      }),
      { numRuns: 400 },
    );
  });

  it('lets everyone have a turn before the flooder has another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 8 }), async (flood, quiet) => {
        const one = new Gate({ calls: 1, callsPerCaller: 5, queue: 100, queueWait: Infinity });
        const order: string[] = [];
        const comes = async (id: string): Promise<void> => {
          const release = await one.enter({ id }, new AbortController().signal);
          order.push(id);
          await rest();
          release();
        };
        const all = [
          ...Array.from({ length: flood }, () => comes('flooder')),
          ...Array.from({ length: quiet }, (_, index) => comes(`quiet ${index}`)),
        ];
        await Promise.all(all);
        // The flooder runs once when nobody else is there, and once when turns begin.
        assert.deepEqual(new Set(order.slice(0, quiet + 2).filter((id) => id !== 'flooder')).size, quiet);
        assert.deepEqual(one.state, { running: 0, waiting: 0, callers: 0 });
      }),
      { numRuns: 60 },
    );
  });
});
