/** The event store of one session. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SessionEvents } from '../../../../src/bridges/mcp/http/legacy/events.js';

const notice = (n: number) => ({ jsonrpc: '2.0' as const, method: 'notifications/message', params: { n } });
const answer = (id: number) => ({ jsonrpc: '2.0' as const, id, result: {} });

describe('events of a session', () => {
  it('gives what came after an event, on its own stream only', async () => {
    const events = new SessionEvents({ events: 100, bytes: 10_000 });
    const first = await events.storeEvent('a', {} as never);
    await events.storeEvent('b', notice(1));
    await events.storeEvent('a', notice(2));
    await events.storeEvent('a', notice(3));
    assert.deepEqual(
      events.after(first).map(({ message }) => message),
      [notice(2), notice(3)],
    );
    assert.equal(events.streamOf(first), 'a');
  });

  it('knows no id of another session', async () => {
    const [one, other] = [new SessionEvents({ events: 9, bytes: 999 }), new SessionEvents({ events: 9, bytes: 999 })];
    const id = await one.storeEvent('a', notice(1));
    await one.storeEvent('a', notice(2));
    await other.storeEvent('a', notice(3));
    await other.storeEvent('a', notice(4));
    assert.equal(other.streamOf(id), undefined);
    assert.deepEqual(other.after(id), []);
    assert.equal(await other.getStreamIdForEventId(id), undefined);
  });

  it('never holds more than it may, and forgets the oldest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(300), { maxLength: 60 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 900 }),
        async (sizes, most, bytes) => {
          const events = new SessionEvents({ events: most, bytes });
          const ids: string[] = [];
          for (const size of sizes) ids.push(await events.storeEvent('a', { ...notice(0), params: { text: 'x'.repeat(size) } }));
          assert.ok(events.size.events <= most);
          assert.ok(events.size.bytes <= bytes);
          const known = ids.map((id) => events.streamOf(id) !== undefined);
          const oldest = known.indexOf(true);
          const kept = sizes.filter((size, index) => index >= oldest && oldest >= 0 && known[index]);
          assert.equal(kept.length, events.size.events);
        },
      ),
    );
  });

  it('tells when all requests of a stream are answered, and keeps no answer to one that was cancelled', async () => {
    const events = new SessionEvents({ events: 100, bytes: 10_000 });
    let first = '';
    const { exchange } = events.open([1, 2], () => void events.storeEvent('a', {} as never).then((id) => (first = id)));
    await Promise.resolve();
    await events.storeEvent('a', answer(1));
    assert.deepEqual([...exchange.pending], [2]);
    await events.muted(2, () => events.storeEvent('a', answer(2)));
    assert.equal(exchange.pending.size, 0);
    assert.equal(events.exchangeOf('a'), exchange);
    assert.deepEqual(
      events.after(first).map(({ message }) => message),
      [answer(1)],
    );
  });
});
