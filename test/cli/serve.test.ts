/** `toolmark serve` with settings in force: keys, scopes, limits, the configuration file, signals. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { bin, Folder, toolmark } from './support.js';

const key = 'a-key-of-more-than-16-characters';

const service = `import { Tool } from 'toolmark';
const inputSchema = { type: 'object', properties: {} };
export const open = new Tool({ name: 'open', description: 'For all.', inputSchema, handler: () => 'open' });
export const shut = new Tool({ name: 'shut', description: 'For some.', scopes: ['write'], inputSchema, handler: () => 'shut' });
export const large = new Tool({ name: 'large', description: 'Too much.', inputSchema, handler: () => 'x'.repeat(5000) });
`;

interface Server {
  child: ChildProcess;
  url: string;
  log(): string;
}

/** Ended after the tests, whatever became of them. */
const children: ChildProcess[] = [];

async function start(folder: Folder, args: string[], env: Record<string, string> = {}): Promise<Server> {
  const child = spawn(process.execPath, [bin, 'serve', ...args], { cwd: folder.path, env: { ...process.env, ...env } });
  children.push(child);
  let told = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      told += String(chunk);
      const found = /http:\S+/.exec(told);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${told}`)));
  });
  return { child, url, log: () => told };
}

async function stop({ child }: Server): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

async function connect(url: string, bearer?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = bearer === undefined ? undefined : { Authorization: `Bearer ${bearer}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const post = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: ping,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
  });

describe('toolmark serve', () => {
  let folder: Folder;

  before(() => {
    folder = new Folder({ 'package.json': { name: 'shop', version: '3.1.4', type: 'module' }, 'service.js': service }, { modules: true });
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    folder.remove();
  });

  it('lets in who has the key, shows what its scopes allow, and ends in order', async () => {
    const server = await start(
      folder,
      ['service.js', '--http', '0', '--path', '/tools', '--auth-key', 'env:SHOP_KEY', '--auth-key-scope', 'read'],
      { SHOP_KEY: key },
    );
    assert.match(server.url, /\/tools$/);
    assert.doesNotMatch(server.log(), /need/);
    const refused = await post(server.url);
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer/);
    assert.equal((await post(server.url, { Authorization: 'Bearer wrong-wrong-wrong-wrong' })).status, 401);
    const client = await connect(server.url, key);
    assert.deepEqual(client.getServerVersion(), { name: 'shop', version: '3.1.4' });
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      ['large', 'open'],
    );
    await client.close();
    assert.doesNotMatch(server.log(), new RegExp(key));
    assert.equal(await stop(server), 0);
  });

  it('says what nobody can call where scopes are needed and there is no auth', async () => {
    const server = await start(folder, ['service.js', '--http', '0']);
    assert.match(server.log(), /toolmark serve: shut needs scopes, which no caller has without auth: .*Give --auth-key or --auth-issuer/);
    assert.equal(await stop(server), 0);
  });

  it('takes its modules, several keys and limits from the configuration file', async () => {
    folder.write('toolmark.config.json', {
      modules: ['service.js'],
      http: 0,
      auth: {
        keys: [
          { subject: 'ann', key: 'env:ANN', scopes: ['write'] },
          { subject: 'bob', key: 'env:BOB' },
        ],
      },
      limits: { resultBytes: 2000, bodyBytes: 1000 },
      healthPath: '/up',
    });
    const server = await start(folder, ['--config', 'toolmark.config.json'], { ANN: `${key}-ann`, BOB: `${key}-bob` });
    folder.write('toolmark.config.json', {});
    const [ann, bob] = await Promise.all([connect(server.url, `${key}-ann`), connect(server.url, `${key}-bob`)]);
    const names = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);
    assert.deepEqual(
      [await names(ann), await names(bob)],
      [
        ['large', 'open', 'shut'],
        ['large', 'open'],
      ],
    );
    assert.equal((await ann.callTool({ name: 'large' })).isError, true);
    const large = await fetch(server.url, {
      method: 'POST',
      body: JSON.stringify({ x: 'x'.repeat(2000) }),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}-ann` },
    });
    assert.equal(large.status, 413);
    assert.equal((await fetch(new URL('/up', server.url))).status, 200);
    await Promise.all([ann.close(), bob.close()]);
    assert.equal(await stop(server), 0);
  });

  it('writes its log as JSON when told to, and names the hosts it serves', async () => {
    const server = await start(folder, [
      'service.js',
      '--http',
      '0',
      '--allowed-host',
      'shop.example',
      '--log-format',
      'json',
      '--auth-key',
      key,
    ]);
    assert.equal((await post(server.url)).status, 403);
    assert.match(server.log(), /--auth-key shows a secret/);
    assert.equal(await stop(server), 0);
  });

  it('serves compiled classes by the generated module beside them, over stdio', async () => {
    const built = new Folder(
      {
        'package.json': { name: 'built', version: '1.0.0', type: 'module' },
        'dist/pocket.js':
          "import { tool } from 'toolmark';\nexport class Pocket { add(a, b) { return a + b; } }\ntool()(Pocket.prototype, 'add', Object.getOwnPropertyDescriptor(Pocket.prototype, 'add'));\n",
        'dist/toolmark.generated.js': `import { defineManifest } from 'toolmark';
import { Pocket } from './pocket.js';
export default defineManifest({ version: 1, sources: {}, types: {}, $defs: {}, functions: [], classes: [{ class: () => Pocket, name: 'Pocket', source: 'pocket.ts', methods: { add: () => ({
  length: 2, parameters: [{ name: 'a', role: 'property', required: true, schema: { type: 'number' } }, { name: 'b', role: 'property', required: true, schema: { type: 'number' } }] }) } }] });
`,
      },
      { modules: true },
    );
    try {
      const client = new Client({ name: 'test', version: '1' });
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: [bin, 'serve', 'dist/pocket.js'], cwd: built.path, stderr: 'inherit' }),
      );
      assert.deepEqual((await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).content, [{ type: 'text', text: '3' }]);
      await client.close();
      const alone = toolmark(['list', 'dist/toolmark.generated.js'], built.path);
      assert.equal(alone.code, 1);
      assert.match(alone.err, /toolmark\.generated\.js: there are contracts only\. Name the modules/);
      rmSync(join(built.path, 'dist/toolmark.generated.js'));
      for (const command of ['list', 'call']) {
        const unbuilt = toolmark([command, 'dist/pocket.js', ...(command === 'call' ? ['add'] : [])], built.path);
        assert.equal(unbuilt.code, 1);
        assert.match(
          unbuilt.err,
          /pocket\.js: nothing is known of .* no toolmark\.generated\.js beside .* Run 'npx toolmark build' and compile again/,
        );
        assert.doesNotMatch(unbuilt.err, /manifest/i);
      }
    } finally {
      built.remove();
    }
  });
});
