/** samples/everything over HTTP with a session: what the conformance suites do not look at. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ElicitRequestSchema,
  ListRootsRequestSchema,
  PromptListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const root = resolve(import.meta.dirname, '../..');

describe('samples/everything', () => {
  let child: ChildProcess;
  let client: Client;
  /** What the person behind the client fills in. */
  let content: Record<string, string | number | boolean> = {};

  before(async () => {
    child = spawn(process.execPath, ['--import', 'tsx', 'samples/everything/main.ts'], { cwd: root, env: { ...process.env, PORT: '0' } });
    const url = await new Promise<string>((done, fail) => {
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(output);
          if (found) done(found[0]);
        });
      child.once('exit', (code) => fail(new Error(`the sample ended with ${code}: ${output}`)));
    });
    client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {}, roots: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content }));
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///work' }] }));
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  });

  after(async () => {
    await client?.close();
    const ended = new Promise((done) => child.once('exit', done));
    child?.kill('SIGTERM');
    await ended;
  });

  const call = async (name: string): Promise<{ text: string; isError: boolean }> => {
    const result = await client.callTool({ name, arguments: {} });
    return { text: (result.content as { text: string }[])[0]?.text ?? '', isError: result.isError === true };
  };

  it('publishes what its services have marks for', async () => {
    const [{ tools }, { resources }, { resourceTemplates }, { prompts }] = await Promise.all([
      client.listTools(),
      client.listResources(),
      client.listResourceTemplates(),
      client.listPrompts(),
    ]);
    assert.deepEqual([tools.length >= 30, resources.length, resourceTemplates.length, prompts.length], [true, 3, 1, 5]);
    assert.ok(!tools.some(({ name }) => name === 'test_late'));
    for (const { name, description } of [...tools, ...prompts]) assert.ok(description, name);
  });

  it('tells of tools, prompts and resources that change', async () => {
    const told: string[] = [];
    const both = new Promise<void>((done) => {
      const tell = (what: string): void => {
        told.push(what);
        if (told.length === 3) done();
      };
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => tell('tools'));
      client.setNotificationHandler(PromptListChangedNotificationSchema, () => tell('prompts'));
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => tell(params.uri));
    });
    await client.subscribeResource({ uri: 'test://watched-resource' });
    for (const name of ['test_trigger_tool_change', 'test_trigger_prompt_change', 'test_trigger_resource_update']) await call(name);
    await both;
    assert.deepEqual(told.sort(), ['prompts', 'test://watched-resource', 'tools']);
    assert.deepEqual(await call('test_late'), { text: 'Late, but here.', isError: false });
    await call('test_trigger_tool_change');
    await assert.rejects(call('test_late'), /-32602/);
  });

  it('checks what a person fills in, and fills defaults', async () => {
    content = { email: 'nobody' };
    const refused = await call('test_elicitation_checked');
    assert.equal(refused.isError, true);
    assert.match(refused.text, /email/);
    content = { email: 'ann@example.com' };
    assert.match((await call('test_elicitation_checked')).text, /"email":"ann@example\.com"/);
    content = { age: 31 };
    assert.deepEqual(JSON.parse((await call('test_elicitation_sep1034_defaults')).text.split('content=')[1] ?? ''), {
      name: 'John Doe',
      age: 31,
      score: 95.5,
      status: 'active',
      verified: true,
    });
  });

  it('asks for roots in the legacy era too, and tells what a client lacks', async () => {
    assert.deepEqual(await call('test_input_required_result_list_roots'), { text: 'Roots: file:///work', isError: false });
    const lacking = await call('test_missing_capability');
    assert.equal(lacking.isError, true);
    assert.match(lacking.text, /sampl/);
  });
});
