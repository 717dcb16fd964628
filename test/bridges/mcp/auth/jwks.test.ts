/** Signed tokens of a real authorization server on this machine. */
import assert from 'node:assert/strict';
import { UnsecuredJWT, SignJWT } from 'jose';
import { ToolError } from '../../../../src/errors.js';
import { type JwksOptions, jwksVerifier } from '../../../../src/bridges/mcp/auth/index.js';
import { discoveryUrls } from '../../../../src/bridges/mcp/auth/discovery.js';
import { callerFor, challengeFor, type Issuer, type Key, newKey, now, resource, settingsFor, startIssuer } from './support.js';

describe('jwksVerifier', () => {
  let issuer: Issuer;
  let key: Key;

  before(async () => {
    key = await newKey('one');
  });

  beforeEach(async () => {
    issuer = await startIssuer();
    issuer.keys = [key.jwk];
  });

  afterEach(() => issuer.close());

  const claims = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    iss: issuer.url,
    sub: 'ann',
    aud: resource,
    client_id: 'app',
    scope: 'read write',
    exp: now() + 60,
    ...more,
  });
  const settings = (options: Partial<JwksOptions> = {}) =>
    settingsFor({ verify: jwksVerifier({ issuer: issuer.url, audience: resource, ...options }) });
  const bearer = async (more?: Record<string, unknown>, header?: Record<string, unknown>, by = key): Promise<string> =>
    `Bearer ${await by.sign(claims(more), header)}`;

  /** Asserts that a token is refused for that reason, which only the log has. */
  async function refused(authorization: string, reason: RegExp, options: Partial<JwksOptions> = {}): Promise<void> {
    const { settings: ours, logged } = settings(options);
    const challenge = await challengeFor(ours, authorization);
    assert.equal(challenge.status, 401);
    assert.match(challenge.headers['WWW-Authenticate'] ?? '', /error="invalid_token"/);
    assert.match(logged.join('\n'), reason);
    assert.doesNotMatch(JSON.stringify(challenge), reason);
  }

  it('accepts what the issuer signed for this server, with keys that it finds itself', async () => {
    const { settings: ours } = settings();
    const caller = await callerFor(ours, await bearer());
    assert.equal(caller.id, JSON.stringify([issuer.url, 'ann', 'app']));
    assert.deepEqual(caller.scopes, ['read', 'write']);
    assert.equal(caller.auth.claims?.['sub'], 'ann');
    assert.deepEqual(issuer.fetched, ['/.well-known/oauth-authorization-server', '/keys']);
    await callerFor(ours, await bearer({ sub: 'bob' }));
    assert.equal(issuer.fetched.length, 2);
  });

  it('accepts every asymmetric signature, and a list of audiences', async () => {
    for (const alg of ['RS256', 'PS384', 'ES512', 'EdDSA']) {
      const other = await newKey('other', alg);
      issuer.keys = [other.jwk];
      const { settings: ours } = settings({ audience: ['api://atlas', 'api://maps'] });
      await callerFor(ours, await bearer({ aud: ['x', 'api://maps'] }, {}, other));
    }
  }).timeout(60_000);

  it('reads scopes and clients as the usual issuers write them', async () => {
    const { settings: ours } = settings();
    const scopesOf = async (more: Record<string, unknown>): Promise<readonly string[]> =>
      (await callerFor(ours, await bearer(more))).auth.scopes;
    assert.deepEqual(await scopesOf({ scope: undefined, scp: 'a b' }), ['a', 'b']);
    assert.deepEqual(await scopesOf({ scope: undefined, scp: ['a', 5, 'b'] }), ['a', 'b']);
    assert.deepEqual(await scopesOf({ scope: ' a  b ' }), ['a', 'b']);
    assert.deepEqual(await scopesOf({ scope: undefined }), []);
    assert.deepEqual(await scopesOf({ scope: { a: 1 } }), []);
    assert.deepEqual((await callerFor(settings({ scopeClaim: 'roles' }).settings, await bearer({ roles: ['admin'] }))).scopes, ['admin']);
    assert.equal((await callerFor(ours, await bearer({ client_id: undefined, azp: 'web' }))).auth.clientId, 'web');
  });

  it('refuses a token of another issuer or for another audience', async () => {
    await refused(await bearer({ iss: `${issuer.url}/` }), /unexpected "iss" claim value/);
    await refused(await bearer({ iss: undefined }), /missing required "iss" claim/);
    await refused(await bearer({ aud: 'https://api.example.com' }), /unexpected "aud" claim value/);
    await refused(await bearer({ aud: undefined }), /missing required "aud" claim/);
  });

  it('refuses a token that is not yet valid, or never ends', async () => {
    await refused(await bearer({ nbf: now() + 30 }), /"nbf" claim timestamp check failed/);
    await refused(await bearer({ exp: undefined }), /missing required "exp" claim/);
    await refused(await bearer({ exp: 'never' }), /"exp" claim must be a number/);
  });

  it('refuses a token that has expired, and tells so', async () => {
    const { settings: ours, logged } = settings();
    const { status, headers } = await challengeFor(ours, await bearer({ exp: now() - 30 }));
    assert.equal(status, 401);
    assert.match(headers['WWW-Authenticate'] ?? '', /error_description="The access token has expired\."/);
    assert.deepEqual(logged, []);
    // For those who call the verifier themselves there is no info to mistake for a good one.
    await assert.rejects(jwksVerifier({ issuer: issuer.url, audience: resource })(await key.sign(claims({ exp: now() - 30 }))), {
      code: 'ERR_JWT_EXPIRED',
    });
  });

  it('does not tell of expiry what is wrong in other ways too', async () => {
    await refused(await bearer({ exp: now() - 30, aud: 'x' }), /unexpected "aud" claim value/);
  });

  it('lets clocks differ by so many seconds and no more', async () => {
    const { settings: ours } = settings({ clockTolerance: 20 });
    await callerFor(ours, await bearer({ exp: now() - 10 }));
    await callerFor(ours, await bearer({ nbf: now() + 10 }));
    assert.equal((await challengeFor(ours, await bearer({ exp: now() - 25 }))).status, 401);
    assert.equal((await challengeFor(settings({ clockTolerance: 0 }).settings, await bearer({ exp: now() - 1 }))).status, 401);
  });

  it('refuses a token that was changed, or signed by someone else under a known name', async () => {
    const [head = '', , signature = ''] = (await key.sign(claims())).split('.');
    const payload = Buffer.from(JSON.stringify(claims({ sub: 'eve' }))).toString('base64url');
    await refused(`Bearer ${head}.${payload}.${signature}`, /signature verification failed/);
    await refused(await bearer({}, {}, await newKey('one')), /signature verification failed/);
    await refused(`Bearer ${head}.${payload}.`, /signature verification failed|Invalid/);
    for (const text of ['abc', 'a.b.c', `${head}.${payload}`]) await refused(`Bearer ${text}`, /Compact JWS|Protected Header/);
  });

  it('refuses signatures that prove nothing: none, and a secret that is the public key', async () => {
    await refused(`Bearer ${new UnsecuredJWT(claims()).encode()}`, /JWS|"alg"/);
    const secret = new TextEncoder().encode(JSON.stringify(key.jwk));
    const forged = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret);
    await refused(`Bearer ${forged}`, /"alg" \(Algorithm\) Header Parameter value not allowed/);
  });

  it('refuses an algorithm that is not among those said', async () => {
    await refused(await bearer(), /"alg" \(Algorithm\) Header Parameter value not allowed/, { algorithms: ['RS256'] });
  });

  it('refuses a token of another type, where one is said', async () => {
    await refused(await bearer({}, { typ: 'JWT' }), /unexpected "typ" JWT header value/, { tokenType: 'at+jwt' });
    await callerFor(settings({ tokenType: 'at+jwt' }).settings, await bearer({}, { typ: 'at+jwt' }));
  });

  it('refuses a key that the issuer does not have, and looks again only after the cooldown', async () => {
    const stranger = await newKey('two');
    const { settings: ours, logged } = settings();
    await callerFor(ours, await bearer());
    for (let count = 0; count < 5; count += 1) assert.equal((await challengeFor(ours, await bearer({}, {}, stranger))).status, 401);
    assert.match(logged[0] ?? '', /no applicable key found/);
    assert.equal(issuer.fetched.filter((path) => path === '/keys').length, 1);
  });

  it('follows the issuer to new keys, and forgets the old ones', async () => {
    const { settings: ours } = settings({ cooldown: 0 });
    await callerFor(ours, await bearer());
    const next = await newKey('two');
    issuer.keys = [next.jwk];
    await callerFor(ours, await bearer({}, {}, next));
    assert.equal((await challengeFor(ours, await bearer())).status, 401);
  });

  it('fetches once for many tokens that come at once', async () => {
    const { settings: ours } = settings();
    const authorization = await bearer();
    await Promise.all(Array.from({ length: 20 }, () => callerFor(ours, authorization)));
    assert.deepEqual(issuer.fetched, ['/.well-known/oauth-authorization-server', '/keys']);
  });

  it('takes the place of the keys as said', async () => {
    await callerFor(settings({ jwksUri: `${issuer.url}/keys` }).settings, await bearer());
    assert.deepEqual(issuer.fetched, ['/keys']);
  });
});

