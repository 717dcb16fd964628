/** Arguments that clients of 2026-07-28 repeat as headers (SEP-2243). */
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { paramHeadersOf } from '../../../../src/bridges/mcp/wire/param-headers.js';
import { param, tool, Tool, ToolError, ToolRegistry } from '../../../../src/index.js';
import type { JsonSchema } from '../../../../src/types.js';
import { contract, integer, manifestOf, property, string } from '../../../runtime/support.js';
import { calling, jsonHeaders, messages, modernCall, post, servers } from './support.js';

class Deployment {
  @tool()
  deploy(@param({ header: 'Region' }) region: string, @param({ header: 'Copies' }) copies?: number): string {
    return `${region} ${copies}`;
  }
}

const registry = (): ToolRegistry =>
  new ToolRegistry({
    manifest: manifestOf(Deployment, {
      deploy: contract([property('region', string), property('copies', integer, { required: false })]),
    }),
  }).register([
    new Deployment(),
    new Tool({
      name: 'deep',
      inputSchema: {
        type: 'object',
        properties: {
          at: { type: 'object', properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry' } } },
          ratio: { type: 'number', 'x-mcp-header': 'Ratio' },
        },
      },
      handler: () => 'done',
    }),
  ]);

const { start, end } = servers();
afterEach(end);

interface Told {
  status: number;
  code: number | undefined;
  text: string | undefined;
}

async function told(url: string, name: string, args: object, headers: Record<string, string>, meta?: object): Promise<Told> {
  const call = modernCall(name, args, 7, meta);
  const response = await post(url, call.body, { ...call.headers, ...headers });
  const [answer] = (await messages(response)) as [{ id: number; error?: { code: number }; result?: { content: { text: string }[] } }];
  assert.equal(answer.id, 7);
  return { status: response.status, code: answer.error?.code, text: answer.result?.content[0]?.text };
}

const refused: Told = { status: 400, code: -32020, text: undefined };
const ran = (text: string): Told => ({ status: 200, code: undefined, text });
const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

for (const direct of [true, false]) {
  describe(`Mcp-Param headers, ${direct ? 'with the direct path' : 'by the SDK alone'}`, () => {
    it('must repeat the arguments that a tool declares', async () => {
      const { url } = await start({ direct }, registry());
      const one = { region: 'eu', copies: 2 };
      const rows: [args: object, headers: Record<string, string>, Told][] = [
        [one, { 'mcp-param-region': 'eu', 'Mcp-Param-Copies': '2' }, ran('eu 2')],
        [one, { 'mcp-param-region': base64('eu'), 'mcp-param-copies': '2.0' }, ran('eu 2')],
        [{ region: 'Zürich' }, { 'mcp-param-region': base64('Zürich') }, ran('Zürich undefined')],
        [{ region: 'ZXU=' }, { 'mcp-param-region': 'ZXU=' }, ran('ZXU= undefined')],
        [{ region: '=?base64?ZXU=' }, { 'mcp-param-region': '=?base64?ZXU=' }, ran('=?base64?ZXU= undefined')],
        // What the arguments leave out is not looked for.
        [{ region: 'eu' }, { 'mcp-param-region': 'eu', 'mcp-param-copies': '9' }, ran('eu undefined')],
        [one, { 'mcp-param-copies': '2' }, refused],
        [one, { 'mcp-param-region': 'eu' }, refused],
        [one, { 'mcp-param-region': 'EU', 'mcp-param-copies': '2' }, refused],
        [one, { 'mcp-param-region': 'eu', 'mcp-param-copies': '3' }, refused],
        [one, { 'mcp-param-region': 'eu', 'mcp-param-copies': '0x2' }, refused],
        [{ region: 'eu' }, { 'mcp-param-region': '=?base64?ZXU?=' }, refused],
        [{ region: 'eu' }, { 'mcp-param-region': '=?base64?Z!U=?=' }, refused],
        [{ region: 'eu' }, { 'mcp-param-region': '=?base64?/w==?=' }, refused],
      ];
      for (const [args, headers, expected] of rows)
        assert.deepEqual(await told(url, 'deploy', args, headers), expected, JSON.stringify([args, headers]));
      assert.deepEqual(
        await told(url, 'deep', { at: { dry: true }, ratio: 0.5 }, { 'mcp-param-dry': 'true', 'mcp-param-ratio': '0.50' }),
        ran('done'),
      );
      assert.deepEqual(await told(url, 'deep', { at: { dry: true } }, { 'mcp-param-dry': 'True' }), refused);
      assert.deepEqual(
        await told(url, 'deep', { at: 5 }, {}),
        ran("Invalid arguments for tool 'deep': /at: expected object, got number 5."),
      );
    });

    it('are compared on requests that are not plain too', async () => {
      const { url } = await start({ direct }, registry());
      const meta = { 'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1', websiteUrl: 'https://example.com' } };
      assert.deepEqual(await told(url, 'deploy', { region: 'eu' }, { 'mcp-param-region': 'eu' }, meta), ran('eu undefined'));
      assert.deepEqual(await told(url, 'deploy', { region: 'eu' }, {}, meta), refused);
    });

    it('are nothing to the eras before', async () => {
      const { url } = await start({ direct }, registry());
      const [answer] = await messages(await post(url, calling('deploy', { region: 'eu' }), { ...jsonHeaders, 'mcp-param-region': 'us' }));
      assert.equal((answer as { result: { content: { text: string }[] } }).result.content[0]?.text, 'eu undefined');
    });
  });
}

