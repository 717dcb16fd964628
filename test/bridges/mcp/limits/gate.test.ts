/** The gate: what it lets in, in which order, and what it forgets. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { ToolError } from '../../../../src/errors.js';
import { anonymousCaller, type Caller, localCaller } from '../../../../src/bridges/mcp/dispatch/request.js';
import { Gate, OverloadedError, type Release, resolveLimits } from '../../../../src/bridges/mcp/limits/index.js';
import { ProtocolError } from '../../../../src/bridges/mcp/wire/errors.js';

const ann: Caller = { id: 'ann' };
const bob: Caller = { id: 'bob' };
const forever = new AbortController().signal;
const gate = (limits: Partial<{ calls: number; callsPerCaller: number; queue: number; queueWait: number }>): Gate =>
  new Gate(resolveLimits({ calls: 4, callsPerCaller: 2, queue: 3, queueWait: 60_000, ...limits }));

const nothing = { running: 0, waiting: 0, callers: 0 };

function atOnce(entered: Release | Promise<Release>): Release {
  assert.equal(typeof entered, 'function');
  return entered as Release;
}

/** Notes the names of waiting calls in the order in which they are let in. */
function noted(order: string[], name: string, entered: Release | Promise<Release>): Promise<Release> {
  assert.ok(entered instanceof Promise, `${name} should wait`);
  return entered.then((release) => {
    order.push(name);
    return release;
  });
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Gate', () => {
  it('lets calls in without a promise while there is room, and forgets the caller after', () => {
    const one = gate({});
    const release = atOnce(one.enter(ann, forever));
    assert.deepEqual(one.state, { running: 1, waiting: 0, callers: 1 });
    release();
    assert.deepEqual(one.state, nothing);
  });

  it('counts a release once', () => {
    const one = gate({ calls: 1 });
    const first = atOnce(one.enter(ann, forever));
    first();
    const second = atOnce(one.enter(ann, forever));
    first();
    assert.equal(one.state.running, 1);
    second();
    assert.deepEqual(one.state, nothing);
  });

  it('lets a caller run so many, and others meanwhile', async () => {
    const one = gate({});
    const releases = [atOnce(one.enter(ann, forever)), atOnce(one.enter(ann, forever))];
    const third = one.enter(ann, forever);
    assert.ok(third instanceof Promise);
    atOnce(one.enter(bob, forever))();
    assert.deepEqual(one.state, { running: 2, waiting: 1, callers: 1 });
    releases[0]?.();
    (await third)();
    releases[1]?.();
    assert.deepEqual(one.state, nothing);
  });

  it('holds callers without a name only to the limit of all', () => {
    for (const caller of [anonymousCaller, localCaller]) {
      const one = gate({ queue: 0 });
      for (let count = 0; count < 4; count += 1) atOnce(one.enter({ ...caller }, forever));
      assert.throws(() => one.enter(caller, forever), OverloadedError);
    }
  });

  it('gives turns round the callers, and to each in the order of its coming', async () => {
    const one = gate({ calls: 1, queue: 100 });
    const order: string[] = [];
    const first = atOnce(one.enter(ann, forever));
    const waiting = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => noted(order, name, one.enter(ann, forever))),
      ...['b1', 'b2'].map((name) => noted(order, name, one.enter(bob, forever))),
      noted(order, 'c1', one.enter({ id: 'cat' }, forever)),
    ];
    for (const entered of waiting) void entered.then((release) => setImmediate(release));
    first();
    await Promise.all(waiting);
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
    await settled();
    assert.deepEqual(one.state, nothing);
  });

  it('refuses at once what the queue has no place for', () => {
    const one = gate({ calls: 1, queue: 0 });
    atOnce(one.enter(ann, forever));
    assert.throws(
      () => one.enter(bob, forever),
      (error) => {
        assert.ok(error instanceof OverloadedError && error instanceof ProtocolError);
        assert.deepEqual([error.code, error.status, error.retryAfter], [-32000, 503, 60]);
        assert.match(error.message, /^Overloaded: too many calls are waiting\. Try again in 60 s\.$/);
        return true;
      },
    );
    assert.equal(one.state.callers, 1);
  });

  it('takes a place in a full queue from the caller who has most, the last to come first', async () => {
    const one = gate({ calls: 1 });
    const first = atOnce(one.enter(ann, forever));
    const order: string[] = [];
    const waiting = ['a1', 'a2', 'a3'].map((name) => noted(order, name, one.enter(ann, forever)));
    assert.throws(() => one.enter(ann, forever), OverloadedError);
    const bobs = noted(order, 'b1', one.enter(bob, forever));
    await assert.rejects(waiting[2] ?? assert.fail(), OverloadedError);
    // Ann has two left, Bob one: he may not take another of hers.
    assert.throws(() => one.enter(bob, forever), OverloadedError);
    first();
    (await (waiting[0] ?? assert.fail()))();
    (await bobs)();
    (await (waiting[1] ?? assert.fail()))();
    assert.deepEqual(order, ['a1', 'b1', 'a2']);
    assert.deepEqual(one.state, nothing);
  });

  it('lets nobody wait longer than said', async () => {
    const one = gate({ calls: 1, queueWait: 1 });
    const release = atOnce(one.enter(ann, forever));
    await assert.rejects(async () => one.enter(bob, forever), { name: 'OverloadedError', retryAfter: 1, message: /waited too long/ });
    assert.deepEqual(one.state, { running: 1, waiting: 0, callers: 1 });
    release();
    assert.deepEqual(one.state, nothing);
  });

  it('refuses at once where nobody may wait', () => {
    const one = gate({ calls: 1, queueWait: 0 });
    atOnce(one.enter(ann, forever));
    assert.throws(() => one.enter(bob, forever), OverloadedError);
    assert.equal(one.state.callers, 1);
  });

  it('lets a caller who gives up leave the queue, and listens to him no longer', async () => {
    const one = gate({ calls: 1 });
    const release = atOnce(one.enter(ann, forever));
    const abort = new AbortController();
    const waiting = one.enter(bob, abort.signal);
    const next = one.enter({ id: 'cat' }, forever);
    abort.abort();
    assert.equal(getEventListeners(abort.signal, 'abort').length, 0);
    await assert.rejects(
      async () => waiting,
      (error) => error instanceof ToolError && error.code === 'CANCELLED',
    );
    assert.deepEqual(one.state, { running: 1, waiting: 1, callers: 2 });
    release();
    (await next)();
    assert.deepEqual(one.state, nothing);
    assert.throws(() => one.enter(ann, abort.signal), { code: 'CANCELLED' });
    assert.deepEqual(one.state, nothing);
  });

  it('does not take a running call from a caller who gives up', async () => {
    const one = gate({ calls: 1 });
    const abort = new AbortController();
    const first = atOnce(one.enter(ann, abort.signal));
    const waiting = one.enter(bob, abort.signal);
    first();
    const release = await waiting;
    assert.equal(getEventListeners(abort.signal, 'abort').length, 0);
    abort.abort();
    assert.equal(one.state.running, 1);
    release();
    assert.deepEqual(one.state, nothing);
  });

  it('lends the place of a call that waits for an answer to others, but not to its own caller', async () => {
    const one = gate({ calls: 1, callsPerCaller: 1 });
    const anns = atOnce(one.enter(ann, forever));
    const resume = anns.pause();
    assert.deepEqual(one.state, { running: 0, waiting: 0, callers: 1 });
    const next = one.enter(ann, forever);
    assert.ok(next instanceof Promise);
    const bobs = atOnce(one.enter(bob, forever));
    const order: string[] = [];
    const cats = noted(order, 'cat', one.enter({ id: 'cat' }, forever));
    const back = resume();
    assert.ok(back instanceof Promise);
    void back.then(() => order.push('ann'));
    assert.equal(one.state.running, 1);
    bobs();
    await back;
    anns();
    (await cats)();
    (await next)();
    // Who was in already comes before all who wait.
    assert.deepEqual(order, ['ann', 'cat']);
    assert.deepEqual(one.state, nothing);
  });

  it('takes the place again at once where there is room, once, and with the last of several answers', () => {
    const one = gate({ calls: 1 });
    const release = atOnce(one.enter(ann, forever));
    const [first, second] = [release.pause(), release.pause()];
    assert.equal(first(), undefined);
    assert.equal(first(), undefined);
    assert.equal(one.state.running, 0);
    assert.equal(second(), undefined);
    assert.equal(one.state.running, 1);
    release();
    assert.deepEqual(one.state, nothing);
  });

  it('forgets a call that ends while it waits for an answer, or for its place', async () => {
    const one = gate({ calls: 1 });
    const asking = atOnce(one.enter(ann, forever));
    const resume = asking.pause();
    asking();
    assert.deepEqual(one.state, nothing);
    assert.equal(resume(), undefined);
    assert.deepEqual(one.state, nothing);

    const returning = atOnce(one.enter(ann, forever));
    const comeBack = returning.pause();
    const bobs = atOnce(one.enter(bob, forever));
    const back = comeBack();
    returning();
    await back;
    assert.deepEqual(one.state, { running: 1, waiting: 0, callers: 1 });
    bobs();
    assert.deepEqual(one.state, nothing);
  });

  it('is not idle while a call waits for an answer', async () => {
    const one = gate({});
    const release = atOnce(one.enter(ann, forever));
    release.pause();
    assert.equal(await one.idle(1), false);
    release();
    assert.equal(await one.idle(1), true);
  });

  it('once closed takes nobody new, finishes who is there, and tells when all is still', async () => {
    const one = gate({ calls: 1 });
    const first = atOnce(one.enter(ann, forever));
    const waiting = one.enter(bob, forever);
    one.close();
    assert.throws(() => one.enter(bob, forever), /shutting down/);
    assert.equal(await one.idle(1), false);
    let isIdle: boolean | undefined;
    const idle = one.idle(60_000).then((value) => (isIdle = value));
    first();
    const second = await waiting;
    await settled();
    assert.equal(isIdle, undefined);
    second();
    await idle;
    assert.equal(isIdle, true);
    assert.equal(await one.idle(0), true);
  });

  it('can wait for stillness without an end', async () => {
    const one = gate({});
    const release = atOnce(one.enter(ann, forever));
    const idle = one.idle(Infinity);
    release();
    assert.equal(await idle, true);
  });
});
