/** The `auth` option, the metadata document, and what methods get to see of headers. */
import assert from 'node:assert/strict';
import { ToolError } from '../../../../src/errors.js';
import { type AuthOptions, metadataReply, resolveAuth, withoutCredentials } from '../../../../src/bridges/mcp/auth/index.js';
import { ann, challengeFor, issuer, metadataUrl, resource, settingsFor } from './support.js';

const refused = (options: Partial<Record<keyof AuthOptions | (string & {}), unknown>> | undefined): string => {
  try {
    resolveAuth((options && { verify: () => ann, resource, authorizationServers: [issuer], ...options }) as AuthOptions, () => {});
  } catch (error) {
    assert.ok(error instanceof ToolError && error.code === 'INVALID_DEFINITION', String(error));
    return error.message;
  }
  return assert.fail(`accepted ${JSON.stringify(options)}`);
};

describe('the auth option', () => {
  it('is refused when it would protect less than its author thinks', () => {
    assert.match(refused({ requiredScope: ['read'] }), /There is no option auth\.requiredScope; did you mean 'requiredScopes'\?/);
    assert.match(refused({ verify: undefined }), /auth\.verify is missing/);
    assert.match(refused(undefined), /auth\.verify is missing/);
    assert.match(refused({ verify: 'secret' }), /auth\.verify must be a function\.$/);
    assert.match(refused({ resource: undefined }), /auth\.resource is missing/);
    assert.match(refused(JSON.parse('{"__proto__": 1}') as object), /There is no option auth\.__proto__/);
  });

  it('is refused where a value does not fit', () => {
    for (const url of ['mcp.example.com', '/mcp', 'https://a/#b', 'https://a/mcp#', 'ftp://a', 'https://me:pass@a/mcp', '', 5])
      assert.match(refused({ resource: url }), /auth\.resource must be an absolute http/, String(url));
    for (const list of ['https://a', [5], ['nowhere']])
      assert.match(refused({ authorizationServers: list }), /auth\.authorizationServers must be/);
    for (const scopes of ['read', [''], ['a b'], ['a"'], ['é'], [5], ['a\\b'], ['a\n']]) {
      assert.match(refused({ requiredScopes: scopes }), /auth\.requiredScopes must be a list of scopes/);
      assert.match(refused({ impliedScopes: { all: scopes } }), /auth\.impliedScopes must be/);
    }
    for (const time of [0, -1, 1.5, Infinity, '5', 2 ** 31])
      assert.match(refused({ verifyTimeout: time }), /auth\.verifyTimeout must be milliseconds/);
    assert.match(refused({ audienceChecked: 'yes' }), /auth\.audienceChecked must be true or false/);
  });
});

describe('the metadata document', () => {
  const { settings } = settingsFor({
    requiredScopes: ['read'],
    scopesSupported: ['read', 'write'],
    resourceName: 'Atlas "éà"',
    resourceDocumentation: 'https://docs.example.com/mcp',
  });

  it('says what RFC 9728 asks, to any page', () => {
    const reply = metadataReply(settings, '/.well-known/oauth-protected-resource/mcp');
    assert.equal(reply?.status, 200);
    assert.equal(reply.headers['Content-Type'], 'application/json');
    assert.equal(reply.headers['Access-Control-Allow-Origin'], '*');
    assert.deepEqual(JSON.parse(reply.body ?? ''), {
      resource,
      authorization_servers: [issuer],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Atlas "éà"',
      resource_documentation: 'https://docs.example.com/mcp',
    });
  });

  it('tells the required scopes when no others are said, and leaves out what is not said', () => {
    const scopesOf = (options: Partial<AuthOptions>): unknown =>
      (
        JSON.parse(metadataReply(settingsFor(options).settings, '/.well-known/oauth-protected-resource')?.body ?? '') as {
          scopes_supported?: unknown;
        }
      ).scopes_supported;
    assert.deepEqual(scopesOf({ requiredScopes: ['read'] }), ['read']);
    assert.equal(scopesOf({}), undefined);
  });

  it('lies where clients look: with the path of the resource, at the root, and nowhere else', () => {
    const isThere = (resource: string, path: string): boolean => metadataReply(settingsFor({ resource }).settings, path) !== undefined;
    const root = '/.well-known/oauth-protected-resource';
    for (const path of [root, `${root}/`, `${root}/mcp`, `${root}/mcp/`, `${root}/mcp?x=1`]) assert.ok(isThere(resource, path), path);
    for (const path of ['/mcp', `${root}x`, `${root}/mcp/x`, `${root}/MCP`, `/mcp${root}`, '', '/'])
      assert.ok(!isThere(resource, path), path);
    assert.ok(isThere('https://a.example', root) && !isThere('https://a.example', `${root}/mcp`));
    assert.ok(isThere('https://a.example/x/y/', `${root}/x/y`));
  });

  it('is where the challenge says', async () => {
    const urls: [resource: string, metadata: string][] = [
      [resource, metadataUrl],
      ['https://a.example', 'https://a.example/.well-known/oauth-protected-resource'],
      ['https://a.example/', 'https://a.example/.well-known/oauth-protected-resource'],
      ['http://localhost:3000/x/mcp?k=1', 'http://localhost:3000/.well-known/oauth-protected-resource/x/mcp?k=1'],
    ];
    for (const [resource, metadata] of urls) {
      const { settings } = settingsFor({ resource });
      const challenge = await challengeFor(settings, '');
      assert.equal(challenge.headers['WWW-Authenticate'], `Bearer resource_metadata="${metadata}"`);
      assert.equal(metadataReply(settings, metadata.slice(new URL(metadata).origin.length))?.status, 200);
    }
  });

  it('answers HEAD and preflights, and refuses the rest', () => {
    const path = '/.well-known/oauth-protected-resource';
    assert.deepEqual([metadataReply(settings, path, 'HEAD')?.status, metadataReply(settings, path, 'HEAD')?.body], [200, null]);
    const preflight = metadataReply(settings, path, 'OPTIONS');
    assert.deepEqual([preflight?.status, preflight?.body, preflight?.headers['Access-Control-Allow-Headers']], [204, null, '*']);
    const post = metadataReply(settings, path, 'POST');
    assert.deepEqual([post?.status, post?.headers['Allow']], [405, 'GET, HEAD, OPTIONS']);
  });

  it('is not there without authorization servers, and no challenge names it', async () => {
    const { settings } = settingsFor({ resource: undefined, authorizationServers: undefined });
    assert.equal(metadataReply(settings, '/.well-known/oauth-protected-resource'), undefined);
    assert.equal((await challengeFor(settings, '')).headers['WWW-Authenticate'], 'Bearer realm="mcp"');
  });
});

describe('withoutCredentials', () => {
  it('keeps from methods what proves who calls, whatever its case', () => {
    const given = { Authorization: 'Bearer abc', 'proxy-authorization': 'x', COOKIE: 'y', 'x-agent': 'probe', accept: undefined };
    assert.deepEqual(withoutCredentials(given), { 'x-agent': 'probe', accept: undefined });
    assert.equal(given.Authorization, 'Bearer abc');
  });
});
