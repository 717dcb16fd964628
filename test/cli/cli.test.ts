/** The built command in processes of its own. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { Folder, toolmark as run } from './support.js';

const bin = fileURLToPath(new URL('../../dist/esm/cli/main.js', import.meta.url));
const cwd = fileURLToPath(new URL('./fixtures', import.meta.url));

function toolmark(...args: string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    input: '{"name":"stdin"}',
    env: { ...process.env, FORCE_COLOR: undefined },
  });
  return { code: status, out: stdout, err: stderr };
}

/** Wrong use is one line and exit code 2. */
function refused(pattern: RegExp, ...args: string[]): void {
  const { code, out, err } = toolmark(...args);
  assert.equal(code, 2, err);
  assert.equal(out, '');
  assert.match(err, pattern);
  assert.equal(err.trimEnd().split('\n').length, 1, err);
}

describe('toolmark command', () => {
  before(function () {
    assert.ok(existsSync(bin), 'dist/ is missing: npm run build comes before the tests');
  });

  it('explains itself', () => {
    for (const args of [['--help'], ['help'], ['help', 'serve'], ['list', '--help'], ['call', '-h']]) {
      const { code, out } = toolmark(...args);
      assert.equal(code, 0);
      assert.match(out, /Usage: toolmark[^]*Examples:/);
    }
    assert.match(toolmark('--version').out, /^\d+\.\d+\.\d+/);
    assert.equal(toolmark().code, 2);
  });

  it('refuses wrong use in one line, with what may have been meant', () => {
    refused(/unknown command 'srve'. Did you mean 'serve'\?/, 'srve');
    refused(/unknown option '--jsno'. Did you mean '--json'\?/, 'list', 'common.cjs', '--jsno');
    refused(/there is no file 'comon.cjs'. Did you mean 'common.cjs'\?/, 'list', 'comon.cjs');
    refused(/Did you mean 'common.cjs'\?/, 'list', 'common');
    refused(/is a folder/, 'list', '.');
    refused(/at least one module/, 'serve');
    refused(/--http must be a whole number/, 'serve', 'common.cjs', '--http', '70000');
    refused(/--args is no JSON/, 'call', 'common.cjs', 'now', '--args', '{a');
    refused(/--args must be a JSON object/, 'call', 'common.cjs', 'now', '--args', '[1]');
  });

  it('lists and calls tools of TypeScript sources, whatever they log', () => {
    const listed = toolmark('list', 'services.ts', '--json');
    assert.equal(listed.code, 0, listed.err);
    const tools = JSON.parse(listed.out) as { name: string; description: string; inputSchema: { required: string[] } }[];
    assert.deepEqual(
      tools.map(({ name, description }) => [name, description]),
      [
        ['add', 'Adds two numbers.'],
        ['fail', 'Always fails.'],
        ['greet', 'Says hello.'],
      ],
    );
    assert.deepEqual(tools[0]?.inputSchema.required, ['a']);
    const called = toolmark('call', 'services.ts', 'add', '--args', '{"a":1}', '--json');
    assert.deepEqual((JSON.parse(called.out) as { structuredContent: unknown }).structuredContent, { sum: 2 });
    assert.match(called.err, /a call that logs/);
    assert.equal(toolmark('call', 'services.ts', 'greet', '--args', '-').out, 'Hello, stdin!\n');
  });

  it('shows the log messages and the progress of a call on standard error', () => {
    const { code, out, err } = toolmark('call', 'talks.mjs', 'talk');
    assert.deepEqual([code, out], [0, 'done\n'], err);
    assert.equal(err, 'info: { packed: 1 }\nwarning: nearly full\nprogress: 1/2 half\nprogress: 2\n');
  });

  it('lists resources and prompts too', () => {
    const listed = toolmark('list', 'pages.ts');
    assert.equal(
      listed.out,
      'resource page://first\n  The first page.\n\nresource page://{number}\n  Any page.\n\nprompt hello(name, greeting?)\n  Greets.\n',
      listed.err,
    );
    assert.equal(toolmark('list', 'pages.ts', '--json').out, '[]\n');
  });

  it('exits 1 when the result is an error, which is told on stderr', () => {
    const failed = toolmark('call', 'services.ts', 'fail');
    assert.deepEqual([failed.code, failed.out], [1, '']);
    assert.match(failed.err, /no luck/);
    assert.match(toolmark('call', 'common.cjs', 'nwo').err, /Did you mean 'now'\?/);
  });

  it('tells the diagnostics of sources and exits 1', () => {
    const { code, err } = toolmark('list', 'broken.ts');
    assert.equal(code, 1);
    assert.match(err, /broken\.ts:5:\d+ - error TM\d+/);
  });

  it('does not miss tools in sources that make them by hand', () => {
    const { code, out, err } = toolmark('list', 'by-hand.ts');
    assert.deepEqual([code, out, err], [0, 'now()\n  The time.\n', '']);
    assert.match(toolmark('lint', 'by-hand.ts', '--provider', 'openai').out, /\(openai-chat\): 1 tools/);
  });

  it('recognises tools of the CommonJS copy, and takes what the default export gives', () => {
    assert.equal(toolmark('list', 'common.cjs').out, 'now()\n  The time.\n');
    assert.deepEqual(toolmark('list', 'given.mjs', 'common.cjs').out.match(/^\w+/gm), ['first', 'second', 'third', 'now']);
  });

  it('reads arguments with a byte order mark, and a default export that holds itself', () => {
    const called = toolmark('call', 'hostile.mjs', 'shout', '--args', '@marked.json');
    assert.deepEqual([called.code, called.out], [0, 'HI\n'], called.err);
  });

  it('says so when a call never settles, or a module waits for ever', () => {
    const slow = toolmark('call', 'hostile.mjs', 'never');
    assert.deepEqual([slow.code, slow.out], [1, '']);
    assert.match(slow.err, /took longer than 50 ms/);
    const stuck = toolmark('list', 'stuck.mjs');
    assert.notEqual(stuck.code, 0);
    assert.match(stuck.err, /waits for something that never comes/);
  });

  it('tells what a module lacks', () => {
    assert.match(
      toolmark('call', 'needs-arguments.mjs', 'who').err,
      /Needy in needs-arguments\.mjs needs constructor arguments\. Give an instance/,
    );
    const empty = toolmark('list', 'empty.mjs');
    assert.deepEqual([empty.code, empty.out], [1, '']);
    assert.match(empty.err, /empty\.mjs exports no tools/);
  });

  it('says which setting parameter decorators need where there is no project', () => {
    const folder = new Folder(
      {
        'package.json': { type: 'module' },
        'sum.ts': `import { param, tool } from 'toolmark';\nexport class Sum {\n  @tool() add(@param('one') a: number): number {\n    return a;\n  }\n}\n`,
      },
      { modules: true },
    );
    try {
      const { code, err } = run(['list', 'sum.ts'], folder.path);
      assert.equal(code, 1);
      assert.match(err, /Set "experimentalDecorators": true in the compilerOptions of a tsconfig\.json/);
    } finally {
      folder.remove();
    }
  });

  it('lists the tools of a class that it cannot make, and says what a call needs', () => {
    const listed = toolmark('list', 'injected.ts');
    assert.match(listed.out, /^look\(id: string\)\n {2}Looks a name up\.\n/, listed.err);
    const called = toolmark('call', 'injected.ts', 'look', '--args', '{"id":"1"}');
    assert.match(called.err, /Injected in injected\.ts needs constructor arguments\. Give an instance: export default new Injected\(…\)/);
  });

  it('[B32] serves over stdio; what the module logs stays off stdout', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const faults: Error[] = [];
    client.onerror = (error) => void faults.push(error);
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [bin, 'serve', 'services.ts', '--name', 'calc'], cwd, stderr: 'ignore' }),
    );
    const result = await client.request({ method: 'tools/call', params: { name: 'add', arguments: { a: 2, b: 3 } } }, CallToolResultSchema);
    assert.deepEqual(result.structuredContent, { sum: 5 });
    assert.equal(client.getServerVersion()?.name, 'calc');
    await client.close();
    assert.deepEqual(faults, []);
  });

  it('serves over HTTP until a signal comes', async () => {
    const child = spawn(process.execPath, [bin, 'serve', 'common.cjs', '--http', '0'], { cwd });
    const url = await new Promise<string>((resolve) => {
      let text = '';
      child.stderr.on('data', (chunk) => {
        text += String(chunk);
        const found = /http:\S+/.exec(text);
        if (found) resolve(found[0]);
      });
    });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    // The fixture belongs to this package.
    assert.equal(client.getServerVersion()?.name, 'toolmark');
    assert.match(client.getServerVersion()?.version ?? '', /^\d+\.\d+\.\d+$/);
    assert.notEqual(client.getServerVersion()?.version, '0.0.0');
    const result = await client.request({ method: 'tools/call', params: { name: 'now' } }, CallToolResultSchema);
    assert.deepEqual(result.content, [{ type: 'text', text: 'noon' }]);
    await client.close();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  });
});
