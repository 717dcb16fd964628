/** Requests that are answered without the SDK get the answers that the SDK gives. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ToolRegistry } from '../../../../src/runtime/registry.js';
import { makeRegistry } from '../support.js';
import { calling, jsonHeaders, messages, modernCall, openSession, post, servers } from './support.js';

interface Request {
  body: unknown;
  headers?: Record<string, string>;
}

/** What a client sees, without what differs from run to run. */
interface Seen {
  status: number;
  answers: unknown[];
}

const dated = (text: string) => text.replace(/\((?:id )?[0-9a-f]{8}\)/g, '(id)');

async function seen(url: string, { body, headers = {} }: Request): Promise<Seen> {
  const response = await post(url, body, headers);
  const type = response.headers.get('content-type') ?? '';
  if (!/json|event-stream/.test(type)) return { status: response.status, answers: [await response.text()] };
  const told = await messages(response);
  return { status: response.status, answers: told.map((message) => JSON.parse(dated(JSON.stringify(message))) as unknown) };
}

const list = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 'list', method, ...(params !== undefined && { params }) });

/** Legacy bodies: ordinary, odd and wrong ones. */
const legacyBodies: unknown[] = [
  ...['echo', 'nothing', 'big', 'cycle', 'fail', 'refuse', 'image', 'seen', 'work', 'full', 'nobody', ''].map((name) =>
    calling(name, { text: 'a' }),
  ),
  ...['nothing', 'big', 'cycle', 'fail', 'refuse', 'image', 'seen', 'work', 'full'].map((name) => calling(name)),
  calling('work', {}, 1, { progressToken: 'p' }),
  calling('work', {}, 1, { progressToken: 7 }),
  calling('work', {}, 1, { progressToken: 1.5 }),
  calling('seen', {}, 'text', { hint: 'h' }),
  calling('mutate', { kind: 'create', name: 'n' }),
  calling('echo', { text: 1 }),
  calling('echo', { text: 'a', bogus: 1 }),
  calling('echo', null),
  calling('echo', []),
  calling('echo', 'text'),
  { ...calling('echo', { text: 'a' }), id: 1.5 },
  { ...calling('echo', { text: 'a' }), id: null },
  { ...calling('echo', { text: 'a' }), id: '' },
  { ...calling('echo', { text: 'a' }), id: 2 ** 53 },
  { ...calling('echo', { text: 'a' }), extra: 1 },
  { ...calling('echo', { text: 'a' }), jsonrpc: '1.0' },
  { ...calling('echo', { text: 'a' }), params: undefined },
  { ...calling('echo', { text: 'a' }), params: [] },
  { ...calling('echo', { text: 'a' }), params: { name: 5 } },
  { ...calling('echo', { text: 'a' }), params: { name: 'echo', arguments: { text: 'a' }, task: { ttl: 5 } } },
  { ...calling('echo', { text: 'a' }), params: { name: 'echo', arguments: { text: 'a' }, _meta: 5 } },
  {
    ...calling('echo', { text: 'a' }),
    params: { name: 'echo', arguments: { text: 'a' }, _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } },
  },
  list('tools/list'),
  list('tools/list', {}),
  list('tools/list', { cursor: 'nonsense' }),
  list('tools/list', { cursor: 5 }),
  list('resources/list'),
  list('resources/templates/list'),
  list('resources/read', { uri: 'test://none' }),
  list('resources/read', {}),
  list('prompts/list'),
  list('prompts/get', { name: 'none' }),
  list('completion/complete', { ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'a', value: 'b' } }),
  list('completion/complete', {}),
  list('ping'),
  list('logging/setLevel', { level: 'debug' }),
  list('logging/setLevel', { level: 'loud' }),
  list('no/such'),
  list('tools/call'),
  { jsonrpc: '2.0', method: 'notifications/whatever', params: {} },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } },
  { jsonrpc: '2.0', method: 5 },
  { jsonrpc: '2.0', id: 1, result: {} },
  {},
  [],
  null,
  [calling('echo', { text: 'a' }), calling('echo', { text: 'b' }, 2)],
];

