/** `subscriptions/listen` of the modern era: who hears of what. */
import assert from 'node:assert/strict';
import type { Caller } from '../../../src/bridges/mcp/dispatch/request.js';
import { anonymousCaller, localCaller } from '../../../src/bridges/mcp/dispatch/request.js';
import { modernHandler } from '../../../src/bridges/mcp/eras/modern.js';
import { publish } from '../../../src/bridges/mcp/eras/publication.js';
import { Resource, silent, ToolRegistry } from './cases/build.js';
import { until } from './support.js';

const wanted = ['test://open', 'test://closed', 'test://nope', 'test://secret/1'];

/** The URIs that a caller hears of who listens to all of them. */
async function heard(caller: Caller): Promise<string[]> {
  const registry = new ToolRegistry({ logger: silent }).register([
    new Resource({ uri: 'test://open', name: 'open', read: () => 'x' }),
    new Resource({ uri: 'test://closed', name: 'closed', scopes: ['read'], read: () => 'x' }),
    new Resource({ uri: 'test://secret/{id}', name: 'secret', scopes: ['write'], read: () => 'x' }),
  ]);
  const handler = await modernHandler(publish(registry, { log: () => undefined }));
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: {
      notifications: { resourceSubscriptions: wanted, resourcesListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'subscriptions/listen',
  };
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await handler.handle(request, { caller, body });
  assert.equal(response.status, 200);
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) text += Buffer.from(chunk).toString();
  })();
  await until(() => text !== '');
  for (const uri of wanted) registry.resources.updated(uri);
  // The last notice: what came before it has come.
  registry.resources.unregister('test://open');
  await until(() => text.includes('notifications/resources/list_changed'));
  await handler.close();
  await reading.catch(() => undefined);
  return [...text.matchAll(/"method":"notifications\/resources\/updated","params":\{[^\n]*?"uri":"([^"]+)"/g)].map(([, uri]) =>
    String(uri),
  );
}

describe('mcp subscriptions/listen', () => {
  it('tells a caller only of what it may read', async () => {
    assert.deepEqual(await heard(anonymousCaller), ['test://open']);
    assert.deepEqual(await heard({ id: 'a', scopes: ['read'] }), ['test://open', 'test://closed']);
    assert.deepEqual(await heard(localCaller), ['test://open', 'test://closed', 'test://secret/1']);
  });
});