describe('jwksVerifier and an issuer in trouble', () => {
  let issuer: Issuer;
  let key: Key;
  let authorization: string;

  before(async () => {
    key = await newKey('one');
  });

  beforeEach(async () => {
    issuer = await startIssuer();
    issuer.keys = [key.jwk];
    authorization = `Bearer ${await key.sign({ iss: issuer.url, sub: 'ann', aud: resource, exp: now() + 600 })}`;
  });

  afterEach(() => issuer.close());

  const settings = (options: Partial<JwksOptions> = {}) =>
    settingsFor({ verify: jwksVerifier({ issuer: issuer.url, audience: resource, ...options }) });

  /** Asserts 503: nobody can say that the token is bad. */
  async function unverified(reason: RegExp, options?: Partial<JwksOptions>): Promise<void> {
    const { settings: ours, logged } = settings(options);
    assert.equal((await challengeFor(ours, authorization)).status, 503);
    assert.match(logged[0] ?? '', reason);
  }

  it('answers 503, asks it sparingly, and recovers', async () => {
    const document = issuer.pages['/.well-known/oauth-authorization-server'];
    delete issuer.pages['/.well-known/oauth-authorization-server'];
    const { settings: ours } = settings();
    for (let count = 0; count < 10; count += 1) assert.equal((await challengeFor(ours, authorization)).status, 503);
    assert.deepEqual(issuer.fetched, ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']);
    issuer.pages['/.well-known/openid-configuration'] = document;
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await callerFor(ours, authorization);
  });

  it('keeps good keys though it cannot look for an unknown one', async () => {
    const { settings: ours } = settings({ cooldown: 0 });
    await callerFor(ours, authorization);
    issuer.pages['/keys'] = undefined;
    const stranger = await newKey('two');
    const unknown = `Bearer ${await stranger.sign({ iss: issuer.url, aud: resource, exp: now() + 60 })}`;
    assert.equal((await challengeFor(ours, unknown)).status, 503);
    await callerFor(ours, authorization);
  });

  it('finds keys that have moved', async () => {
    const { settings: ours } = settings();
    issuer.pages['/keys'] = undefined;
    assert.equal((await challengeFor(ours, authorization)).status, 503);
    issuer.pages['/.well-known/oauth-authorization-server'] = { issuer: issuer.url, jwks_uri: `${issuer.url}/moved` };
    issuer.pages['/moved'] = { keys: issuer.keys };
    await new Promise((resolve) => setTimeout(resolve, 1050));
    await callerFor(ours, authorization);
  });

  it('does not wait for it without an end', async () => {
    issuer.pages['/keys'] = () => {};
    await unverified(/no answer within 30 ms/, { timeout: 30 });
  });

  it('does not wait for the rest of a document without an end, nor read more than a mebibyte', async () => {
    issuer.pages['/keys'] = (_request: unknown, response: { write(text: string): void }) => response.write('{');
    await unverified(/no answer within 30 ms/, { timeout: 30 });
    issuer.pages['/keys'] = { keys: issuer.keys, filler: 'x'.repeat(1_100_000) };
    await unverified(/more than 1048576 bytes/);
  });

  it('does not follow it to another host, but to another page', async () => {
    const other = await startIssuer();
    try {
      other.keys = issuer.keys;
      const redirect =
        (location: string) => (_request: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
          response.writeHead(302, { Location: location }).end();
      issuer.pages['/keys'] = redirect(`${other.url}/keys`);
      await unverified(/redirects to another host/);
      assert.deepEqual(other.fetched, []);
      issuer.pages['/keys'] = redirect('/keys');
      await unverified(/too many redirects/);
      issuer.pages['/keys'] = redirect('/here');
      issuer.pages['/here'] = { keys: issuer.keys };
      await callerFor(settings().settings, authorization);
    } finally {
      await other.close();
    }
  });

  it('does not believe metadata that names another issuer, or keys that anybody could change on their way', async () => {
    issuer.pages['/.well-known/oauth-authorization-server'] = { issuer: 'https://evil.example', jwks_uri: `${issuer.url}/keys` };
    await unverified(/names another issuer/);
    issuer.pages['/.well-known/oauth-authorization-server'] = { issuer: issuer.url, jwks_uri: 'http://keys.example/keys' };
    await unverified(/names keys that are not on https/);
  });

  it('does not take what is no key set for one', async () => {
    for (const page of [[], { keys: 5 }, 'x', null]) {
      issuer.pages['/keys'] = page;
      await unverified(/The keys of http:\/\/127\.0\.0\.1:\d+ cannot be read|There are no keys/);
    }
    issuer.pages['/keys'] = (_request: unknown, response: { end(text: string): void }) => response.end('<html>');
    await unverified(/Cannot read http/);
  });
});

describe('jwksVerifier: options', () => {
  const refused = (options: Partial<Record<keyof JwksOptions, unknown>>, words: RegExp): void =>
    assert.throws(
      () => jwksVerifier({ issuer: 'https://login.example.com', audience: resource, ...options } as JwksOptions),
      (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION' && words.test(error.message),
    );

  it('that would accept what cannot be trusted are refused', () => {
    for (const issuer of ['http://login.example.com', 'login.example.com', '', undefined])
      refused({ issuer }, /issuer must be an https URL/);
    refused({ jwksUri: 'http://login.example.com/keys' }, /jwksUri must be an https URL/);
    for (const audience of [undefined, '', [], ['a', '']]) refused({ audience }, /audience must name this server/);
    for (const alg of ['none', 'HS256', 'HS512', 'dir', 'rs256'])
      refused({ algorithms: ['RS256', alg] }, new RegExp(`'${alg}' is not accepted`));
    refused({ algorithms: [] }, /algorithms must not be empty/);
    for (const clockTolerance of [-1, NaN, Infinity, '5']) refused({ clockTolerance }, /clockTolerance must be seconds/);
    jwksVerifier({ issuer: 'http://login.internal', audience: resource, allowHttp: true });
  });

  it('tell where the metadata can lie', () => {
    const at = 'https://a.example/.well-known';
    assert.deepEqual(discoveryUrls('https://a.example'), [`${at}/oauth-authorization-server`, `${at}/openid-configuration`]);
    assert.deepEqual(discoveryUrls('https://a.example/'), discoveryUrls('https://a.example'));
    assert.deepEqual(discoveryUrls('https://a.example/realms/x'), [
      `${at}/oauth-authorization-server/realms/x`,
      `${at}/openid-configuration/realms/x`,
      'https://a.example/realms/x/.well-known/openid-configuration',
    ]);
  });
});
