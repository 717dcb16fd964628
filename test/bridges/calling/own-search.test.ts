import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { anthropic } from '../../../src/bridges/anthropic.js';
import type { DeclareOptions } from '../../../src/bridges/calling/bridge.js';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { openai } from '../../../src/bridges/openai.js';
import { Tool } from '../../../src/index.js';
import type { Json } from './legal/schema.js';
import { listOf } from './matrix/chat-wire.js';
import { listProblems } from './matrix/subjects/anthropic.js';

const tools = [new Tool({ name: 'usual', handler: () => '' }), new Tool({ name: 'rare', defer: true, handler: () => '' })];

const searches = {
  anthropic: ['tool_search_tool_regex_20251119', 'tool_search_tool_bm25_20251119'].map((type) => ({ type, name: type.slice(0, -9) })),
  openai: [{ type: 'tool_search' }, { type: 'tool_search', execution: 'client' }],
};

/** Types of the tools, in order; `deferred` in place of that of a function that is hidden. */
const kinds = (made: readonly object[]): unknown[] =>
  made.map((one) => ('defer_loading' in one ? 'deferred' : ((one as { type?: unknown }).type ?? 'function')));

describe('A search of the provider among the built-in tools', () => {
  for (const toolSearch of [undefined, true, 'regex', 'bm25', false] as const) {
    const options = (search: object): { given: DeclareOptions; warnings: string[] } => {
      const warnings: string[] = [];
      const onWarning = (text: string): void => void warnings.push(text);
      return { given: { builtIn: [search], onWarning, ...(toolSearch !== undefined && { toolSearch }) }, warnings };
    };

    it(`[DPT-183] [DPT-184] tools are deferred behind it, and there is no second one; toolSearch: ${String(toolSearch)}`, () => {
      for (const search of searches.anthropic) {
        const { given, warnings } = options(search);
        const made = anthropic.toTools(tools, given);
        assert.deepEqual([kinds(made), warnings], [['function', 'deferred', search.type], []]);
        assert.deepEqual(listProblems(made as unknown as Json[]), []);
      }
      for (const search of searches.openai) {
        const { given, warnings } = options(search);
        const made = openaiResponses.toTools(tools, given);
        assert.deepEqual([kinds(made), made.at(-1), warnings], [['function', 'deferred', 'tool_search'], search, []]);
      }
    });
  }

  it('[DPT-185] what was deferred is told, and what was kept without the search is not taken for it', () => {
    assert.deepEqual(declareTools(tools, 'anthropic').deferred, []);
    assert.deepEqual(declareTools(tools, 'anthropic', { builtIn: searches.anthropic }).deferred, ['rare']);
    assert.deepEqual(declareTools(tools, 'anthropic').deferred, []);
  });

  it('[DPT-184] it is none where the provider has none, and other built-in tools are none', () => {
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    assert.deepEqual(kinds(openai.toTools(tools, { builtIn: searches.openai, onWarning })).slice(0, 2), ['function', 'function']);
    assert.deepEqual(kinds(openaiResponses.toTools(tools, { builtIn: [{ type: 'web_search' }], onWarning })), [
      'function',
      'function',
      'web_search',
    ]);
    assert.equal(warnings.length, 2);
  });

  it('[DPT-185] runTools through the official clients', async () => {
    const clients = [
      [
        (fetch: typeof globalThis.fetch) => new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch, maxRetries: 0 }),
        'anthropic',
      ],
      [(fetch: typeof globalThis.fetch) => new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch, maxRetries: 0 }), 'openai'],
    ] as const;
    for (const [make, name] of clients) {
      const [search] = searches[name];
      let sent: object[] = [];
      const client = make(async (_url, init) => {
        sent = listOf((JSON.parse(init?.body as string) as Json)['tools']);
        return Response.json({ status: 'completed', output: [], content: [{ type: 'text', text: 'Done.' }] });
      });
      const ran = await runTools({
        client,
        provider: name === 'openai' ? 'openai-responses' : name,
        model: 'm',
        messages: [{ role: 'user', content: 'Go.' }],
        tools,
        declare: { builtIn: [search as object] },
      });
      assert.deepEqual([ran.outcome, ran.deferredTools], ['done', ['rare']]);
      assert.deepEqual(kinds(sent).slice(1), ['deferred', search?.type]);
    }
  });
});
