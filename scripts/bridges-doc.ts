/** Writes docs/providers/index.md by asking each bridge what it makes; with `--check` only tells whether it is up to date. */
import { fileURLToPath } from 'node:url';
import { anthropic } from '../src/bridges/anthropic.js';
import { bedrock } from '../src/bridges/bedrock.js';
import type { DeclareOptions, NativeTypes } from '../src/bridges/calling/bridge.js';
import { ToolCalls } from '../src/bridges/calling/calls.js';
import type { ChoiceOptions, ToolChoice } from '../src/bridges/calling/choice.js';
import type { NativeBridge } from '../src/bridges/calling/define.js';
import { facts, type Provider, type ProviderFacts, type SchemaFacts } from '../src/bridges/calling/facts.js';
import type { ContentBlock } from '../src/types.js';
import { cohere } from '../src/bridges/cohere.js';
import { gemini } from '../src/bridges/gemini.js';
import { mistral } from '../src/bridges/mistral.js';
import { ollama } from '../src/bridges/ollama.js';
import { openaiResponses } from '../src/bridges/openai-responses.js';
import { openai } from '../src/bridges/openai.js';
import { Tool } from '../src/runtime/tool.js';
import { keepPage } from './generated-page.js';

const target = fileURLToPath(new URL('../docs/providers/index.md', import.meta.url));

type Bridge = NativeBridge<NativeTypes>;

/** By the name of the subpath export and of the page. */
const bridges: Readonly<Record<string, Bridge>> = {
  openai,
  'openai-responses': openaiResponses,
  anthropic,
  gemini,
  bedrock,
  mistral,
  cohere,
  ollama,
};

const tools = [new Tool({ name: 'one', handler: () => '' }), new Tool({ name: 'two', defer: true, handler: () => '' })];

/** What becomes of a request: made, made in another way with a warning, or refused. */
function outcomeOf(make: (onWarning: (text: string) => void) => unknown): string {
  let isWarned = false;
  try {
    make(() => (isWarned = true));
  } catch {
    return 'refused';
  }
  return isWarned ? 'warning' : 'yes';
}

const choice =
  (given: ToolChoice, parallel?: boolean, more: ChoiceOptions = {}) =>
  (bridge: Bridge): string =>
    outcomeOf((onWarning) => bridge.toToolChoice(given, tools, { onWarning, ...more, ...(parallel !== undefined && { parallel }) }));

/** Messages for the result of one call. */
function resultOf(bridge: Bridge, content: ContentBlock[], isError = false): unknown[] {
  const calls = ToolCalls.from([{ id: 'aaaaaaaaa', name: 'one', args: {} }]);
  return bridge.toMessages(calls, [{ callId: 'aaaaaaaaa', name: 'one', isError, content }], tools);
}

const bytes = 'iVBORw0KGgo=';

function images(bridge: Bridge): string {
  const messages = resultOf(bridge, [{ type: 'image', data: bytes, mimeType: 'image/png' }]);
  // Some SDKs take bytes rather than base64.
  const holds = (message: unknown): boolean => /iVBORw0KGgo|"0":137|\[137,80/.test(JSON.stringify(message));
  if (holds(messages[0])) return 'in the result';
  return messages.some(holds) ? 'follow' : 'in words';
}

const failures = (bridge: Bridge): string =>
  /\\"error\\"/.test(JSON.stringify(resultOf(bridge, [{ type: 'text', text: 'no' }], true))) ? 'as JSON' : 'marked';

function strict({ strict: own }: ProviderFacts): string {
  if (!own) return 'none';
  const when = own.byDefault ? 'by default' : 'when asked for';
  return own.wholeRequest ? `${when}, all tools or none` : when;
}

const budgets = ({ strict: own }: ProviderFacts): string =>
  Object.entries(own?.budgets ?? {})
    .map(([what, most]) => `${most} ${what}`)
    .join(', ') || 'no limit';

/** Whether the option puts the text into what is declared. */
const declares =
  (options: DeclareOptions, text: string) =>
  (bridge: Bridge): string => {
    const one = new Tool({
      name: 'one',
      examples: [{ args: { sample: 'x' } }],
      inputSchema: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] },
      outputSchema: { type: 'object', properties: { outcome: { type: 'string' } } },
      handler: () => ({ outcome: '' }),
    });
    return JSON.stringify(bridge.toTools([one], options)).includes(text) ? 'yes' : 'not sent';
  };

/** A server that the provider runs, in the form of each that runs some. */
const servers = [
  { name: 'docs', url: 'https://example.org/mcp' },
  { server_label: 'docs', server_url: 'https://example.org/mcp' },
];

/** The other's form is refused. */
const runsServers = (bridge: Bridge): string =>
  servers.map((server) => outcomeOf(() => bridge.toTools([], { mcpServers: [server] }))).find((outcome) => outcome !== 'refused') ??
  'refused';

