/**
 * Measures MCP over HTTP against peers: `npm run bench -- mcp [--quick] [--only=TEXT]`. With `--only`, contenders whose name holds the
 * text are measured beside the bound, and the results are told but not kept. A full run renews its part of docs/performance.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { compile, install, root } from './compile.js';
import { contenders, infoOf, ours } from './contenders.js';
import { measureCalls, measureLists, measureMemory, type Pace } from './measure.js';
import { quoteReport } from './quotations.js';
import { render } from './report.js';
import type { Machine, Results } from './results.js';

const paces: Record<'full' | 'quick', Pace> = {
  full: { rounds: 3, window: 1200, warmUp: 400, memoryWarmUp: 20_000, memoryCalls: 100_000, peersShare: 0.2 },
  quick: { rounds: 1, window: 150, warmUp: 100, memoryWarmUp: 300, memoryCalls: 1000, peersShare: 1 },
};
const listSize = 1000;

function machine(): Machine {
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return { node: process.version, cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: cpus().length, memory, date };
}

const quick = process.argv.includes('--quick');
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const pace = quick ? paces.quick : paces.full;
const field = contenders.filter(({ name, file }) => only === undefined || file === 'bound' || name.includes(only));
const ownNames = new Set(Object.values(ours));
const start = performance.now();
install();
compile();
const calls = await measureCalls(field, pace);
// Who cannot answer a call is not asked for more.
const able = field.filter(({ name }) => !(name in calls.failures));
const lists = await measureLists(able, listSize, pace);
const memory = await measureMemory(able, pace, ownNames);
const results: Results = {
  machine: machine(),
  quick,
  took: Math.round((performance.now() - start) / 1000),
  rounds: pace.rounds,
  window: pace.window,
  contenders: infoOf(field),
  failures: { calls: calls.failures, lists: lists.failures, memory: memory.failures },
  calls: calls.rows,
  memory: memory.rows,
  listSize,
  lists: lists.rows,
};
const text = render(results);
if (only === undefined) {
  const output = join(root, 'bench/results');
  const name = quick ? 'mcp-quick' : 'mcp';
  mkdirSync(output, { recursive: true });
  writeFileSync(join(output, `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
  writeFileSync(join(output, `${name}.md`), text);
  const page = join(root, 'docs/performance.md');
  if (!quick) writeFileSync(page, quoteReport(readFileSync(page, 'utf8'), text));
}
process.stdout.write(text);
if (Object.keys({ ...calls.failures, ...lists.failures, ...memory.failures }).some((name) => ownNames.has(name))) process.exitCode = 1;
