import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Turns } from '../../../../src/bridges/mcp/http/adapters/turn.js';
import { httpHandler } from '../../../../src/bridges/mcp/index.js';
import { Tool, ToolRegistry } from '../../../../src/index.js';
import { until } from '../support.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('replies of one turn of the event loop', () => {
  let stop = (): void => undefined;
  after(() => stop());

  // A clock of its own: the machine may pause.
  let time = 0;
  let turns = new Turns();
  beforeEach(() => (turns = new Turns(() => time)));
  const turnsEnd = (): Promise<void> | undefined => turns.end();

  it('wait for what is ready now, and for nothing that comes later', async () => {
    const order: string[] = [];
    assert.equal(turnsEnd(), undefined);
    const waiting = [turnsEnd()?.then(() => order.push('second')), turnsEnd()?.then(() => order.push('third'))];
    await Promise.resolve().then(() => order.push('a microtask'));
    setImmediate(() => order.push('the next turn'));
    for (const one of waiting) await one;
    assert.deepEqual(order, ['a microtask', 'second', 'third']);
    await nextTurn();
    assert.equal(order.at(-1), 'the next turn');
  });

  it('wait from the first on after a turn that had several, and go at once where they come one a turn', async () => {
    void turnsEnd();
    await turnsEnd();
    const first = turnsEnd();
    assert.ok(first);
    await first;
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal(turnsEnd(), undefined);
      await nextTurn();
    }
  });

  it('do not wait for each other when calls compute for long', async () => {
    const order: string[] = [];
    setImmediate(() => order.push('the next turn'));
    void turnsEnd();
    const second = turnsEnd()?.then(() => order.push('second'));
    time += 5;
    const third = turnsEnd()?.then(() => order.push('third'));
    await second;
    assert.deepEqual(order, ['second']);
    await third;
    assert.deepEqual(order, ['second', 'the next turn', 'third']);
  });

  it('keep the asynchronous context of their requests', async () => {
    const context = new AsyncLocalStorage<string>();
    const registry = new ToolRegistry();
    registry.register(new Tool({ name: 'who', description: 'Tells who asks.', handler: () => context.getStore() }));
    const handler = httpHandler(registry);
    const finished: [asked: string, seen: string | undefined][] = [];
    const server = createServer((request, response) => {
      const asked = String(request.headers['x-request-id']);
      void context.run(asked, async () => {
        response.on('finish', () => finished.push([asked, context.getStore()]));
        await handler(request, response);
        assert.equal(context.getStore(), asked);
        assert.equal(response.headersSent, true);
      });
    });
    stop = () => void server.close().closeAllConnections();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const call = async (id: string): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-request-id': id };
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'who', arguments: {} } });
      const answer = (await (await fetch(url, { method: 'POST', headers, body })).json()) as { result: { content: { text: string }[] } };
      return answer.result.content[0]?.text;
    };
    const ids = Array.from({ length: 20 }, (_, index) => `request-${index}`);
    assert.deepEqual(await Promise.all(ids.map(call)), ids);
    await until(() => finished.length === ids.length);
    assert.equal(finished.length, ids.length);
    for (const [asked, seen] of finished) assert.equal(seen, asked);
  });
});
