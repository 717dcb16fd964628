/** What clients of older revisions do not know is told as text, or left out. */
import assert from 'node:assert/strict';
import { object, Prompt, Tool, ToolRegistry } from './cases/build.js';
import { connect } from './cases/way.js';
import { localWays } from './cases/ways.js';
import { messages, post, servers } from './http/support.js';
import { httpWays } from './http/ways.js';
import type { Json } from './cases/index.js';

const data = Buffer.from('sound').toString('base64');
const audio = { type: 'audio', data, mimeType: 'audio/wav', annotations: { priority: 0.5 } } as const;
const link = {
  type: 'resource_link',
  uri: 'file:///r.pdf',
  name: 'report',
  mimeType: 'application/pdf',
  description: 'All figures.',
} as const;
const image = { type: 'image', data, mimeType: 'image/png' } as const;
const embedded = { type: 'resource', resource: { uri: 'file:///a', text: 'a' } } as const;

const registry = (): ToolRegistry =>
  new ToolRegistry().register([
    new Tool({ name: 'all', inputSchema: object(), handler: () => [{ type: 'text', text: 'hi' }, image, embedded, audio, link] }),
    new Tool({ name: 'sum', inputSchema: object(), outputSchema: object({ sum: { type: 'number' } }), handler: () => ({ sum: 3 }) }),
    new Prompt({
      name: 'p',
      render: () => [
        { role: 'user' as const, content: audio },
        { role: 'user' as const, content: link },
      ],
    }),
  ]);

const audioText = {
  type: 'text',
  text: '[audio/wav, 5 bytes: clients from MCP 2025-03-26 on can play it]',
  annotations: { priority: 0.5 },
};
const linkText = { type: 'text', text: 'report (application/pdf): file:///r.pdf\nAll figures.' };

/** What clients of a revision get of the two kinds, and whether they get structured output. */
const expected: Record<string, { audio: object; link: object; isStructured: boolean }> = {
  '2024-11-05': { audio: audioText, link: linkText, isStructured: false },
  '2025-03-26': { audio, link: linkText, isStructured: false },
  '2025-06-18': { audio, link, isStructured: true },
  '2025-11-25': { audio, link, isStructured: true },
};

type Ask = (method: string, params?: Json) => Promise<Json>;

async function check(ask: Ask, revision: string): Promise<void> {
  const { audio, link, isStructured } = expected[revision]!;
  const all = await ask('tools/call', { name: 'all', arguments: {} });
  assert.deepEqual(all['content'], [{ type: 'text', text: 'hi' }, image, embedded, audio, link], revision);
  const prompt = await ask('prompts/get', { name: 'p' });
  assert.deepEqual(
    (prompt['messages'] as Json[]).map(({ content }) => content),
    [audio, link],
    revision,
  );
  const sum = await ask('tools/call', { name: 'sum', arguments: {} });
  assert.deepEqual(sum['content'], [{ type: 'text', text: '{"sum":3}' }]);
  assert.deepEqual(sum['structuredContent'], isStructured ? { sum: 3 } : undefined, revision);
  const { tools } = (await ask('tools/list')) as { tools: Json[] };
  assert.equal(tools.find(({ name }) => name === 'sum')?.['outputSchema'] !== undefined, isStructured, revision);
}

describe('older revisions', () => {
  const { start, end } = servers();
  afterEach(end);

  for (const way of [...localWays, ...httpWays].filter(({ era, abilities }) => era === 'legacy' && abilities.includes('session')))
    it(`${way.name}: get what they know, as it was agreed on`, async () => {
      // One registry and its lists for all, so that no list of one revision is given to another.
      const shared = registry();
      for (const protocolVersion of Object.keys(expected)) {
        const client = await connect(way, shared, {}, { protocolVersion });
        await check((method, params) => client.request(method, params), protocolVersion);
        await client.close();
      }
    });

  for (const direct of [true, false])
    it(`without a session${direct ? '' : ', by the SDK alone'}: get what the header says they know`, async () => {
      const { url } = await start({ direct }, registry());
      for (const [revision, header] of [...Object.keys(expected).map((one) => [one, one] as const), ['2025-11-25', undefined] as const])
        await check(async (method, params = {}) => {
          const headers: Record<string, string> = header === undefined ? {} : { 'mcp-protocol-version': header };
          const [answer] = await messages(await post(url, { jsonrpc: '2.0', id: 1, method, params }, headers));
          return answer?.['result'] as Json;
        }, revision);
    });
});
