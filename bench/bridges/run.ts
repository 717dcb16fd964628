/** Measures our bridges against the frameworks' own tools: `npm run bench -- bridges [--quick]`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { compile, home, install, measured, root } from './compile.js';
import { render } from './report.js';
import type { Results, Role, Row } from './results.js';

const quick = process.argv.includes('--quick');
const pace = quick ? { rounds: 3, window: 30 } : { rounds: 9, window: 200 };

interface Measured {
  field: { name: string; group: string }[];
  failures: Record<string, string>;
  found: Partial<Record<Row, Record<string, number[]>>>;
}

/** In each round one process for each contender. */
function firstDeclarations(field: Measured['field']): Record<string, number[]> {
  const found: Record<string, number[]> = {};
  for (let round = 0; round < pace.rounds; round += 1)
    for (const { name, group } of field) (found[name] ??= []).push(measured('first', group, name) as number);
  return found;
}

const packages: Readonly<Record<string, string>> = { AI: 'ai', LangChain: '@langchain/core', OpenAI: '@openai/agents-core' };

function contender({ name }: { name: string }): Results['contenders'][number] {
  const isOurs = name.startsWith('toolmark/');
  const from = packages[name.split(/[ ,]/)[0] ?? ''];
  const version =
    from === undefined
      ? ''
      : (JSON.parse(readFileSync(join(home, 'node_modules', from, 'package.json'), 'utf8')) as { version: string }).version;
  const role: Role = isOurs ? 'ours' : /jsonSchema|Agents, JSON/.test(name) ? 'unchecked' : 'peer';
  return { name, role, version };
}

const start = performance.now();
install();
compile();
const { field, failures, found } = measured('rounds', String(pace.rounds), String(pace.window)) as Measured;
const all: Measured['found'] = { first: firstDeclarations(field), ...found };
const results: Results = {
  machine: {
    node: process.version,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    date: new Date().toISOString().slice(0, 10),
  },
  quick,
  took: Math.round((performance.now() - start) / 1000),
  ...pace,
  contenders: field.map(contender),
  failures,
  times: all,
};
const text = render(results);
const output = join(root, 'bench/results');
const name = quick ? 'bridges-quick' : 'bridges';
mkdirSync(output, { recursive: true });
writeFileSync(join(output, `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
writeFileSync(join(output, `${name}.md`), text);
process.stdout.write(text);
if (Object.keys(failures).length > 0) process.exitCode = 1;
