/** Sessions: whose they are, how they end, what comes back after a connection broke, and what the SDK would leak. */
import assert from 'node:assert/strict';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { Tool } from '../../../../src/runtime/tool.js';
import { makeRegistry, object, type Seen, until } from '../support.js';
import { accept, calling, events, initialize, messages, openSession, post, servers } from './support.js';

/** Who calls is in the token. */
const auth = { verify: (token: string) => ({ subject: token, scopes: [] }) };
const as = (name: string) => ({ authorization: `Bearer ${name}` });

/** The books that the SDK keeps of requests. */
interface Books {
  _streamMapping: Map<unknown, unknown>;
  _requestToStreamMapping: Map<unknown, unknown>;
  _requestResponseMap: Map<unknown, unknown>;
}

/** Reads a stream event by event. */
function reading(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let isOver = false;
  const ended = (async () => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) text += decoder.decode(next.value, { stream: true });
    } catch {
      // Cancelled.
    }
    isOver = true;
  })();
  return { events: () => events(text), isOver: () => isOver, ended, leave: () => reader.cancel().catch(() => undefined) };
}

/** A tool that tells its progress and then waits for the test. */
function steps(seen: { steps: (() => void)[]; aborted: number }) {
  return new Tool({
    name: 'steps',
    description: 'Two steps.',
    inputSchema: object({ n: { type: 'number' } }, []),
    handler: async (_args, { progress, signal, log }) => {
      progress(1, 2, 'first');
      log('info', 'first');
      await new Promise<void>((resolve, reject) => {
        seen.steps.push(resolve);
        signal.addEventListener('abort', () => {
          seen.aborted += 1;
          reject(new Error('aborted'));
        });
      });
      progress(2, 2, 'second');
      return 'all done';
    },
  });
}

