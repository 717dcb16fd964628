/** Keys that the operator gave out. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ToolError } from '../../../../src/errors.js';
import { type StaticKey, staticKeyVerifier } from '../../../../src/bridges/mcp/auth/index.js';
import { callerFor, challengeFor, settingsFor } from './support.js';

const annsKey = 'k-ann-0123456789abcdef';
const bobsKey = 'k-bob-0123456789abcdef';
const keys = { [annsKey]: { subject: 'ann', scopes: ['read', 'write'] }, [bobsKey]: { subject: 'bob' } };

const refused = (keys: unknown): string => {
  try {
    staticKeyVerifier({ keys: keys as Record<string, StaticKey> });
  } catch (error) {
    assert.ok(error instanceof ToolError && error.code === 'INVALID_DEFINITION', String(error));
    return error.message;
  }
  return assert.fail('accepted');
};

describe('staticKeyVerifier', () => {
  const options = { verify: staticKeyVerifier({ keys }), resource: undefined, authorizationServers: undefined };

  it('knows who has which key', async () => {
    const { settings } = settingsFor(options);
    const caller = await callerFor(settings, `Bearer ${annsKey}`);
    assert.deepEqual(
      [caller.id, caller.scopes, caller.auth],
      ['[null,"ann",null]', ['read', 'write'], { subject: 'ann', scopes: ['read', 'write'] }],
    );
    assert.deepEqual((await callerFor(settings, `Bearer ${bobsKey}`)).scopes, []);
  });

  it('knows no other', async () => {
    const { settings } = settingsFor(options);
    for (const key of ['x', annsKey.slice(0, -1), `${annsKey}0`, annsKey.toUpperCase(), '__proto__', 'constructor', 'toString'])
      assert.equal((await challengeFor(settings, `Bearer ${key}`)).status, 401, key);
  });

  it('gives each scope list away as its own', async () => {
    const given = { [annsKey]: { subject: 'ann', scopes: ['read'] } };
    const verify = staticKeyVerifier({ keys: given });
    given[annsKey]?.scopes.push('admin');
    assert.deepEqual(verify(annsKey)?.scopes, ['read']);
  });

  it('holds no key that could be printed', () => {
    assert.ok(!inspect(staticKeyVerifier({ keys }), { depth: 9, showHidden: true }).includes(annsKey));
  });

  it('is refused without keys, and with keys that can be guessed or not be sent; the message does not show them', () => {
    for (const none of [{}, undefined]) assert.match(refused(none), /has no keys/);
    assert.equal(
      refused({ [annsKey]: { subject: 'ann' }, hunter2: { subject: 'bob' } }),
      'Key 2 of staticKeyVerifier has fewer than 16 characters.',
    );
    assert.equal(
      refused({ 'with a space in it': { subject: 'ann' } }),
      'Key 1 of staticKeyVerifier has characters that a bearer token cannot have.',
    );
    for (const owner of [{}, { subject: '' }, { subject: 5 }])
      assert.equal(refused({ [annsKey]: owner }), 'Key 1 of staticKeyVerifier has no subject.');
    assert.match(refused({ [annsKey]: { subject: 'ann', scopes: [5] } }), /Key 1 of staticKeyVerifier/);
  });
});
