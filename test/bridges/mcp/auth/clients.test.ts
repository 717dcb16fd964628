/** MCP's own clients understand the challenges and find the metadata document. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as first from '@modelcontextprotocol/sdk/client/auth.js';
import * as second from '@modelcontextprotocol/client';
import { metadataReply, stepUp } from '../../../../src/bridges/mcp/auth/index.js';
import { callerFor, challengeFor, issuer, metadataUrl, settingsFor } from './support.js';

for (const [name, { extractWWWAuthenticateParams, discoverOAuthProtectedResourceMetadata }] of Object.entries({
  'SDK v1': first,
  'SDK v2': second,
})) {
  describe(`auth and the client of ${name}`, () => {
    it('reads from the challenge where the document is, and which scopes to ask for', async () => {
      const { settings } = settingsFor({ requiredScopes: ['read'] });
      const { headers: missing } = await challengeFor(settings, '');
      const params = extractWWWAuthenticateParams(new Response('', { status: 401, headers: missing }));
      assert.deepEqual([params.resourceMetadataUrl?.href, params.scope, params.error], [metadataUrl, 'read', undefined]);
      const { headers } = stepUp(settings, await callerFor(settings), ['write']);
      const { scope, error } = extractWWWAuthenticateParams(new Response('', { status: 403, headers }));
      assert.deepEqual([scope, error], ['read write', 'insufficient_scope']);
    });

    it('finds the document by the address of the server alone', async () => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url ?? '');
        const { settings } = settingsFor({ resource: `${origin}/mcp` });
        const reply = metadataReply(settings, request.url ?? '', request.method);
        response.writeHead(reply?.status ?? 404, reply?.headers).end(reply?.body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        const found = await discoverOAuthProtectedResourceMetadata(`${origin}/mcp`);
        assert.deepEqual([found.resource, found.authorization_servers], [`${origin}/mcp`, [issuer]]);
        assert.deepEqual(asked, ['/.well-known/oauth-protected-resource/mcp']);
      } finally {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    });
  });
}
