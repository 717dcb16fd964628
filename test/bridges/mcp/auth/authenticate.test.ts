/** Who is let in over HTTP, and how the others are told (MCP authorization, RFC 6750). */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolError } from '../../../../src/errors.js';
import { type AuthInfo, authenticate, type HeadersView, isChallenge, stepUp } from '../../../../src/bridges/mcp/auth/index.js';
import { ann, ask, callerFor, challengeFor, headers, metadataUrl, now, resource, settingsFor } from './support.js';

const told = `resource_metadata="${metadataUrl}"`;
const secret = 'db password hunter2';

describe('authenticate: the token', () => {
  it('must be there; a client that sends none is told where to get one, and of no error', async () => {
    const { settings } = settingsFor({ requiredScopes: ['read', 'write'] });
    const challenge = await challengeFor(settings, '');
    assert.equal(challenge.status, 401);
    assert.equal(challenge.headers['WWW-Authenticate'], `Bearer ${told}, scope="read write"`);
    assert.equal(challenge.headers['Cache-Control'], 'no-store');
    assert.equal((JSON.parse(challenge.body) as { jsonrpc: string }).jsonrpc, '2.0');
  });

  it('is handed to the verifier as it was sent, whatever the case of the scheme', async () => {
    const seen: string[] = [];
    const { settings } = settingsFor({ verify: (token) => (seen.push(token), ann) });
    for (const sent of ['Bearer abc', 'bearer abc', 'BEARER   aB-._~+/9==', ' Bearer abc ']) await callerFor(settings, sent);
    assert.deepEqual(seen, ['abc', 'abc', 'aB-._~+/9==', 'abc']);
  });

  it('of another scheme is none', async () => {
    const { settings } = settingsFor({ verify: () => assert.fail('asked') });
    for (const sent of ['Basic YTpi', 'abc', 'Bearerabc', 'Digest a="b", c="d"', 'DPoP abc']) {
      const { status, headers } = await challengeFor(settings, sent);
      assert.deepEqual([status, headers['WWW-Authenticate']], [401, `Bearer ${told}`], sent);
    }
  });

  it('that no bearer token can be is refused without asking', async () => {
    const { settings } = settingsFor({ verify: () => assert.fail('asked') });
    for (const sent of ['Bearer', 'Bearer a b', 'Bearer a=b', 'Bearer "a"', 'Bearer é', 'Bearer a;b', `Bearer ${'a'.repeat(16_385)}`]) {
      const { status, headers } = await challengeFor(settings, sent);
      assert.equal(status, 401, sent);
      assert.equal(
        headers['WWW-Authenticate'],
        `Bearer ${told}, error="invalid_token", error_description="The access token is malformed."`,
      );
    }
  });

  it('is one: with more, none is read', async () => {
    const { settings } = settingsFor({ verify: () => assert.fail('asked') });
    const two: HeadersView = { get: () => 'Bearer a', getAll: (name) => (name === 'authorization' ? ['Bearer a', 'Bearer b'] : []) };
    const joined = new Headers([
      ['authorization', 'Bearer a'],
      ['authorization', 'Bearer b'],
    ]);
    for (const view of [two, joined]) {
      const outcome = await authenticate(view, settings);
      assert.ok(isChallenge(outcome));
      assert.equal(outcome.status, 400);
      assert.match(outcome.headers['WWW-Authenticate'] ?? '', /error="invalid_request"/);
    }
  });

  it('is never read from the query', async () => {
    const { settings } = settingsFor({ verify: () => assert.fail('asked') });
    const outcome = await authenticate(headers(), settings, { method: 'POST', url: '/mcp?access_token=abc' });
    assert.ok(isChallenge(outcome) && outcome.status === 401);
  });

  it('is verified at each request: one that is revoked stops', async () => {
    let isGood = true;
    const { settings } = settingsFor({ verify: async () => (isGood ? ann : undefined) });
    await callerFor(settings);
    isGood = false;
    const { status, headers } = await challengeFor(settings);
    assert.equal(status, 401);
    assert.match(headers['WWW-Authenticate'] ?? '', /error="invalid_token", error_description="The access token is not valid\."$/);
  });

  it('goes to the verifier with the request', async () => {
    const { settings } = settingsFor({
      verify: (_token, { method, url, headers, signal }) => ({
        ...ann,
        claims: { method, url, agent: headers.get('user-agent'), aborted: signal.aborted },
      }),
    });
    const view = new Headers({ authorization: 'Bearer abc', 'user-agent': 'probe' });
    const outcome = await authenticate(view, settings, { method: 'POST', url: '/mcp' });
    assert.ok(!isChallenge(outcome));
    assert.deepEqual((outcome.auth as AuthInfo).claims, { method: 'POST', url: '/mcp', agent: 'probe', aborted: false });
  });
});