function modernRequests(): Request[] {
  const named = [
    ...['echo', 'nothing', 'big', 'cycle', 'fail', 'refuse', 'image', 'seen', 'work', 'full', 'nobody'].map((name) =>
      modernCall(name, { text: 'a' }),
    ),
    ...['nothing', 'big', 'fail', 'refuse', 'image', 'seen', 'work', 'full', 'ask'].map((name) => modernCall(name)),
    modernCall('work', {}, 1, { progressToken: 'p' }),
    modernCall('work', {}, 1, { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'debug' }),
    modernCall('seen', {}, 'text', { hint: 'h' }),
    modernCall('echo', { text: 1 }),
    modernCall('echo', []),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/logLevel': 'loud' }),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/clientInfo': { name: 'x' } }),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/clientInfo': undefined }),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/clientCapabilities': undefined }),
    modernCall('echo', { text: 'a' }, 1, {
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} }, roots: { listChanged: true } },
    }),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/clientCapabilities': { sampling: 5 } }),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }),
    modernCall('echo', { text: 'a' }, 1, { 'io.modelcontextprotocol/subscriptionId': 's' }),
    modernCall('ask', {}, 1, { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } }),
  ] as Request[];
  const good = modernCall('echo', { text: 'a' });
  const listing = (method: string, params: object = {}) => ({
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: (good.body.params as unknown as { _meta: object })._meta } },
    headers: { ...jsonHeaders, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
  });
  return [
    ...named,
    ...[
      'tools/list',
      'resources/list',
      'resources/templates/list',
      'prompts/list',
      'server/discover',
      'ping',
      'logging/setLevel',
      'no/such',
    ].map((method) => listing(method)),
    listing('tools/list', { cursor: 'nonsense' }),
    listing('completion/complete', { ref: { type: 'ref/prompt', name: 'none' }, argument: { name: 'a', value: 'b' } }),
    {
      body: listing('resources/read', { uri: 'test://none' }).body,
      headers: { ...listing('resources/read').headers, 'mcp-name': 'test://none' },
    },
    { body: listing('prompts/get', { name: 'none' }).body, headers: { ...listing('prompts/get').headers, 'mcp-name': 'none' } },
    { ...good, headers: { ...good.headers, 'mcp-name': 'other' } },
    { ...good, headers: { ...good.headers, 'mcp-name': '=?base64?ZWNobw==?=' } },
    { ...good, headers: { ...good.headers, 'mcp-method': 'tools/list' } },
    { ...good, headers: { ...good.headers, 'mcp-protocol-version': '2025-11-25' } },
    { ...good, headers: jsonHeaders },
    { ...good, headers: { ...good.headers, accept: 'application/json' } },
    { body: calling('echo', { text: 'a' }), headers: good.headers },
    { body: { ...good.body, extra: 1 }, headers: good.headers },
    { body: { ...good.body, id: 1.5 }, headers: good.headers },
    { body: [good.body], headers: good.headers },
    { body: { ...good.body, params: { ...good.body.params, inputResponses: {} } }, headers: good.headers },
    { body: { ...good.body, params: { ...good.body.params, requestState: 'forged' } }, headers: good.headers },
  ];
}

describe('mcp over HTTP: without the SDK', () => {
  const { start, end } = servers();
  after(end);
  const registry = (): ToolRegistry => makeRegistry();

  it('legacy, without sessions: the same answers', async () => {
    const [direct, sdk] = [(await start({}, registry())).url, (await start({ direct: false }, registry())).url];
    for (const body of legacyBodies)
      for (const version of [undefined, '2025-06-18', '2099-01-01', 'x']) {
        const request = { body: JSON.stringify(body), ...(version && { headers: { 'mcp-protocol-version': version } }) };
        if (version?.startsWith('2099')) continue;
        assert.deepEqual(await seen(direct, request), await seen(sdk, request), `${request.body} ${version}`);
      }
  });

  it('legacy, without sessions, as one document: the same answers', async () => {
    const [direct, sdk] = [
      (await start({ jsonResponse: true }, registry())).url,
      (await start({ direct: false, jsonResponse: true }, registry())).url,
    ];
    for (const body of legacyBodies) {
      const request = { body: JSON.stringify(body) };
      assert.deepEqual(await seen(direct, request), await seen(sdk, request), request.body);
    }
  });

  it('legacy, with sessions: the same answers', async () => {
    const [direct, sdk] = [
      (await start({ sessions: true }, registry())).url,
      (await start({ sessions: true, direct: false }, registry())).url,
    ];
    for (const body of legacyBodies) {
      const [here, there] = await Promise.all(
        [direct, sdk].map(async (url) => seen(url, { body: JSON.stringify(body), headers: { 'mcp-session-id': await openSession(url) } })),
      );
      assert.deepEqual(here, there, JSON.stringify(body));
    }
  });

  it('modern: the same answers', async () => {
    const [direct, sdk] = [(await start({}, registry())).url, (await start({ direct: false }, registry())).url];
    for (const request of modernRequests()) {
      const text = JSON.stringify(request.body);
      const [here, there] = [await seen(direct, { ...request, body: text }), await seen(sdk, { ...request, body: text })];
      // The signed state of a question is new each time.
      const plain = (one: Seen) => JSON.parse(JSON.stringify(one).replace(/"requestState":"[^"]*"/g, '"requestState":""')) as Seen;
      assert.deepEqual(plain(here), plain(there), `${text} ${JSON.stringify(request.headers)}`);
    }
  });

  it('whatever a client sends, in whichever form: the same answers', async () => {
    const [direct, sdk] = [(await start({}, registry())).url, (await start({ direct: false }, registry())).url];
    const odd = fc.oneof(fc.constantFrom<unknown>(null, true, 0, 1.5, '', 'echo', [], {}), fc.jsonValue({ maxDepth: 1 }));
    const part = <T>(arbitrary: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary }, { weight: 1, arbitrary: odd });
    const message = fc.record(
      {
        jsonrpc: part(fc.constant('2.0')),
        id: part(fc.oneof(fc.integer(), fc.string({ maxLength: 3 }))),
        method: part(fc.constantFrom('tools/call', 'tools/list', 'prompts/get', 'ping', 'initialize')),
        params: part(
          fc.record(
            {
              name: part(fc.constantFrom('echo', 'work', 'nobody', '__proto__')),
              arguments: part(fc.record({ text: part(fc.string({ maxLength: 3 })) }, { requiredKeys: [] })),
              _meta: part(fc.record({ progressToken: part(fc.integer()), 'io.modelcontextprotocol/x': odd }, { requiredKeys: [] })),
              cursor: odd,
            },
            { requiredKeys: ['name'] },
          ),
        ),
      },
      { requiredKeys: ['jsonrpc', 'method'] },
    );
    await fc.assert(
      fc.asyncProperty(message, async (body) => {
        const request = { body: JSON.stringify(body) };
        assert.deepEqual(await seen(direct, request), await seen(sdk, request));
      }),
      { numRuns: 300 },
    );
  }).timeout(60_000);
});
