/** Measures the checking of arguments against peers: `npm run bench -- arguments [--quick]`. A full run also renews what docs/performance.md quotes. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureColdStart } from './cold/measure.js';
import { buildManifestOf, compile, home, install, made, prepareFolder, root } from './compile.js';
import { quote, render } from './report.js';
import type { Machine, Results, Throughput } from './results.js';

/** Rounds, milliseconds of one contender in a round, and fresh processes. */
const paces = { full: { rounds: 9, window: 40, runs: 15 }, quick: { rounds: 3, window: 8, runs: 3 } };

const quick = process.argv.includes('--quick');
const pace = quick ? paces.quick : paces.full;
const output = join(root, 'bench/results');
const docs = join(root, 'docs/performance.md');

/** Runs the contenders in a process of their own, without tsx. @throws Error when they do not agree */
function measureThroughput(): Throughput {
  const contenders = join(home, 'contenders');
  buildManifestOf(contenders, join(contenders, 'toolmark.generated.ts'));
  compile(contenders, true);
  const file = join(made, 'throughput.json');
  const args = ['--expose-gc', join(made, 'contenders/measure.js'), file, String(pace.rounds), String(pace.window)];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the measuring process failed');
  return JSON.parse(readFileSync(file, 'utf8')) as Throughput;
}

function machine(): Machine {
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return { node: process.version, cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: cpus().length, memory, date };
}

install();
prepareFolder();
const throughput = measureThroughput();
const cold = measureColdStart(pace.runs);
const results: Results = { machine: machine(), quick, ...throughput, cold };
const text = render(results);
const name = quick ? 'arguments-quick' : 'arguments';
mkdirSync(output, { recursive: true });
writeFileSync(join(output, `${name}.json`), `${JSON.stringify(results, undefined, 2)}\n`);
writeFileSync(join(output, `${name}.md`), text);
if (!quick) writeFileSync(docs, quote(readFileSync(docs, 'utf8'), results));
process.stdout.write(text);
