/** What the pages on function calling show compiles under strict, and the loops by hand run against servers on loopback. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { executeCalls } from '../../src/bridges/calling/execute.js';
import type { NativeTypes } from '../../src/bridges/calling/bridge.js';
import type { NativeBridge } from '../../src/bridges/calling/define.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { promptMessages, text, type TextMessage } from '../../src/bridges/text.js';
import { Tool, ToolRegistry } from '../../src/index.js';
import { type Line, LoopbackProvider } from '../bridges/calling/matrix/server.js';
import { subjects } from '../bridges/calling/matrix/subjects/index.js';
import { openaiSubject } from '../bridges/calling/matrix/subjects/openai.js';
import { makeTools, type Seen } from '../bridges/calling/matrix/tools.js';
import { root } from '../build/support.js';
import { faultsOf, type Given, runSnippet, snippetsOf } from './snippets.js';

const pages = [
  ...readdirSync(join(root, 'docs/providers')).map((name) => `docs/providers/${name}`),
  'docs/guide/calling.md',
  'docs/guide/providers.md',
];

/** What a reader of any of the pages has. */
const everywhere: Given = {
  OpenAI: "import OpenAI from 'openai';",
  ToolRegistry: "import { ToolRegistry } from 'toolmark';",
  registry: 'declare const registry: ToolRegistry;',
  list: 'const list = registry.list();',
  client: 'const client = new OpenAI();',
  model: 'declare const model: string;',
  question: 'declare const question: string;',
  messages: 'declare const messages: OpenAI.ChatCompletionMessageParam[];',
  runTools: "import { runTools } from 'toolmark/calling';",
  executeCalls: "import { executeCalls } from 'toolmark/calling';",
  apiKey: 'declare const apiKey: string;',
  token: 'declare const token: string;',
};

/** What those of one page have besides. */
const givenOf: Readonly<Record<string, Given>> = {
  'docs/providers/anthropic.md': {
    Anthropic: "import Anthropic from '@anthropic-ai/sdk';",
    authorization_token: 'declare const authorization_token: string;',
    anthropic: "import { anthropic } from 'toolmark/anthropic';",
    client: 'const client = new Anthropic();',
    messages: 'declare const messages: Anthropic.Beta.BetaMessageParam[];',
  },
  'docs/providers/openai.md': { openai: "import { openai } from 'toolmark/openai';", tools: 'const tools = openai.toTools(list);' },
  'docs/providers/openai-responses.md': {
    definition: 'declare const definition: string;',
    openaiResponses: "import { openaiResponses } from 'toolmark/openai-responses';",
  },
  'docs/providers/text.md': {
    complete: "declare const complete: import('toolmark/text').Complete;",
    ask: "declare const ask: (messages: import('toolmark/text').TextMessage[]) => Promise<string>;",
  },
  'docs/providers/langchain.md': { theirs: "declare const theirs: import('@langchain/core/tools').StructuredToolInterface;" },
  'docs/providers/google-adk.md': {
    declaration: 'declare const declaration: { name: string };',
    weather: 'declare const weather: (location: unknown) => string;',
  },
  'docs/guide/calling.md': {
    turn: 'declare const turn: number;',
    signal: 'declare const signal: AbortSignal;',
    calls: "declare const calls: import('toolmark/calling').ToolCalls;",
    Tool: "import { Tool } from 'toolmark';",
    MinLength: "import { MinLength } from 'class-validator';",
    Place: 'class Place { name!: string }',
    ResultDto: 'class ResultDto { hits!: string[] }',
    index: 'declare const index: { search(query: string, since?: Date): ResultDto };',
  },
};

const isSample = (code: string): boolean => code.startsWith('/** A question');

