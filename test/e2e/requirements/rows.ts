/** Reads the table of capabilities and the ids that test titles cite. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const table = resolve(root, '..', 'shared', 'capabilities.md');

/** Whether the table lies beside the repository, as it does for its developers and in CI. */
export const hasTable = existsSync(table);

/** Ids of the promised rows: kind P; in the tables without a kind, every row whose line column is not `-`. */
export function promisedRows(): string[] {
  const rows: string[] = [];
  let kindColumn = -1;
  for (const line of readFileSync(table, 'utf8').split('\n')) {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells[0] === 'id') kindColumn = cells.indexOf('kind');
    const id = cells[0] ?? '';
    if (!/^(?:DSPY|GLLM|PROM|DPT|EXP)-\d+$/.test(id)) continue;
    const promised = kindColumn >= 0 ? cells[kindColumn] === 'P' : !(cells[1] ?? '').startsWith('-');
    if (promised) rows.push(id);
  }
  return rows;
}

/** Ids cited in square brackets in the titles of tests, or at the head of a text that a table of cases gives as title. */
export function citedIds(): Set<string> {
  const ids = new Set<string>();
  for (const file of testFiles(join(root, 'test'))) {
    const text = readFileSync(file, 'utf8');
    const titles = [...text.matchAll(/\b(?:it|describe)\(\s*[`'"](.*)/g), ...text.matchAll(/[`'"]((?:\[[A-Z]+-?\d+\] ?)+)/g)];
    for (const [, title] of titles)
      for (const [, id] of (title ?? '').matchAll(/\[((?:DSPY|GLLM|PROM|DPT|EXP)-\d+)\]/g)) ids.add(id as string);
  }
  return ids;
}

/** Folders that are no tests of ours: projects of their own, and installed packages. */
const skipped = new Set(['consumers', 'node_modules']);

/** Files of tests below the folder, and of the cases that several of them run. */
function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') || (basename(folder) === 'cases' && entry.name.endsWith('.ts')) ? [path] : [];
  });
}
