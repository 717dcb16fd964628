/** docs/guide/auth.md says what the code does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ToolError } from '../../../../src/errors.js';
import { type AuthOptions, jwksVerifier, resolveAuth, stepUp } from '../../../../src/bridges/mcp/auth/index.js';
import { callerFor, issuer, resource, settingsFor } from './support.js';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/guide/auth.md'), 'utf8');

/** The first column of the table under a heading cell. */
function optionsUnder(head: string): string[] {
  const table = page.slice(page.indexOf(`| ${head} |`)).split('\n\n', 1)[0] ?? '';
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name ?? '');
}

describe('docs/guide/auth.md', () => {
  it('lists every option of auth', () => {
    let known = '';
    try {
      resolveAuth({ verify: () => undefined, zzzzzzzzzzzz: 1 } as AuthOptions, () => {});
    } catch (error) {
      known = (error as ToolError).message;
    }
    assert.deepEqual(
      optionsUnder('option of `auth`'),
      [...(known.split('there are ')[1] ?? '').matchAll(/\w+/g)].map(([name]) => name),
    );
  });

  it('lists every option of jwksVerifier', () => {
    const source = ['jwks', 'key-source'].map((name) =>
      readFileSync(resolve(import.meta.dirname, `../../../../src/bridges/mcp/auth/${name}.ts`), 'utf8'),
    );
    const declared = source.flatMap((text) => {
      const [, body = ''] = /export interface \w+Options[^{]*\{\n([\s\S]*?)\n\}/.exec(text) ?? [];
      return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name ?? '');
    });
    assert.deepEqual(optionsUnder('option').toSorted(), declared.toSorted());
    jwksVerifier({ issuer, audience: resource });
  });

  it('shows the challenge as it is', async () => {
    const { settings } = settingsFor({ requiredScopes: ['mcp'], verify: () => ({ subject: 'ann', scopes: ['mcp', 'orders:read'] }) });
    const challenge = stepUp(settings, await callerFor(settings), ['orders:write']);
    assert.ok(page.includes(`WWW-Authenticate: ${challenge.headers['WWW-Authenticate']}\n`), challenge.headers['WWW-Authenticate']);
  });
});