describe('pages on function calling', function compile() {
  this.timeout(120_000);

  it('show what compiles under strict', () => {
    const snippets = pages.flatMap(snippetsOf).filter(({ code }) => !isSample(code));
    assert.ok(snippets.length > 20, String(snippets.length));
    assert.deepEqual(
      faultsOf(snippets, (page) => ({ ...everywhere, ...givenOf[page] })),
      [],
    );
  });

  it('link to what is there', () => {
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-');
    const headings = (file: string): string[] =>
      Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm), ([, heading = '']) => slug(heading));
    const broken = pages.flatMap((page) =>
      Array.from(readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)).flatMap(
        ([link, path = '', anchor = '']) => {
          const file = path === '' ? join(root, page) : join(root, page, '..', path);
          const isThere = existsSync(file) && (anchor === '' || headings(file).includes(anchor));
          return isThere ? [] : [`${page}: ${link}`];
        },
      ),
    );
    assert.deepEqual(broken, []);
  });

  describe('programs', () => {
    const logger = { warn: () => {}, error: () => {} };
    const server = new LoopbackProvider();
    before(() => server.start());
    after(() => server.stop());

    it('docs/guide/calling.md begins with one that runs', async () => {
      const [snippet = assert.fail()] = snippetsOf('docs/guide/calling.md');
      server.play([{ calls: [{ id: 'a', name: 'get_weather', args: { city: 'Lima' } }] }, { text: 'It is sunny.' }], openaiSubject);
      const printed: unknown[] = [];
      const console = { log: (...values: unknown[]) => void printed.push(...values) };
      await runSnippet(snippet, { ...clientsOf(openaiSubject.client(server.url, fetch)), Tool, ToolRegistry, runTools, console });
      assert.deepEqual([server.refusals, printed], [[], [['get_weather'], 'It is sunny.']]);
      assert.equal(openaiSubject.results(server.requests[1] ?? {})[0]?.text, 'Sunny in Lima.');
    });

    it('docs/providers/text.md runs a call and tells the model of it', async () => {
      const snippet = snippetsOf('docs/providers/text.md').find(({ code }) => code.includes('parseCalls')) ?? assert.fail();
      const registry = new ToolRegistry({ logger }).register(makeTools([]).search);
      const asked: TextMessage[][] = [];
      const call = { name: 'search', args: { query: 'tea' } };
      const ask = async (messages: TextMessage[]): Promise<string> =>
        asked.push(messages) === 1 ? JSON.stringify({ tool_calls: [call] }) : 'Done.';
      await runSnippet(snippet, { executeCalls, promptMessages, text, registry, question: 'Go.', ask });
      assert.equal(asked.length, 2);
      assert.match(asked[1]?.at(-1)?.content ?? '', /"name":"search","value":"found tea","is_error":false/);
    });

    for (const subject of subjects) {
      const { provider } = subject.bridge;
      const page = `docs/providers/${provider === 'openai-chat' ? 'openai' : provider}.md`;
      it(`${page} runs a call and tells the model of it`, async () => {
        const snippet = snippetsOf(page).find(({ code }) => code.includes('parseCalls')) ?? assert.fail(`${page} has no loop`);
        const seen: Seen = [];
        const { search, fail } = makeTools(seen);
        const called = (index: number, name: string, args: object): Line => {
          const id = subject.id(index);
          return { calls: [{ ...(id !== undefined && { id }), name, args }] };
        };
        const [one, two, three] = [
          called(0, 'search', { query: 'tea', note: null }),
          called(1, 'fail', {}),
          called(2, 'search', { query: 'a' }),
        ];
        server.play([{ calls: [...(one.calls ?? []), ...(two.calls ?? [])] }, three, { text: 'Done.' }], subject);
        const client = subject.client(server.url, fetch);
        const names = {
          ...clientsOf(client),
          ConverseCommand,
          executeCalls,
          ...bridgeOf(subject.bridge),
          registry: new ToolRegistry({ logger }).register([search, fail]),
          model: subject.model,
          question: 'Go.',
          apiKey: '',
          token: '',
        };
        await runSnippet(snippet, names);
        assert.deepEqual([server.refusals, server.requests.length], [[], 3]);
        assert.deepEqual(
          seen.map(({ name }) => name),
          ['search', 'fail', 'search'],
        );
        const results = subject.results(server.requests[2] ?? {});
        assert.equal(results.length, 3);
        assert.match(results[0]?.text ?? '', /found tea/);
        assert.equal(results[1]?.isError, true);
      });
    }
  });
});

/** The clients' classes, each giving this client. */
function clientsOf(client: object): Record<string, unknown> {
  const names = ['OpenAI', 'Anthropic', 'GoogleGenAI', 'BedrockRuntimeClient', 'Mistral', 'CohereClientV2', 'Ollama'];
  // What a constructor returns is what `new` gives.
  return Object.fromEntries(
    names.map((name) => [
      name,
      function make() {
        return client;
      },
    ]),
  );
}

/** The bridge under the name that its module exports it by. */
const bridgeOf = (bridge: NativeBridge<NativeTypes>): Record<string, unknown> => {
  const { provider } = bridge;
  return { [provider === 'openai-chat' ? 'openai' : provider.replace(/-(\w)/, (_dash, letter: string) => letter.toUpperCase())]: bridge };
};
