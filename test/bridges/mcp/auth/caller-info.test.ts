/** Who calls, as methods and guards see it. */
import assert from 'node:assert/strict';
import { fetchHandler, staticKeyVerifier } from '../../../../src/bridges/mcp/index.js';
import { ToolRegistry } from '../../../../src/runtime/registry.js';
import { Tool } from '../../../../src/runtime/tool.js';
import type { AuthInfo } from '../../../../src/bridges/mcp/index.js';
import type { CallerInfo } from '../../../../src/types.js';

describe('CallerInfo', () => {
  it('is what methods and guards read without a cast', async () => {
    const seen: unknown[] = [];
    const who = new Tool({
      name: 'who',
      description: 'Tells who calls.',
      inputSchema: { type: 'object' },
      guard: ({ auth }) => {
        const subject: string | undefined = auth?.subject;
        return subject === 'ann' || `not ${subject}`;
      },
      handler: (_args, context) => {
        const scopes: readonly string[] = context.auth?.scopes ?? [];
        seen.push(scopes);
        return `${context.auth?.subject} of ${String(context.auth?.['team'])}`;
      },
    });
    const registry = new ToolRegistry().register(who);
    const info: AuthInfo = { subject: 'ann', scopes: ['read'] };
    const caller: CallerInfo = info;
    assert.equal((await registry.call({ name: 'who' }, { auth: { ...caller, team: 'sea' } })).value, 'ann of sea');
    assert.match((await registry.call({ name: 'who' }, { auth: { subject: 'bob' } })).error?.message ?? '', /not bob/);

    const key = 'key-of-ann-for-tests';
    const handle = fetchHandler(registry, {
      auth: { verify: staticKeyVerifier({ keys: { [key]: { subject: 'ann', scopes: ['read'] } } }) },
    });
    const answer = await handle(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${key}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'who' } }),
      }),
    );
    assert.match(await answer.text(), /ann of undefined/);
    assert.deepEqual(seen, [['read'], ['read']]);
  });
});