describe('authenticate: what the verifier says', () => {
  it('makes the caller; nothing of it holds the token', async () => {
    const info = { ...ann, expiresAt: now() + 60, audience: resource, claims: { team: 7 }, token: 'abc', password: secret };
    const { settings } = settingsFor({ verify: () => info });
    const caller = await callerFor(settings);
    assert.equal(caller.id, '["https://login.example.com","ann","app"]');
    assert.deepEqual(caller.scopes, ['read']);
    const { token: _token, password: _password, ...known } = info;
    assert.deepEqual(caller.auth, known);
    assert.ok(!JSON.stringify(caller).includes('abc'));
    assert.throws(() => Object.assign(caller.auth, { subject: 'eve' }), TypeError);
  });

  it('refuses a token that has expired, to the second', async () => {
    for (const expiresAt of [now() - 1, now(), 0, -5]) {
      const { settings, logged } = settingsFor({ verify: () => ({ ...ann, expiresAt }) });
      const { status, headers } = await challengeFor(settings);
      assert.equal(status, 401);
      assert.match(headers['WWW-Authenticate'] ?? '', /error="invalid_token", error_description="The access token has expired\."$/);
      assert.deepEqual(logged, []);
    }
    await callerFor(settingsFor({ verify: () => ({ ...ann, expiresAt: now() + 5 }) }).settings);
  });

  it('refuses a token for another audience', async () => {
    const bad: NonNullable<AuthInfo['audience']>[] = [
      'https://api.example.com',
      `${resource}x`,
      'http://api.example.com/mcp',
      'mcp',
      '',
      [],
      ['a', 'b'],
    ];
    for (const audience of bad) {
      const { settings, logged } = settingsFor({ verify: () => ({ ...ann, audience }) });
      const { status, headers } = await challengeFor(settings);
      assert.equal(status, 401, String(audience));
      assert.match(headers['WWW-Authenticate'] ?? '', /error="invalid_token"/);
      assert.match(logged[0] ?? '', /a token for another audience was refused; this server is 'https:\/\/api\.example\.com\/mcp'/);
    }
  });

  it('takes the audience for the resource whatever the case of its host and a slash at its end', async () => {
    for (const audience of [resource, `${resource}/`, 'HTTPS://API.Example.com/mcp', ['other', resource]])
      await callerFor(settingsFor({ verify: () => ({ ...ann, audience }) }).settings);
  });

  it('trusts a verifier that has compared the audience itself', async () => {
    await callerFor(settingsFor({ verify: () => ({ ...ann, audience: 'api://atlas' }), audienceChecked: true }).settings);
  });

  it('refuses with 403 who lacks a scope that the server requires', async () => {
    const { settings } = settingsFor({ requiredScopes: ['write', 'admin'] });
    const { status, headers } = await challengeFor(settings);
    assert.equal(status, 403);
    assert.equal(
      headers['WWW-Authenticate'],
      `Bearer ${told}, scope="write admin read", error="insufficient_scope", error_description="This operation needs more scopes than the access token has."`,
    );
    await callerFor(settingsFor({ requiredScopes: ['read'] }).settings);
  });

  it('knows scopes that hold others, over several steps and in circles', async () => {
    const impliedScopes = { admin: ['write'], write: ['read', 'admin'] };
    const { settings } = settingsFor({ verify: () => ({ ...ann, scopes: ['admin'] }), requiredScopes: ['read'], impliedScopes });
    const caller = await callerFor(settings);
    assert.deepEqual(caller.scopes, ['admin', 'write', 'read']);
    assert.deepEqual(caller.auth.scopes, ['admin']);
    await challengeFor(settingsFor({ requiredScopes: ['write'], impliedScopes }).settings);
  });

  it('is distrusted when it has not the form it should have', async () => {
    const odd: unknown[] = [
      true,
      'ann',
      {},
      { scopes: 'read' },
      { scopes: [1] },
      { scopes: [], expiresAt: 'soon' },
      { scopes: [], expiresAt: NaN },
    ];
    odd.push({ scopes: [], subject: 5 }, { scopes: [], audience: [5] }, { scopes: [], claims: 'x' }, []);
    for (const info of odd) {
      const { settings, logged } = settingsFor({ verify: () => info as AuthInfo });
      assert.equal((await challengeFor(settings)).status, 401, JSON.stringify(info));
      assert.match(logged[0] ?? '', /verify gave something of the wrong kind as '\w+'/);
    }
    for (const info of [null, undefined]) await challengeFor(settingsFor({ verify: () => info as undefined }).settings);
  });
});