const ofName = ({ name: { refused, longest } }: ProviderFacts): string =>
  Number.isFinite(longest) ? `${longest} of \`${refused.source.replace('[^', '[')}\`` : 'any';

const keywordsOf = ({ keywords }: SchemaFacts): string => (keywords === 'all' ? 'all' : keywords.map((one) => `\`${one}\``).join(' '));

/** What the table of facts says. */
const factRows: readonly [title: string, cell: (facts: ProviderFacts) => string][] = [
  ['characters of a name', ofName],
  ['characters of a description', ({ description }) => String(description ?? 'no limit known')],
  ['tools in a request', ({ tools: most }) => String(most ?? 'no limit known')],
  ['keywords of a schema, not strict', ({ schema }) => keywordsOf(schema)],
  ['keywords of a schema, strict', ({ strict: own }) => (own ? keywordsOf(own) : '')],
  ['shared definitions', ({ schema }) => ({ keep: 'kept', inline: 'written out' })[schema.references]],
  ['recursive definitions', ({ schema }) => ({ keep: 'kept', optional: 'kept below what is optional', cut: 'cut' })[schema.recursion]],
  ['strict', strict],
  ['optional properties of a strict tool', ({ strict: own }) => (own ? (own.allRequired ? 'nullable' : 'optional') : '')],
  ['strict tools of a request have at most', (own) => (own.strict ? budgets(own) : '')],
];

const streams = { pieces: 'in pieces', whole: 'whole', 'on request': 'whole; in pieces where the request asks for it' } as const;

/** A tool of the provider's own, in the form of each that has some. */
const builtIn = [{ type: 'custom', name: 'own', custom: { name: 'own' } }];

/** What a provider is called where one is named: `toolmark lint --provider`, `declareTools`, `runTools`. */
const nameRow = 'name';

const rows: readonly [title: string, cell: (bridge: Bridge) => string][] = [
  [nameRow, ({ provider }) => `\`${provider}\``],
  ...factRows.map(([title, cell]): (typeof rows)[number] => [title, ({ limits }) => cell(limits)]),
  ["choice `'none'`", choice('none')],
  ["choice `'any'`", choice('any')],
  ['choice of one tool', choice({ type: 'tool', name: 'one' })],
  ['one of a list must be called', choice(['one', 'two'])],
  ['none but those of a list may be called', choice({ mode: 'auto', allowed: ['one', 'two'] })],
  ["choice of one of the provider's own tools", choice({ type: 'tool', name: 'own' }, undefined, { builtIn })],
  ['one call at a time', choice('auto', false)],
  ['arguments in a stream', ({ limits: { streamedArguments: how } }) => (how === undefined ? '' : streams[how])],
  ['failures', failures],
  ['images of results', images],
  ['tool search', (bridge) => outcomeOf((onWarning) => bridge.toTools(tools, { toolSearch: true, onWarning, strict: false }))],
  ['MCP servers that the provider runs', runsServers],
  ['cache control', declares({ cache: true }, 'cache')],
  ['schemas of what tools give', declares({ outputSchemas: true, strict: false }, 'outcome')],
  ['calls with plain text in place of JSON', declares({ freeText: { one: true } }, '"custom"')],
  ['input examples', declares({ examples: true, strict: false }, 'sample')],
];

/** Where the rest is the framework's affair, or the prompt's. */
const others: readonly Provider[] = ['ai-sdk', 'langchain', 'openai-agents', 'google-adk', 'mastra', 'text'];

/** The page's text. */
export function renderBridges(): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const heads = Object.entries(bridges).map(([name, { limits }]) => `[${limits.label}](${name}.md)`);
  const table = rows.map(([title, cell]) => line([title, ...Object.values(bridges).map(cell)]));
  const otherHeads = others.map((name) => `[${facts[name].label}](${name}.md)`);
  const otherNames = line([nameRow, ...others.map((name) => `\`${name}\``)]);
  const otherTable = factRows.map(([title, cell]) => line([title, ...others.map((name) => cell(facts[name]))]));
  return `# Features of the bridges

<!-- Written by scripts/bridges-doc.ts, which asks the bridges. Do not edit. -->

yes: as the provider has it. warning: the provider has no such thing; the next best is sent, with a warning. refused: an error before any request. The name is what \`toolmark lint --provider\`, \`declareTools\` and the option \`provider\` of \`runTools\` take.

${line(['', ...heads])}${line(['---', ...heads.map(() => '---')])}${table.join('')}
## Frameworks and text

How tools are declared; all else is the framework's own.

${line(['', ...otherHeads])}${line(['---', ...otherHeads.map(() => '---')])}${otherNames}${otherTable.join('')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  keepPage(target, renderBridges(), 'docs/providers/index.md', 'scripts/bridges-doc.ts');
