/** What each entry point says of what it cannot take. */
import assert from 'node:assert/strict';
import { ToolError } from '../../../src/errors.js';
import {
  createServer,
  fastifyHandler,
  fetchHandler,
  httpHandler,
  type HttpOptions,
  jwksVerifier,
  serveHttp,
  serveStdio,
  staticKeyVerifier,
} from '../../../src/bridges/mcp/index.js';
import { makeRegistry } from './support.js';

type Entry = (registry: unknown, options?: unknown) => unknown;

const entries: Readonly<Record<string, Entry>> = { httpHandler, fetchHandler, serveHttp, serveStdio, createServer } as Record<
  string,
  Entry
>;
/** Options without which an entry point would refuse everything. */
const least: Readonly<Record<string, object>> = { serveHttp: { port: 0 } };

async function refused(act: () => unknown): Promise<string> {
  try {
    await act();
  } catch (error) {
    assert.ok(error instanceof ToolError && error.code === 'INVALID_DEFINITION', String(error));
    return error.message;
  }
  throw new Error('It was not refused.');
}

const ofAll = ['name', 'title', 'version', 'instructions', 'icons', 'websiteUrl', 'errorDetail', 'answerTimeout', 'limits', 'pageSize'];
const ofHttp = ['auth', 'cors', 'bodyLimit', 'jsonResponse', 'sessions', 'eras', 'keepAlive', 'direct', 'allowedHosts', 'allowedOrigins'];
const known: Readonly<Record<string, readonly string[]>> = {
  httpHandler: [...ofAll, ...ofHttp],
  fetchHandler: [...ofAll, ...ofHttp],
  serveHttp: [...ofAll, ...ofHttp, 'port', 'host', 'path', 'healthPath', 'signals'],
  serveStdio: [...ofAll, 'exit'],
  createServer: ofAll,
};

class Atlas {}

