/** Settings of a scope and of the process: DSPY-43. */
import assert from 'node:assert/strict';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { configure, Tool, withContext } from '../../src/index.js';
import { scopedSetting } from '../../src/runtime/scope.js';

const allow = { allowToolAsyncSyncConversion: true };
const isAllowed = (): boolean => scopedSetting('allowToolAsyncSyncConversion') === true;
const slow = new Tool({ name: 'slow', handler: async (args) => setTimeout(1, { given: args }) });
const isRefused = (tool: Tool): boolean => {
  try {
    void tool.callSync();
    return false;
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'ASYNC_TOOL');
    return true;
  }
};

describe('withContext and configure', () => {
  afterEach(() => configure({ allowToolAsyncSyncConversion: undefined }));

  it('[DSPY-41] [DSPY-42] [DSPY-43] callSync of an asynchronous tool gives its promise where that is allowed, and nowhere else', async () => {
    assert.throws(() => slow.callSync(), { code: 'ASYNC_TOOL', message: /invoke.*withContext\(\{ allowToolAsyncSyncConversion: true \}/ });
    const given = withContext(allow, () => slow.callSync());
    assert.ok(given instanceof Promise);
    assert.deepEqual(await given, { given: {} });
    assert.ok(isRefused(slow));
  });

  it('[DSPY-43] whatever about the call is asynchronous; what is synchronous stays so', async () => {
    let asked = 0;
    const tools = [
      new Tool({ name: 'promise', handler: () => Promise.resolve(1) }),
      new Tool({ name: 'guarded', handler: () => 1, guard: async () => void (await setImmediate(), asked++) }),
      new Tool({
        name: 'stream',
        handler: () =>
          (async function* () {
            yield await Promise.resolve(1);
          })(),
      }),
      new Tool({
        name: 'generator',
        async *handler() {
          yield await Promise.resolve(1);
        },
      }),
    ];
    for (const tool of tools) assert.ok(isRefused(tool), tool.name);
    const given = withContext(allow, () => tools.map((tool) => tool.callSync()));
    assert.ok(given.every((one) => one instanceof Promise));
    assert.deepEqual(await Promise.all(given), [1, 1, [1], [1]]);
    assert.equal(asked, 2, 'once by the call that was refused, once by the other');
    const now = new Tool({ name: 'now', handler: () => 1 });
    assert.equal(
      withContext(allow, () => now.callSync()),
      1,
    );
    const failing = new Tool({ name: 'failing', handler: () => Promise.reject(new Error('away')) });
    await assert.rejects(Promise.resolve(withContext(allow, () => failing.callSync())), { code: 'EXECUTION_FAILED' });
    const wrong = withContext(allow, () => slow.callSync({ more: 1 }));
    await assert.rejects(Promise.resolve(wrong), { code: 'INVALID_ARGUMENTS' });
  });

  it('[DSPY-43] the scope holds through awaits, ends with its callback, and does not leak', async () => {
    const seen: Record<string, boolean> = {};
    let late: Promise<void> | undefined;
    const within = withContext(allow, async () => {
      late = setTimeout(20).then(() => void (seen['late'] = isAllowed()));
      await setImmediate();
      seen['after an await'] = isAllowed();
    });
    seen['beside'] = isAllowed();
    await within;
    seen['after'] = isAllowed();
    await late;
    assert.deepEqual(seen, { beside: false, 'after an await': true, after: false, late: false });
    let detached: Promise<boolean> | undefined;
    withContext(allow, () => {
      detached = setImmediate().then(isAllowed);
    });
    assert.equal(await detached, false);
    assert.throws(() =>
      withContext(allow, () => {
        throw new Error('out');
      }),
    );
    assert.equal(isAllowed(), false);
    await assert.rejects(
      withContext(allow, () => Promise.reject(new Error('out'))),
      /out/,
    );
  });

  it('[DSPY-43] calls side by side have each its own', async () => {
    const run = (on: boolean) =>
      withContext({ allowToolAsyncSyncConversion: on }, async () => {
        const seen: boolean[] = [];
        for (let turn = 0; turn < 5; turn++) {
          await setTimeout(turn % 2);
          seen.push(isAllowed());
        }
        return seen.every((one) => one === on);
      });
    assert.deepEqual(await Promise.all([true, false, true, false].map(run)), [true, true, true, true]);
  });

  it('[DSPY-43] scopes within scopes, and the setting of the process beneath all', () => {
    configure(allow);
    assert.ok(isAllowed() && !isRefused(slow));
    withContext({ allowToolAsyncSyncConversion: false }, () => {
      assert.ok(isRefused(slow));
      withContext({}, () => assert.equal(isAllowed(), false));
      withContext(allow, () => assert.equal(isAllowed(), true));
      assert.equal(isAllowed(), false);
    });
    configure({ allowToolAsyncSyncConversion: false });
    assert.ok(isRefused(slow));
  });

  it('refuse what is no setting', () => {
    for (const bad of [{ allowToolAsyncSyncConversions: true }, { allowToolAsyncSyncConversion: 'yes' }, null, undefined, 1]) {
      assert.throws(() => configure(bad as never), { code: 'INVALID_DEFINITION' });
      assert.throws(() => withContext(bad as never, () => 1), { code: 'INVALID_DEFINITION' });
    }
    assert.throws(() => withContext(allow, 1 as never), { code: 'INVALID_DEFINITION' });
  });
});
