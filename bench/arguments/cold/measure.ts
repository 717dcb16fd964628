/** Cold start: fresh processes, one kind after the other in each run, medians. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildManifestOf, compile, home, made } from '../compile.js';
import type { ColdStart, ColdTools } from '../results.js';
import { writeProject } from './project.js';

const folder = join(home, 'cold');

/** Makes a project of so many tools with the real build step and compiles it. @returns its main module */
function makeProject(tools: number): string {
  const project = join(made, `cold/${tools}`);
  writeProject(project, tools);
  buildManifestOf(project, join(project, 'src/toolmark.generated.ts'));
  compile(project, false);
  return join(project, 'out/main.js');
}

/** What a process prints as JSON. @throws Error with its output when it fails */
function run<T>(...args: string[]): T {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} failed:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as T;
}

/** The row in the middle by the given key. */
function middle<T>(rows: readonly T[], key: (row: T) => number): T {
  return [...rows].sort((a, b) => key(a) - key(b))[Math.floor(rows.length / 2)] as T;
}

export function measureColdStart(runs: number): ColdStart {
  const [single, many] = [makeProject(1), makeProject(1000)];
  const rows = {
    empty: [] as number[],
    ajv: [] as { imported: number; compiled: number }[],
    one: [] as ColdTools[],
    many: [] as ColdTools[],
  };
  // The first run fills the system's file cache and is not counted.
  for (let index = -1; index < runs; index++) {
    const empty = run<{ total: number }>(join(folder, 'empty.mjs')).total;
    const ajv = run<{ imported: number; compiled: number }>(join(folder, 'ajv.mjs'));
    const one = run<ColdTools>(single);
    const thousand = run<ColdTools>(many);
    if (index < 0) continue;
    rows.empty.push(empty);
    rows.ajv.push(ajv);
    rows.one.push(one);
    rows.many.push(thousand);
  }
  return {
    runs,
    empty: middle(rows.empty, (time) => time),
    ajvImport: middle(rows.ajv, ({ imported }) => imported).imported,
    ajvImportAndCompile: middle(rows.ajv, ({ compiled }) => compiled).compiled,
    one: { ...median(rows.one), ...compiledBeforeCall(single) },
    thousand: { ...median(rows.many), ...compiledBeforeCall(many) },
  };
}

/** Each time by its own median. */
function median(rows: readonly ColdTools[]): ColdTools {
  const of = (key: 'total' | 'load' | 'register' | 'firstCall'): number => middle(rows, (row) => row[key])[key];
  const [first] = rows;
  if (!first) throw new Error('a cold start needs at least one run');
  return { ...first, total: of('total'), load: of('load'), register: of('register'), firstCall: of('firstCall') };
}

/** Counted in a process of its own, because counting takes time. */
function compiledBeforeCall(main: string): Pick<ColdTools, 'compiledBeforeCall'> {
  const counter = pathToFileURL(join(folder, 'count-compiled.mjs')).href;
  return { compiledBeforeCall: run<ColdTools>('--import', counter, main).compiledBeforeCall };
}
