/** Compares `toolmark build` with `tsc --noEmit` on the same sources, and a warm rebuild with a full one; all in one run, interleaved. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBuild } from '../../src/build/index.js';
import { makeProject } from './project.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const tsc = createRequire(createRequire(import.meta.url).resolve('typescript-json-schema')).resolve('typescript/lib/tsc.js');
const main = join(root, 'dist/esm/cli/main.js');
const cpu = join(root, 'bench/build/cpu.cjs');

interface Row {
  tools: number;
  /** Milliseconds, medians. */
  tsc: number;
  build: number;
  rebuild: number;
  buildToTsc: number;
  rebuildToBuild: number;
  /** The same in processor time, which other work on the machine disturbs less. */
  cpuBuildToTsc: number;
}

/** Milliseconds of one process. */
interface Cost {
  wall: number;
  cpu: number;
}

function measure(tools: number, rounds: number): Row {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-bench-'));
  makeProject(folder, tools, join(root, 'dist/esm/index.d.ts'), join(root, 'node_modules'));
  const times = { tsc: [] as Cost[], build: [] as Cost[], rebuild: [] as number[] };
  const warm = openBuild({ cwd: folder });
  warm.run();
  for (let round = 0; round < rounds; round++) {
    times.tsc.push(child(folder, tsc, '--noEmit', '-p', '.'));
    rmSync(join(folder, 'src/toolmark.generated.ts'), { force: true });
    times.build.push(child(folder, main, 'build'));
    rmSync(join(folder, 'src/toolmark.generated.ts'), { force: true });
    appendFileSync(join(folder, 'src/service0.ts'), `// ${round}\n`);
    times.rebuild.push(timed(() => warm.run()));
  }
  rmSync(folder, { recursive: true });
  const of = (costs: readonly Cost[], key: keyof Cost): number => median(costs.map((cost) => cost[key]));
  const [a, b, c] = [of(times.tsc, 'wall'), of(times.build, 'wall'), median(times.rebuild)];
  return {
    tools,
    tsc: a,
    build: b,
    rebuild: c,
    buildToTsc: b / a,
    rebuildToBuild: c / b,
    cpuBuildToTsc: of(times.build, 'cpu') / of(times.tsc, 'cpu'),
  };
}

function child(cwd: string, ...args: string[]): Cost {
  const file = join(cwd, 'cpu.txt');
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', cpu, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, BENCH_CPU: file },
  });
  const wall = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return { wall, cpu: Number(readFileSync(file, 'utf8')) };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rows = [measure(10, 5), measure(100, 5), measure(1000, 5)];
const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
const head =
  '| tools | tsc --noEmit ms | toolmark build ms | warm rebuild ms | build / tsc (target 1.35 at 1000) | the same in processor time | rebuild / build (target 0.25) |\n|---|---|---|---|---|---|---|\n';
const table = rows.map(
  (row) =>
    `| ${[row.tools, row.tsc.toFixed(0), row.build.toFixed(0), row.rebuild.toFixed(0), row.buildToTsc.toFixed(2), row.cpuBuildToTsc.toFixed(2), row.rebuildToBuild.toFixed(2)].join(' | ')} |\n`,
);
const text = `# Build step against tsc\n\n${machine}; medians of one run, interleaved.\n\n${head}${table.join('')}`;
mkdirSync(join(root, 'bench/results'), { recursive: true });
writeFileSync(join(root, 'bench/results/build.json'), `${JSON.stringify({ machine, rows }, undefined, 2)}\n`);
writeFileSync(join(root, 'bench/results/build.md'), text);
process.stdout.write(text);
