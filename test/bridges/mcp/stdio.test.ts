/** stdio with a real child process. */
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { until } from './support.js';

const args = ['--import', 'tsx', fileURLToPath(new URL('./fixtures/stdio-server.ts', import.meta.url))];
const line = (message: Record<string, unknown>): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const hello =
  line({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  }) + line({ method: 'notifications/initialized' });

interface Running {
  child: ChildProcessWithoutNullStreams;
  out: () => string;
  err: () => string;
}

function start(): Running {
  const child = spawn(process.execPath, args);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => void (out += String(chunk)));
  child.stderr.on('data', (chunk) => void (err += String(chunk)));
  return { child, out: () => out, err: () => err };
}

async function exitOf(child: ChildProcessWithoutNullStreams): Promise<{ code: unknown; milliseconds: number }> {
  const since = Date.now();
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, milliseconds: Date.now() - since };
}

describe('mcp over stdio', () => {
  it('[B32] [EXP-09] every line of stdout is protocol; answers come though the input has ended', async () => {
    const { child, out, err } = start();
    child.stdin.end(
      `${hello}not json\n${line({ id: 2, method: 'tools/call', params: { name: 'noisy' } })}${line({ id: 4, method: 'tools/call', params: { name: 'children' } })}${line({ id: 3, method: 'tools/list' })}`,
    );
    const { code } = await exitOf(child);
    const messages = out()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as { jsonrpc: string; id: number });
    assert.deepEqual(messages.map(({ id }) => id).toSorted(), [1, 2, 3, 4, null]);
    assert.ok(messages.every(({ jsonrpc }) => jsonrpc === '2.0'));
    for (const noise of [
      'at boot',
      'of a call',
      'without a line end',
      'by descriptor',
      'by a named import',
      'by a callback',
      'by path',
      'of a child',
      'of a child by descriptor',
      'of a spawned child',
    ].map((how) => `noise ${how}`))
      assert.ok(err().includes(noise), noise);
    assert.equal(code, 0);
  });

  it('serves the SDK client', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    assert.deepEqual(
      [client.getServerVersion()?.name, client.getServerVersion()?.version, client.getInstructions()],
      ['fixture', '9.9.9', 'Be kind.'],
    );
    const result = await client.request(
      { method: 'tools/call', params: { name: 'echo', arguments: { text: 'héllo\n☃' } } },
      CallToolResultSchema,
    );
    assert.deepEqual(result.content, [{ type: 'text', text: 'héllo\n☃' }]);
    await client.close();
  });

  for (const [mode, revision] of [
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
    [{ pin: '2026-07-28' }, '2026-07-28'],
  ] as const)
    it(`serves the client of SDK v2, ${JSON.stringify(mode)}`, async () => {
      const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new ModernTransport({ command: process.execPath, args, stderr: 'ignore' }));
      assert.equal(client.getNegotiatedProtocolVersion(), revision);
      assert.equal(client.getServerVersion()?.name, 'fixture');
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'full'));
      const { content } = await client.callTool({ name: 'echo', arguments: { text: 'héllo' } });
      assert.deepEqual(content, [{ type: 'text', text: 'héllo' }]);
      await assert.rejects(client.callTool({ name: 'nobody' }), { code: -32602 });
      await client.close();
    });

  it('ends within two seconds of a signal or the end of input, with a call running', async () => {
    await Promise.all(
      [
        (child: ChildProcessWithoutNullStreams) => child.stdin.end(),
        (child: ChildProcessWithoutNullStreams) => child.kill('SIGTERM'),
        (child: ChildProcessWithoutNullStreams) => child.kill('SIGINT'),
      ].map(async (end) => {
        const { child, out } = start();
        child.stdin.write(hello + line({ id: 2, method: 'tools/call', params: { name: 'wait' } }));
        for (let i = 0; i < 5 && !out().includes('"id":1'); i += 1) await until(() => out().includes('"id":1'));
        const ended = exitOf(child);
        end(child);
        const { code, milliseconds } = await ended;
        assert.equal(code, 0);
        assert.ok(milliseconds < 2000, `${milliseconds} ms`);
      }),
    );
  });
});