describe('authenticate: a verifier that fails', () => {
  it('refuses the token; the reason is for the log, under an id that the client has', async () => {
    for (const verify of [
      () => {
        throw new Error(`${secret}\nwith abc`, { cause: new Error('disk on fire') });
      },
      () => Promise.reject(new TypeError(`${secret}\nwith abc`, { cause: new Error('disk on fire') })),
    ]) {
      const { settings, logged } = settingsFor({ verify });
      const challenge = await challengeFor(settings);
      assert.equal(challenge.status, 401);
      assert.ok(!JSON.stringify(challenge).includes('hunter2'));
      const [, id] =
        /error_description="The access token is not valid \(([0-9a-f]{8})\)\."$/.exec(challenge.headers['WWW-Authenticate'] ?? '') ?? [];
      assert.match(
        logged[0] ?? '',
        new RegExp(`^\\[${id}\\] auth: token refused: (?:Type)?Error: ${secret} with \\[token\\] \\(disk on fire\\)$`),
      );
      assert.doesNotMatch(logged.join(), /with abc/);
    }
  });

  it('may throw what is no error', async () => {
    for (const thrown of [undefined, null, 5, 'no']) {
      const { settings } = settingsFor({ verify: () => Promise.reject(thrown) });
      assert.equal((await challengeFor(settings)).status, 401);
    }
  });

  it('is answered 503 when it cannot be reached: the token may be good', async () => {
    const { settings, logged } = settingsFor({
      verify: () => {
        throw new ToolError('CONNECTION_FAILED', 'no route');
      },
    });
    const challenge = await challengeFor(settings);
    assert.deepEqual([challenge.status, challenge.headers['Retry-After'], challenge.headers['WWW-Authenticate']], [503, '5', undefined]);
    assert.match(logged[0] ?? '', /tokens cannot be verified: ToolError: no route/);
  });

  it('is answered 503 when it takes too long, and told so', async () => {
    let signal: AbortSignal | undefined;
    const { settings, logged } = settingsFor({
      verify: (_token, request) => ((signal = request.signal), new Promise(() => {})),
      verifyTimeout: 5,
    });
    const challenge = await challengeFor(settings);
    assert.deepEqual([challenge.status, challenge.headers['Retry-After']], [503, '5']);
    assert.equal(signal?.aborted, true);
    assert.match(logged[0] ?? '', /verify took longer than 5 ms/);
    assert.equal(settings.pending.count, 0);
  });

  it('has ten seconds unless told', () => {
    assert.equal(settingsFor().settings.verifyTimeout, 10_000);
  });

  it('is not asked about any number of tokens at once', async () => {
    let asked = 0;
    let answer: ((info: AuthInfo) => void) | undefined;
    const slow = new Promise<AuthInfo>((resolve) => (answer = resolve));
    const { settings } = settingsFor({ verify: () => ((asked += 1), slow) });
    const all = Array.from({ length: 1500 }, () => ask(settings));
    const turnedAway = await all.at(-1);
    assert.ok(turnedAway && isChallenge(turnedAway) && turnedAway.status === 503);
    answer?.(ann);
    const outcomes = await Promise.all(all);
    assert.deepEqual([asked, outcomes.filter((outcome) => !isChallenge(outcome)).length], [1000, 1000]);
    await callerFor(settings);
  });

  it('cannot flood the log', async () => {
    const { settings, logged } = settingsFor({ verify: () => Promise.reject(new Error('bad')) });
    for (let count = 0; count < 200; count += 1) await challengeFor(settings);
    assert.equal(logged.length, 20);
    const { headers } = await challengeFor(settings);
    assert.match(headers['WWW-Authenticate'] ?? '', /error_description="The access token is not valid\."$/);
  });
});