describe('x-mcp-header', () => {
  it('is heeded by the client of SDK v2', async () => {
    const { url } = await start({}, registry());
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    await client.listTools();
    const { content } = await client.callTool({ name: 'deploy', arguments: { region: 'Zürich', copies: 3 } });
    assert.deepEqual(content, [{ type: 'text', text: 'Zürich 3' }]);
    await client.close();
  });

  it('that is wrong is told to the operator, once', async () => {
    const logged: string[] = [];
    const { url } = await start({ log: (message) => logged.push(message) }, registry());
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (let times = 0; times < 2; times += 1) await (await post(url, list)).text();
    await told(url, 'deep', {}, {});
    assert.deepEqual(logged, [
      "tool 'deep': x-mcp-header of 'ratio' is on a number; only string, integer and boolean have one spelling. Clients that heed it leave the tool out.",
    ]);
  });

  it('may stand where one argument is meant, on what has one spelling', () => {
    const text = (name: unknown): JsonSchema => ({ type: 'string', 'x-mcp-header': name });
    const faultOf = (schema: JsonSchema): string | undefined => paramHeadersOf(schema).fault;
    const within = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
    assert.equal(faultOf(within({ a: text('A'), b: within({ c: text('B') }) })), undefined);
    const wrong: [JsonSchema, RegExp][] = [
      [text('A'), /of '' is not on a property/],
      [within({ a: { type: 'array', items: text('A') } }), /of 'a\.<items>' is not on a property/],
      [within({ a: { anyOf: [text('A')] } }), /'a\.<anyOf>'/],
      [{ ...within({}), $defs: { a: text('A') } }, /'<\$defs>'/],
      [within({ a: text('') }), /is no name of a header: ""/],
      [within({ a: text('a b') }), /is no name/],
      [within({ a: text(5) }), /is no name/],
      [within({ a: text('A'), b: text('a') }), /of 'b' repeats the name 'a'/],
      [within({ a: { type: 'object', 'x-mcp-header': 'A' } }), /neither string/],
      [within({ a: { type: ['string', 'null'], 'x-mcp-header': 'A' } }), /neither string/],
      [within({ a: { 'x-mcp-header': 'A' } }), /neither string/],
    ];
    for (const [schema, message] of wrong) assert.match(faultOf(schema) ?? '', message, JSON.stringify(schema));
  });

  it('is written by @param({ header }), which takes names of headers only', () => {
    const { inputSchema } = registry().get('deploy')!.definition;
    assert.deepEqual(inputSchema.properties?.['region'], { type: 'string', 'x-mcp-header': 'Region' });
    assert.throws(
      () => param({ header: 'a b' })({}, 'method', 0),
      (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION',
    );
  });
});
