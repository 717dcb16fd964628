/** Names of hosts, origins and targets, as attackers and operators write them. */
import assert from 'node:assert/strict';
import { httpHandler, type ServeHttpOptions } from '../../../../src/bridges/mcp/index.js';
import { ToolError } from '../../../../src/errors.js';
import { makeRegistry } from '../support.js';
import { calling, foreign, servers, statusFor, wire } from './support.js';

const echo = JSON.stringify(calling('echo', { text: 'a' }));

describe('mcp over HTTP: names', () => {
  const { start, end } = servers();
  after(end);

  it('a Host is a name and a port, and nothing that a URL could hold beside', async () => {
    const { url } = await start();
    for (const host of ['localhost', 'LOCALHOST:1', '127.1', '[::1]', '[0:0:0:0:0:0:0:1]:80'])
      assert.equal(await statusFor(url, wire(echo, [`Host: ${host}`])), 200, host);
    for (const host of [
      'evil.example@localhost',
      'evil.example:80@127.0.0.1',
      'localhost/evil.example',
      'localhost?x',
      'localhost#x',
      'localhost\\evil.example',
      'localhost.',
      'loc\talhost',
      'localhost.evil.example',
      '',
    ])
      assert.equal(await statusFor(url, wire(echo, [`Host: ${host}`])), 403, host);
  });

  it('an Origin of this machine is one of a web page', async () => {
    const { url } = await start();
    const from = (origin: string) => statusFor(url, wire(echo, ['Host: localhost', `Origin: ${origin}`]));
    for (const origin of ['http://localhost:3', 'HTTPS://127.0.0.1', 'http://[::1]']) assert.equal(await from(origin), 200, origin);
    for (const origin of ['http://evil.example@localhost', 'foo://localhost', 'http://localhost/x', 'null', 'localhost', ''])
      assert.equal(await from(origin), 403, origin);
  });

  it('lists match what is meant, however it is written', async () => {
    const { url } = await start({
      allowedHosts: ['Api.Example:80', '[0:0::1]', 'bücher.example', 'x.example:443', 'y.example:8080'],
      allowedOrigins: ['https://App.Example/', 'http://b.example:80', 'vscode-webview://abc'],
    });
    const host = (name: string) => statusFor(url, wire(echo, [`Host: ${name}`]));
    const origin = (name: string) => statusFor(url, wire(echo, ['Host: [::1]', `Origin: ${name}`]));
    for (const name of ['api.example:80', 'api.example', '[::1]:5', 'xn--bcher-kva.example', 'x.example', 'y.example:8080'])
      assert.equal(await host(name), 200, name);
    for (const name of ['y.example:8081', 'y.example', 'evil@api.example', 'api.example:81']) assert.equal(await host(name), 403, name);
    for (const name of ['https://app.example', 'http://b.example', 'vscode-webview://abc']) assert.equal(await origin(name), 200, name);
    assert.equal(await origin('https://app.example:1'), 403);
  });

  it('what could match no request is refused when the server is made', async () => {
    for (const options of [
      { allowedHosts: ['https://a.example'] },
      { allowedHosts: 'localhost' },
      { allowedHosts: ['a.example/mcp'] },
      { allowedHosts: ['ü@x'] },
      { allowedOrigins: ['a.example'] },
      { allowedOrigins: ['https://a.example/app'] },
      { cors: { origins: '*' } },
      { cors: { origins: ['a.example'] } },
      { keepAlive: -1 },
      { keepAlive: NaN },
      { keepAlive: 2 ** 31 },
      { bodyLimit: 0 },
      { sessions: { idle: 0 } },
      { sessions: { limit: NaN } },
      { sessions: { resumeWait: 1e12 } },
      { eras: [] },
      { eras: ['future'] },
      { jsonResponse: 'no' },
    ])
      assert.throws(
        () => httpHandler(makeRegistry(), options as unknown as ServeHttpOptions),
        (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION',
        JSON.stringify(options),
      );
  });

  it('a target that is no path, or looks like another host, is no fault of the server', async () => {
    const logged: string[] = [];
    const handle = httpHandler(makeRegistry(), { log: (message) => logged.push(message) });
    const { url, stop } = await foreign((request, response) => void handle(request, response));
    const streaming = JSON.stringify(calling('work', {}, 1, { progressToken: 1 }));
    for (const target of ['//', '//[', '*', 'http://[/mcp', 'http://evil.example:99999/mcp', '//a:b@c/mcp'])
      assert.equal(await statusFor(url, wire(streaming, undefined, target)), 200, target);
    assert.deepEqual(logged, []);
    stop();
  });

  it('a port or a path that cannot be is refused before anything listens', async () => {
    for (const options of [{ port: 70_000 }, { port: '3000' }, { port: -1 }, { path: 'mcp' }, { path: '/mcp?x' }, { healthPath: 'up' }])
      await assert.rejects(
        start(options as unknown as ServeHttpOptions),
        (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION',
        JSON.stringify(options),
      );
  });
});