describe('mcp over HTTP: sessions', () => {
  const { start, end } = servers();
  after(end);

  it('[B34] an unknown session is 404 and a missing one 400, before a body is read', async () => {
    const { url } = await start({ sessions: true });
    assert.equal((await post(url, '{', { 'mcp-session-id': 'nope' })).status, 404);
    assert.equal((await post(url, calling('echo', { text: 'a' }))).status, 400);
    for (const method of ['GET', 'DELETE']) {
      assert.equal((await fetch(url, { method, headers: { accept, 'mcp-session-id': 'nope' } })).status, 404);
      assert.equal((await fetch(url, { method, headers: { accept } })).status, 400);
    }
  });

  it("another principal's session is as good as none, for every method", async () => {
    const { url } = await start({ sessions: true, auth });
    const id = await openSession(url, as('ada'));
    const foreign = { ...as('eve'), 'mcp-session-id': id };
    assert.equal((await post(url, calling('echo', { text: 'a' }), foreign)).status, 404);
    assert.equal((await post(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, foreign)).status, 404);
    assert.equal((await fetch(url, { headers: { accept, ...foreign } })).status, 404);
    assert.equal((await fetch(url, { method: 'DELETE', headers: foreign })).status, 404);
    const own = { ...as('ada'), 'mcp-session-id': id };
    assert.equal((await post(url, calling('echo', { text: 'a' }), own)).status, 200);
    assert.equal((await fetch(url, { method: 'DELETE', headers: own })).status, 200);
    assert.equal((await post(url, calling('echo', { text: 'a' }), own)).status, 404);
  });

  it('[B35] 300 sessions share one registry; every reply reaches its caller', async () => {
    const { url } = await start({ sessions: true, limits: { calls: 1000, queue: 1000 } });
    const ids = await Promise.all(Array.from({ length: 300 }, () => openSession(url)));
    assert.equal(new Set(ids).size, 300);
    const answers = await Promise.all(
      ids.flatMap((id, n) =>
        [1, 2].map(async (round) => {
          const response = await post(url, calling('echo', { text: `${n} ${round}` }, 7), { 'mcp-session-id': id });
          const [answer] = await messages(response);
          return (answer as { result: { content: { text: string }[] } }).result.content[0]?.text;
        }),
      ),
    );
    assert.deepEqual(
      answers,
      ids.flatMap((_, n) => [`${n} 1`, `${n} 2`]),
    );
  });

  it('a stream that broke goes on for who comes back, and ends with the answer', async () => {
    const seen = { steps: [] as (() => void)[], aborted: 0 };
    const { url } = await start({ sessions: true }, makeRegistry().register(steps(seen)));
    const session = { 'mcp-session-id': await openSession(url), 'mcp-protocol-version': '2025-11-25' };
    const first = reading(await post(url, calling('steps', {}, 5, { progressToken: 'p' }), session));
    await until(() => first.events().length >= 2);
    const last = first.events().at(-1)?.id as string;
    await first.leave();
    seen.steps[0]?.();
    const response = await fetch(url, { headers: { accept, ...session, 'last-event-id': last } });
    assert.equal(response.status, 200);
    const rest = reading(response);
    await rest.ended;
    const told = rest.events().map(({ data }) => JSON.parse(data) as { id?: number; method?: string });
    assert.equal(told.at(-1)?.id, 5);
    assert.ok(told.some(({ method }) => method === 'notifications/progress'));
    assert.equal(seen.aborted, 0);
    // All is answered: who asks once more gets the rest at once, or is told not to come back.
    const again = await fetch(url, { headers: { accept, ...session, 'last-event-id': last } });
    assert.match(await again.text(), /all done/);
    const none = await fetch(url, { headers: { accept, ...session, 'last-event-id': rest.events().at(-1)?.id as string } });
    assert.equal(none.status, 204);
  });

  it('nothing is replayed for an event of another session', async () => {
    const seen = { steps: [] as (() => void)[], aborted: 0 };
    const { url } = await start({ sessions: true }, makeRegistry().register(steps(seen)));
    const [one, other] = [await openSession(url), await openSession(url)];
    const version = { 'mcp-protocol-version': '2025-11-25' };
    const stream = reading(await post(url, calling('steps', {}, 5, { progressToken: 'p' }), { 'mcp-session-id': one, ...version }));
    await until(() => stream.events().length >= 2);
    for (const { id } of stream.events()) {
      const response = await fetch(url, { headers: { accept, 'mcp-session-id': other, ...version, 'last-event-id': id as string } });
      assert.equal(response.status, 400);
      assert.ok(!(await response.text()).includes('first'));
    }
    seen.steps[0]?.();
    await stream.ended;
  });

  it('a broken stream that nobody asks for again aborts its call after a while, and no sooner', async () => {
    const seen = { steps: [] as (() => void)[], aborted: 0 };
    const { url } = await start({ sessions: { resumeWait: 600 } }, makeRegistry().register(steps(seen)));
    const session = { 'mcp-session-id': await openSession(url), 'mcp-protocol-version': '2025-11-25' };
    const stream = reading(await post(url, calling('steps', {}, 5, { progressToken: 'p' }), session));
    await until(() => stream.events().length >= 2);
    await stream.leave();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(seen.aborted, 0);
    await until(() => seen.aborted > 0);
    assert.equal(seen.aborted, 1);
    // The session lives on.
    assert.equal((await post(url, calling('echo', { text: 'a' }), session)).status, 200);
  });

  it('an unstreamed call of a session is aborted as soon as its connection breaks', async () => {
    const seen: Seen = { aborted: 0, started: 0 };
    const { url } = await start({ sessions: true }, makeRegistry(seen));
    const id = await openSession(url);
    const controller = new AbortController();
    const running = post(url, calling('wait'), { 'mcp-session-id': id }, controller.signal);
    await until(() => seen.started === 1);
    controller.abort();
    await assert.rejects(running);
    await until(() => seen.aborted === 1);
    assert.equal(seen.aborted, 1);
  });

  it('a cancelled call is aborted and never answered, streamed or not', async () => {
    const seen = { steps: [] as (() => void)[], aborted: 0 };
    const waiting: Seen = { aborted: 0, started: 0 };
    const { url } = await start({ sessions: true }, makeRegistry(waiting).register(steps(seen)));
    const session = { 'mcp-session-id': await openSession(url), 'mcp-protocol-version': '2025-11-25' };
    const cancel = (requestId: number) => post(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, session);
    const plain = post(url, calling('wait', {}, 8), session);
    const streamed = reading(await post(url, calling('steps', {}, 9, { progressToken: 'p' }), session));
    await until(() => waiting.started === 1 && seen.steps.length === 1);
    assert.equal((await cancel(8)).status, 202);
    assert.equal((await cancel(9)).status, 202);
    await until(() => waiting.aborted === 1 && seen.aborted === 1);
    assert.deepEqual([waiting.aborted, seen.aborted], [1, 1]);
    assert.deepEqual(events(await (await plain).text()), []);
    await streamed.ended;
    const answers = streamed.events().filter(({ data }) => data.includes('"result"') || data.includes('"error"'));
    assert.deepEqual(answers, []);
    // Nor later, to who comes back.
    const back = await fetch(url, { headers: { accept, ...session, 'last-event-id': streamed.events().at(-1)?.id as string } });
    assert.equal(back.status, 204);
  });

  it('two requests of one id at once: the second is refused', async () => {
    const seen: Seen = { aborted: 0, started: 0 };
    const { url } = await start({ sessions: true }, makeRegistry(seen));
    const session = { 'mcp-session-id': await openSession(url) };
    const first = post(url, calling('wait', {}, 3), session);
    await until(() => seen.started === 1);
    assert.equal((await post(url, calling('echo', { text: 'a' }, 3), session)).status, 400);
    assert.equal((await post(url, calling('echo', { text: 'a' }, '3'), session)).status, 200);
    await post(url, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }, session);
    await (await first).text();
    assert.equal((await post(url, calling('echo', { text: 'a' }, 3), session)).status, 200);
  });

  it('an idle session ends, one with an open stream does not', async () => {
    const { url } = await start({ sessions: { idle: 600 } });
    const [idle, listening] = [await openSession(url), await openSession(url)];
    const stream = reading(await fetch(url, { headers: { accept, 'mcp-session-id': listening } }));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.equal((await post(url, calling('echo', { text: 'a' }), { 'mcp-session-id': idle })).status, 404);
    assert.equal(stream.isOver(), false);
    assert.equal((await post(url, calling('echo', { text: 'a' }), { 'mcp-session-id': listening })).status, 200);
    assert.equal((await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': listening } })).status, 200);
    await stream.ended;
    assert.equal((await post(url, calling('echo', { text: 'a' }), { 'mcp-session-id': listening })).status, 404);
  });

  it('when all sessions are taken, initialize is 503 until one ends', async () => {
    const { url } = await start({ sessions: true, limits: { sessions: 2 } });
    const [id] = [await openSession(url), await openSession(url)];
    const refused = await post(url, initialize);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': id } });
    assert.equal((await post(url, initialize)).status, 200);
  });

  it('when all sessions are taken, what was left alone gives way to new ones, longest first; what is in use stays', async () => {
    const { url } = await start({ sessions: true, limits: { sessions: 3, sessionGrace: 0 } });
    const [listening, older, newer] = [await openSession(url), await openSession(url), await openSession(url)];
    const stream = reading(await fetch(url, { headers: { accept, 'mcp-session-id': listening } }));
    const ask = async (id: string) => (await post(url, calling('echo', { text: 'a' }), { 'mcp-session-id': id })).status;
    assert.equal(await ask(older), 200);
    const more = await Promise.all([openSession(url), openSession(url)]);
    assert.equal(stream.isOver(), false);
    assert.deepEqual(await Promise.all([older, newer, listening, ...more].map(ask)), [404, 404, 200, 200, 200]);
    await stream.leave();
  });

  it('a handshake that fails leaves no session', async () => {
    const { url } = await start({ sessions: { limit: 1 } });
    assert.equal((await post(url, initialize, { accept: 'text/html' })).status, 406);
    assert.notEqual((await post(url, { ...initialize, params: {} })).status, 503);
    assert.ok(await openSession(url));
  });

  it('a method that closes its stream is polled for its answer', async () => {
    const polled = { steps: [] as (() => void)[] };
    const tool = new Tool({
      name: 'poll',
      description: 'Lets go.',
      inputSchema: object(),
      handler: async (_args, context) => {
        context.closeStream();
        await new Promise<void>((resolve) => polled.steps.push(resolve));
        return 'at last';
      },
    });
    const { url } = await start({ sessions: { retry: 1234 } }, makeRegistry().register(tool));
    const session = { 'mcp-session-id': await openSession(url), 'mcp-protocol-version': '2025-11-25' };
    const closed = await (await post(url, calling('poll', {}, 5), session)).text();
    assert.match(closed, /retry: 1234/);
    assert.ok(!closed.includes('at last'));
    const last = events(closed).at(-1)?.id as string;
    const back = reading(await fetch(url, { headers: { accept, ...session, 'last-event-id': last } }));
    polled.steps[0]?.();
    await back.ended;
    assert.match(back.events().at(-1)?.data ?? '', /at last/);
    // Where nobody could come back nothing is closed.
    const plain = await start({}, makeRegistry().register(tool));
    const running = post(plain.url, calling('poll', {}, 6));
    await until(() => polled.steps.length === 2);
    polled.steps[1]?.();
    assert.match(await (await running).text(), /at last/);
  });

  it('comments keep a silent stream alive', async () => {
    const { url } = await start({ sessions: true, keepAlive: 20 });
    const controller = new AbortController();
    const id = await openSession(url);
    const response = await fetch(url, { headers: { accept, 'mcp-session-id': id }, signal: controller.signal });
    const { value } = await (response.body as ReadableStream<Uint8Array>).getReader().read();
    assert.match(new TextDecoder().decode(value), /^: /);
    controller.abort();
  });

  it('typescript-sdk#2559: the SDK keeps no book of requests that are over, whatever became of them', async () => {
    const transports: WebStandardStreamableHTTPServerTransport[] = [];
    const before = WebStandardStreamableHTTPServerTransport.prototype.start;
    WebStandardStreamableHTTPServerTransport.prototype.start = async function started() {
      transports.push(this);
      await before.call(this);
    };
    try {
      for (const options of [{}, { jsonResponse: true }, { direct: false }]) {
        const seen = { steps: [] as (() => void)[], aborted: 0 };
        const { url } = await start({ sessions: { resumeWait: 10 }, ...options }, makeRegistry().register(steps(seen)));
        const session = { 'mcp-session-id': await openSession(url), 'mcp-protocol-version': '2025-11-25' };
        for (let id = 2; id < 22; id += 1) await (await post(url, calling('echo', { text: 'a' }, id), session)).text();
        await (await post(url, calling('work', {}, 30, { progressToken: 1 }), session)).text();
        const controller = new AbortController();
        const left = post(url, calling('steps', {}, 31, { progressToken: 1 }), session, controller.signal);
        await until(() => seen.steps.length === 1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.abort();
        await left.then((response) => response.text()).catch(() => undefined);
        await until(() => seen.aborted === 1);
        await new Promise((resolve) => setTimeout(resolve, 50));
        const books = transports.at(-1) as unknown as Books;
        const sizes = [books._streamMapping.size, books._requestToStreamMapping.size, books._requestResponseMap.size];
        assert.deepEqual(sizes, [0, 0, 0], JSON.stringify(options));
      }
    } finally {
      WebStandardStreamableHTTPServerTransport.prototype.start = before;
    }
  });
});