describe('authenticate: ids of callers', () => {
  const idOf = async (info: Partial<AuthInfo>, token = 'abc'): Promise<string> =>
    (await callerFor(settingsFor({ verify: () => ({ scopes: [], ...info }) }).settings, `Bearer ${token}`)).id;

  it('are the same for all tokens of one principal, and for no two principals', async () => {
    assert.equal(await idOf(ann, 'abc'), await idOf({ ...ann, scopes: ['x'] }, 'def'));
    const part = fc.option(fc.oneof(fc.constantFrom('a', 'b', '', '","', 'null', '\\'), fc.string()), { nil: undefined });
    const who = fc.record({ issuer: part, subject: part, clientId: part });
    await fc.assert(
      fc.asyncProperty(who, who, async (one, other) => {
        fc.pre(one.subject !== undefined || one.clientId !== undefined);
        const isSame = one.issuer === other.issuer && one.subject === other.subject && one.clientId === other.clientId;
        assert.equal((await idOf(one)) === (await idOf(other)), isSame);
      }),
    );
  });

  it('of principals without a name come from the token, which nobody can read there', async () => {
    const id = await idOf({});
    assert.equal(id, await idOf({}));
    assert.notEqual(id, await idOf({}, 'abd'));
    assert.ok(!id.includes('abc'));
  });

  it('are never those of callers who were not asked', async () => {
    for (const subject of ['anonymous', 'local']) assert.match(await idOf({ subject }), /^\[/);
  });
});

describe('stepUp', () => {
  it('asks for all scopes that a new token needs, at once', async () => {
    const { settings } = settingsFor({ requiredScopes: ['read'], verify: () => ({ ...ann, scopes: ['read', 'profile'] }) });
    const challenge = stepUp(settings, await callerFor(settings), ['orders:write', 'read']);
    assert.equal(challenge.status, 403);
    assert.equal(
      challenge.headers['WWW-Authenticate'],
      `Bearer ${told}, scope="read orders:write profile", error="insufficient_scope", error_description="This operation needs more scopes than the access token has."`,
    );
  });

  it('names what was granted, not what follows from it', async () => {
    const { settings } = settingsFor({ verify: () => ({ ...ann, scopes: ['all'] }), impliedScopes: { all: ['read', 'write'] } });
    assert.match(stepUp(settings, await callerFor(settings), ['pay']).headers['WWW-Authenticate'] ?? '', /scope="pay all"/);
  });

  it('leaves out what was granted when that would make the header too long', async () => {
    const scopes = Array.from({ length: 500 }, (_, index) => `scope-number-${index}`);
    const { settings } = settingsFor({ verify: () => ({ ...ann, scopes }) });
    assert.match(stepUp(settings, await callerFor(settings), ['pay']).headers['WWW-Authenticate'] ?? '', /scope="pay"/);
  });

  it('can end neither the header nor a quote, whatever a scope is called', () => {
    const { settings } = settingsFor();
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a"b', 'x\r\nSet-Cookie: a', '\\', 'ok'))), (scopes) => {
        const challenge = stepUp(settings, { id: 'x', scopes }, scopes);
        const value = challenge.headers['WWW-Authenticate'] ?? '';
        assert.match(value, /^Bearer (?:[a-z_]+="[\x20\x21\x23-\x5B\x5D-\x7E]*"(?:, |$))+$/);
        assert.deepEqual(new Headers(challenge.headers).get('www-authenticate'), value);
        JSON.parse(challenge.body);
      }),
    );
  });
});