describe('mcp: options', () => {
  for (const [place, entry] of Object.entries(entries)) {
    const said = (options: object) => refused(() => entry(makeRegistry(), { ...least[place], ...options }));

    it(`${place} refuses a misspelt name, with the nearest one and all of them`, async () => {
      for (const name of known[place] ?? []) {
        const misspelt = name.slice(0, -1) + name.at(-1)?.repeat(2);
        const message = await said({ [misspelt]: undefined });
        assert.ok(message.startsWith(`${place}: there is no option '${misspelt}'. Did you mean '${name}'? Known are `), message);
        for (const one of known[place] ?? []) assert.ok(message.includes(one), one);
      }
      assert.match(await said({ atuh: { verify: () => undefined } }), /no option 'atuh'/);
    });

    it(`${place} refuses names of members, too`, async () => {
      assert.match(
        await said({ cache: { ttlMS: 5 } }),
        /no option 'cache\.ttlMS'\. Did you mean 'cache\.ttlMs'\? Known are ttlMs, cacheScope\./,
      );
      assert.match(await said({ limits: { call: 5 } }), /did you mean 'calls'/);
      assert.match(await said({ limits: { rate: { calls: 1, per: 1, burst: 2 } } }), /limits\.rate must be/);
    });

    it(`${place} wants a registry, and says what it was given`, async () => {
      const wants = async (given: unknown) =>
        (await refused(() => entry(given, least[place]))).replace(`${place}: give a ToolRegistry, not `, '');
      assert.equal(await wants(undefined), 'undefined.');
      assert.equal(await wants(null), 'null.');
      assert.equal(await wants('atlas'), 'string "atlas".');
      assert.equal(await wants({}), 'object with nothing in it.');
      assert.equal(await wants({ port: 0, host: 'a' }), 'object with port, host.');
      assert.match(await wants(new Atlas()), /^an instance of Atlas; register it first: new ToolRegistry\(\{ manifest \}\)\.register/);
      assert.match(await wants(Atlas), /^the class Atlas; register it first/);
      assert.match(await wants([new Atlas()]), /^an array; register/);
      assert.match(await refused(() => entry(makeRegistry(), 5)), /options must be an object, not number 5/);
    });
  }

  it('an option of another entry point is none of this one', async () => {
    assert.match(await refused(() => httpHandler(makeRegistry(), { port: 0 } as HttpOptions)), /^httpHandler: there is no option 'port'/);
    assert.match(await refused(() => entries['serveStdio']?.(makeRegistry(), { auth: {} })), /^serveStdio: there is no option 'auth'/);
    assert.match(await refused(() => entries['serveHttp']?.(makeRegistry(), {})), /'port' is missing: give a whole number from 0 to 65535/);
    assert.match(await refused(() => entries['serveHttp']?.(makeRegistry())), /options must be an object, not undefined/);
  });

  it('members of HTTP options are looked at, and the part that is wrong is shown', async () => {
    const said = (options: object) => refused(() => httpHandler(makeRegistry(), options));
    assert.match(
      await said({ sessions: { idel: 5 } }),
      /no option 'sessions\.idel'\. Did you mean 'sessions\.idle'\? Known are idle, limit,/,
    );
    assert.match(await said({ sessions: { idle: 0 } }), /'sessions\.idle' must be a whole number of milliseconds/);
    assert.match(await said({ sessions: [] }), /'sessions' must be true, false or an object of idle, .*, not array/);
    assert.match(await said({ cors: { origin: ['https://a.example'] } }), /no option 'cors\.origin'\. Did you mean 'cors\.origins'\?/);
    assert.match(await said({ cors: { origins: ['https://a.example'], credentials: 'yes' } }), /'cors\.credentials' must be true or false/);
    assert.match(await said({ cors: {} }), /cors\.origins must be a list, not undefined/);
    assert.match(await said({ cors: ['https://a.example'] }), /'cors' must be an object of origins, credentials, maxAge, not array/);
    assert.match(await said({ eras: ['modern', 'legcy'] }), /one or both of 'legacy', 'modern'; entry 2 is string "legcy"/);
    assert.match(await said({ eras: [] }), /; the list is empty/);
    assert.match(await said({ eras: 'modern' }), /, not string "modern"/);
    assert.match(await said({ auth: { verifi: 1 } }), /auth\.verify is missing/);
  });

  it('what stands for auth and is nothing does not open the server', async () => {
    for (const auth of [null, false, '', 0])
      assert.match(await refused(() => httpHandler(makeRegistry(), { auth } as never)), /auth\.verify/);
    httpHandler(makeRegistry(), { auth: undefined });
  });

  it('fastifyHandler takes a handler and nothing else', async () => {
    const wrong = fastifyHandler as unknown as (...given: unknown[]) => unknown;
    assert.match(await refused(() => wrong(makeRegistry(), {})), /fastifyHandler: give what httpHandler\(registry, options\) gives/);
    assert.match(await refused(() => wrong(fetchHandler(makeRegistry()))), /fastifyHandler: give what httpHandler/);
    assert.match(await refused(() => wrong(httpHandler(makeRegistry()), { auth: {} })), /options are given to httpHandler/);
  });

  it('verifiers refuse names, and show none that may be a key', async () => {
    const key = 'k'.repeat(20);
    const owner = (more: object) => refused(() => staticKeyVerifier({ keys: { [key]: { subject: 'ann', ...more } } }));
    assert.match(
      await owner({ scope: ['a'] }),
      /^Key 1 of staticKeyVerifier: there is no option 'scope'\. Did you mean 'scopes'\? Known are/,
    );
    assert.doesNotMatch(await owner({ [`${key}x`]: {} }), new RegExp(key));
    assert.match(
      await refused(() => staticKeyVerifier({ key: 'a' } as never)),
      /^staticKeyVerifier: there is no option 'key'\. Did you mean 'keys'/,
    );
    const swapped = await refused(() => staticKeyVerifier({ [key]: { subject: 'ann' } } as never));
    assert.match(swapped, /a name was given that is no option/);
    assert.doesNotMatch(swapped, new RegExp(key));
    for (const given of [undefined, null, 'key']) await refused(() => staticKeyVerifier(given as never));
    for (const given of [undefined, null, 'url']) await refused(() => jwksVerifier(given as never));
    assert.match(
      await refused(() => staticKeyVerifier({ keys: { [key]: null } } as never)),
      /Key 1 of staticKeyVerifier must be an object/,
    );
    const issuer = { issuer: 'https://login.example.com', audience: 'a' };
    assert.match(
      await refused(() => jwksVerifier({ ...issuer, algoritms: ['RS256'] } as never)),
      /^jwksVerifier: there is no option 'algoritms'\. Did you mean 'algorithms'\? Known are issuer, /,
    );
  });
});
