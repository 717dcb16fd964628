/** The tables of docs/guide/calling.md and docs/guide/providers.md name what the types have: all of it, and nothing else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclareOptions } from '../../src/bridges/calling/bridge.js';
import { lossCodes } from '../../src/bridges/calling/bridge.js';
import { providers } from '../../src/bridges/calling/facts.js';
import { drivers } from '../../src/bridges/calling/loop/drivers.js';
import type { RunEvent } from '../../src/bridges/calling/loop/events.js';
import type { FinishReason } from '../../src/bridges/calling/loop/finish.js';
import type { RunEnd, RunOptions, RunOutcome } from '../../src/bridges/calling/loop/options.js';
import type { ToolInit } from '../../src/runtime/definition/handler-source.js';
import type { ToolOptions } from '../../src/types.js';
import { root } from '../build/support.js';

const pageOf = (name: string): string => readFileSync(join(root, `docs/guide/${name}.md`), 'utf8');

/** What stands as code in the first column, or another, of the first table under a heading. */
function namesUnder(page: string, heading: string, column = 1): string[] {
  const [, after = ''] = page.split(`\n${heading}\n`);
  const table = /^\|[^]*?(?=\n\n|$(?![^]))/m.exec(after.split(/\n#+ /)[0] ?? '')?.[0] ?? '';
  const rows = table.split('\n').slice(2);
  return rows.flatMap((row) => Array.from((row.split(' | ')[column - 1] ?? '').matchAll(/`([\w-]+)[^`]*`/g), ([, name = '']) => name));
}

/** The compiler holds each list complete. */
const names = <K extends string>(all: Readonly<Record<K, true>>): string[] => Object.keys(all).sort();

const runOptions = names<keyof RunOptions>({
  client: true,
  provider: true,
  model: true,
  messages: true,
  registry: true,
  tools: true,
  request: true,
  maxToolIterations: true,
  toolChoice: true,
  resetToolChoice: true,
  parallel: true,
  strict: true,
  deferTools: true,
  declare: true,
  stream: true,
  onEvent: true,
  toolResultPreviewChars: true,
  guard: true,
  signal: true,
  contextWindow: true,
  truncatedResults: true,
  context: true,
  logger: true,
  maxToolResultChars: true,
  truncatedResultReadChars: true,
});

const outcome = names<keyof RunOutcome>({
  outcome: true,
  finishReason: true,
  rawFinishReason: true,
  text: true,
  messages: true,
  toolsUsed: true,
  usage: true,
  deferredTools: true,
  turns: true,
  error: true,
});

const ends = names<RunEnd>({ done: true, iterations: true, cancelled: true, error: true });

const finishReasons = names<FinishReason>({
  stop: true,
  length: true,
  'content-filter': true,
  'tool-calls': true,
  error: true,
  other: true,
});

const events = names<RunEvent['type']>({ turn: true, text: true, tool_call: true, tool_call_result: true, usage: true, warning: true });

const toolInit = names<Exclude<keyof ToolInit, keyof ToolOptions> | 'name' | 'description'>({
  name: true,
  description: true,
  inputSchema: true,
  outputSchema: true,
  handler: true,
  imported: true,
  manifest: true,
});

const declareOptions = names<keyof DeclareOptions>({
  strict: true,
  strictBudget: true,
  responseSchema: true,
  onLoss: true,
  onWarning: true,
  defer: true,
  toolSearch: true,
  examples: true,
  outputSchemas: true,
  cache: true,
  freeText: true,
  builtIn: true,
  mcpServers: true,
  extra: true,
  model: true,
});

describe('docs/guide/calling.md', () => {
  const page = pageOf('calling');
  const tables: [heading: string, expected: string[]][] = [
    ['## The loop', runOptions],
    ['### What comes back', outcome],
    ['### How a run ends', ends],
    ['### Events', events],
    ['## Tools by hand', toolInit],
  ];
  for (const [heading, expected] of tables)
    it(`${heading.replace(/^#+ /, '')}: all of it, each once`, () => assert.deepEqual(namesUnder(page, heading).sort(), expected));

  it('How a run ends: each reason of an answer', () => {
    const [, reasons = ''] = page.split('\n### How a run ends\n')[1]?.split('\n\n| ') ?? [];
    assert.deepEqual(Array.from(reasons.matchAll(/^\| `([\w-]+)`/gm), ([, name = '']) => name).sort(), finishReasons);
  });

  it('every provider has its name there', () => {
    const own = namesUnder(page, '## Which client', 2);
    assert.deepEqual(own.sort(), [...drivers.map(({ provider }) => provider), 'text'].sort());
    const others = providers.filter((name) => !own.includes(name));
    const frameworks = /^Frameworks .*$/m.exec(page)?.[0] ?? '';
    assert.deepEqual(Array.from(frameworks.matchAll(/\[`([^`]+)`\]/g), ([, name = '']) => name).sort(), others.sort());
  });

  it('each bridge and driver is where the table says', async () => {
    const rows = page.split('\n').filter((row) => /^\|.*`toolmark\/[\w-]+`/.test(row));
    assert.equal(rows.length, drivers.length + 1);
    for (const row of rows) {
      const [, , exported = '', from = ''] = row.split(' | ');
      const module = (await import(`../../src/bridges/${/toolmark\/([\w-]+)/.exec(from)?.[1]}.js`)) as object;
      for (const [, name = ''] of exported.matchAll(/`(\w+)`/g)) assert.ok(name in module, `${name} is not in ${from}`);
    }
  });
});

describe('docs/guide/providers.md', () => {
  const page = pageOf('providers');
  it('Options: all of them, each once', () => assert.deepEqual(namesUnder(page, '## Options').sort(), declareOptions));
  it('losses: the codes of the table, each with its meaning', () => {
    for (const [code, { meaning }] of Object.entries(lossCodes)) assert.ok(page.includes(`| \`${code}\` | ${meaning}`), code);
  });
});
