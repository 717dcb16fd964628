/** Bodies that are odd, deep, or gone. */
import assert from 'node:assert/strict';
import { fetchHandler, httpHandler } from '../../../../src/bridges/mcp/index.js';
import { makeRegistry } from '../support.js';
import { calling, foreign, jsonHeaders, modernCall, openSession, post, servers } from './support.js';

const echo = JSON.stringify(calling('echo', { text: 'a' }));

describe('mcp over HTTP: bodies', () => {
  const { start, end } = servers();
  after(end);

  const { body } = modernCall('echo');
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);

  it('UTF-8 with or without its mark, and nothing else, under both kinds of server', async () => {
    const { url } = await start();
    const handle = fetchHandler(makeRegistry(), { log: () => undefined });
    const [left, right] = JSON.stringify(calling('echo', { text: '|' })).split('|') as [string, string];
    const cases: [bytes: Buffer, status: number, type?: string][] = [
      [Buffer.from(`\ufeff${echo}`), 200],
      [Buffer.from(`\ufeff\ufeff${echo}`), 400],
      [Buffer.concat([Buffer.from(left), Buffer.from([0xff, 0xfe]), Buffer.from(right)]), 400],
      [Buffer.concat([Buffer.from(left), Buffer.from([0xe2, 0x82])]), 400],
      [Buffer.from(`\ufeff${echo}`, 'utf16le'), 400],
      [Buffer.from(`\ufeff${echo}`, 'utf16le'), 415, 'application/json; charset=utf-16'],
      [Buffer.from(echo), 200, 'Application/JSON ; charset="UTF-8"'],
      [Buffer.from(echo), 200, 'application/json;charset=utf8;x=y'],
      [Buffer.from(echo), 415, 'application/json; charset=utf-8859'],
    ];
    for (const [bytes, status, type = 'application/json'] of cases) {
      const init = { method: 'POST', headers: { ...jsonHeaders, 'content-type': type }, body: bytes };
      assert.equal((await fetch(url, init)).status, status, `${type} ${bytes.toString('latin1')}`);
      assert.equal((await handle(new Request('http://localhost/mcp', init))).status, status, `fetch ${type}`);
    }
  });

  it('a batch of nothing is refused in every era', async () => {
    for (const options of [{}, { direct: false }, { sessions: true }]) {
      const { url } = await start(options);
      for (const headers of [{}, modernCall('echo').headers]) {
        const answer = await post(url, '[]', headers);
        assert.equal(answer.status, 400);
        assert.equal(((await answer.json()) as { error: { code: number } }).error.code, -32600);
      }
    }
  });

  it('100 000 levels, wherever they are, are answered', async () => {
    for (const options of [{}, { direct: false }, { sessions: true }]) {
      const { url } = await start(options);
      const session: Record<string, string> = 'sessions' in options ? { 'mcp-session-id': await openSession(url) } : {};
      for (const text of [
        deep,
        `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`,
        echo.replace('"a"', deep),
        echo.replace('"params":{', `"params":{"_meta":{"x":${deep}},`),
        JSON.stringify(body).replace('"_meta":{', `"_meta":{"x":${deep},`),
      ]) {
        const { status } = await post(url, text, text.includes('protocolVersion') ? modernCall('echo').headers : session);
        assert.ok(status === 200 || status === 400, `${status}`);
      }
    }
  });

  it('a body that something in front took is told at once, not waited for', async () => {
    const handle = httpHandler(makeRegistry(), { log: () => undefined });
    const { url, stop } = await foreign((request, response) => {
      request.resume().once('end', () => setImmediate(() => void handle(request, response)));
    });
    const answer = await post(url, echo);
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), /request\.body/);
    stop();
    const used = new Request('http://localhost/mcp', { method: 'POST', headers: jsonHeaders, body: echo });
    await used.text();
    const reply = await fetchHandler(makeRegistry(), { log: () => undefined })(used);
    assert.equal(reply.status, 500);
    assert.match(await reply.text(), /second argument/);
  });

  it('a Fetch handler takes no foreign arguments for who calls', async () => {
    const handle = fetchHandler(makeRegistry(), { log: () => undefined }) as (...given: unknown[]) => Promise<Response>;
    const ask = () => new Request('http://localhost/mcp', { method: 'POST', headers: jsonHeaders, body: JSON.stringify(calling('seen')) });
    for (const more of [[null], [undefined], ['x'], [{ auth: { sub: 'env' } }, { waitUntil: () => undefined }]]) {
      const text = await (await handle(ask(), ...more)).text();
      assert.ok(text.includes('callId') && !text.includes('env'), text);
    }
  });
});
