import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallOptions, type Guard, Tool, type ToolContext, ToolRegistry } from '../../src/index.js';
import { Cancellation } from '../../src/runtime/cancellation.js';

type Run = (context: ToolContext) => unknown;

function registryOf(run: Run, guard?: Guard): ToolRegistry {
  return new ToolRegistry({ logger: { error: () => {}, warn: () => {} }, ...(guard && { guard }) }).register(
    new Tool({ name: 'it', handler: (_args, context) => run(context) }),
  );
}

/** The code of the failure, or the value. */
async function told(run: Run, options: CallOptions = {}, guard?: Guard): Promise<unknown> {
  const { isError, error, value } = await registryOf(run, guard).call({ name: 'it' }, options);
  return isError ? (error as { code?: string }).code : value;
}

/** Counts what is made while something runs. */
async function counting(work: () => Promise<unknown>): Promise<{ signals: number; timers: number }> {
  const counts = { signals: 0, timers: 0 };
  const { AbortController: Controller, setTimeout: timeout } = globalThis;
  globalThis.AbortController = class extends Controller {
    constructor() {
      super();
      counts.signals += 1;
    }
  };
  globalThis.setTimeout = ((...args: Parameters<typeof timeout>) => {
    counts.timers += 1;
    return timeout(...args);
  }) as typeof timeout;
  try {
    await work();
  } finally {
    globalThis.AbortController = Controller;
    globalThis.setTimeout = timeout;
  }
  return counts;
}

describe('signals and timers', () => {
  it('are not made for a method that answers at once', async () => {
    assert.deepEqual(await counting(() => told(() => 1)), { signals: 0, timers: 0 });
    assert.deepEqual(
      await counting(() =>
        told(
          () => 1,
          {},
          () => true,
        ),
      ),
      { signals: 0, timers: 0 },
    );
  });

  it('are made for one that waits, or reads its signal', async () => {
    assert.deepEqual(await counting(() => told(async () => 1)), { signals: 0, timers: 1 });
    assert.deepEqual(await counting(() => told(() => Promise.resolve(1))), { signals: 0, timers: 1 });
    assert.deepEqual(await counting(() => told(({ signal }) => signal.aborted)), { signals: 1, timers: 0 });
    assert.deepEqual(
      await counting(() =>
        told(
          () => 1,
          {},
          ({ signal }) => !signal.aborted,
        ),
      ),
      { signals: 1, timers: 0 },
    );
  });

  it('one signal is the same for the guard and the method, and for all who read it', async () => {
    let seen: AbortSignal | undefined;
    const guard: Guard = ({ signal }) => void (seen = signal);
    assert.equal(await told((context) => context.signal === seen && { ...context }.signal === seen, {}, guard), true);
  });
});

describe('a call that is cancelled', () => {
  it('before it runs does not run', async () => {
    let isRun = false;
    assert.equal(await told(() => (isRun = true), { signal: AbortSignal.abort() }), 'CANCELLED');
    assert.equal(isRun, false);
  });

  it('by its own method, which then answers at once, is cancelled all the same', async () => {
    const controller = new AbortController();
    const abort = (): void => controller.abort(new Error('enough'));
    assert.equal(await told(abort, { signal: controller.signal }), 'CANCELLED');
  });

  it('tells the method by its signal, with the reason as its cause', async () => {
    const controller = new AbortController();
    const reasons: unknown[] = [];
    const run: Run = async ({ signal }) => {
      assert.equal(signal.aborted, false);
      signal.addEventListener('abort', () => reasons.push(signal.reason));
      controller.abort('why');
      await sleep(1);
    };
    assert.equal(await told(run, { signal: controller.signal }), 'CANCELLED');
    assert.equal((reasons[0] as { cause?: unknown }).cause, 'why');
  });

  it('shows it to a method that reads its signal only afterwards', async () => {
    const controller = new AbortController();
    let wasAborted: boolean | undefined;
    const run: Run = async (context) => {
      controller.abort();
      wasAborted = context.signal.aborted;
    };
    assert.equal(await told(run, { signal: controller.signal }), 'CANCELLED');
    assert.equal(wasAborted, true);
  });

  it('while it waits ends at once, whatever the method does', async () => {
    const controller = new AbortController();
    const running = told(() => new Promise(() => {}), { signal: controller.signal });
    controller.abort();
    assert.equal(await running, 'CANCELLED');
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  it('after its end hears nothing of it', async () => {
    const controller = new AbortController();
    let kept: ToolContext | undefined;
    assert.equal(await told((context) => ((kept = context), 1), { signal: controller.signal }), 1);
    controller.abort();
    assert.equal(kept?.signal.aborted, false);
  });

  it('may be cancelled by what is no AbortSignal', async () => {
    const cancellation = new Cancellation();
    const running = told((context) => new Promise((resolve) => context.signal.addEventListener('abort', resolve)), {
      signal: cancellation,
    });
    cancellation.abort(new Error('enough'));
    assert.equal(await running, 'CANCELLED');
  });
});

describe('the time limit', () => {
  it('counts from the start of the call, also for who gives a promise late', async () => {
    const guard: Guard = async () => {
      await sleep(40);
    };
    assert.equal(await told(() => sleep(2000), { timeout: 60 }, guard), 'TIMEOUT');
  });

  it('reaches a thenable and a stream', async () => {
    const never = { then: () => undefined };
    assert.equal(await told(() => never, { timeout: 10 }), 'TIMEOUT');
    assert.equal(
      await told(
        async function* () {
          await new Promise(() => {});
          yield 1;
        },
        { timeout: 10 },
      ),
      'TIMEOUT',
    );
  });

  it('that passed while an asynchronous method kept the thread comes before timers of the method', async () => {
    const run = async (): Promise<string> => {
      const end = performance.now() + 40;
      while (performance.now() < end);
      await sleep(1);
      return 'done';
    };
    const tool = new Tool({ name: 'it', handler: run });
    await assert.rejects(tool.invoke({}, { timeout: 10 }), { code: 'TIMEOUT' });
  });

  it('does not hold for what answers at once', async () => {
    const run = (): string => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return 'done';
    };
    assert.equal(await told(run, { timeout: 5 }), 'done');
  });
});

describe('a cancellation', () => {
  it('makes its signal when it is read, before or after the abort', () => {
    const before = new Cancellation();
    const { signal } = before;
    before.abort('first');
    before.abort('second');
    const after = new Cancellation();
    after.abort('first');
    for (const one of [before, after])
      assert.deepEqual([one.aborted, one.signal.aborted, one.reason, one.signal.reason], [true, true, 'first', 'first']);
    assert.equal(before.signal, signal);
  });

  it('tells each listener once, and none that was removed or came late', () => {
    const cancellation = new Cancellation();
    const heard: string[] = [];
    const removed = (): void => void heard.push('removed');
    cancellation.addEventListener('abort', () => heard.push('first'));
    cancellation.addEventListener('abort', removed);
    cancellation.removeEventListener('abort', removed);
    cancellation.abort();
    cancellation.abort();
    cancellation.addEventListener('abort', () => heard.push('late'));
    assert.deepEqual(heard, ['first']);
  });
});
