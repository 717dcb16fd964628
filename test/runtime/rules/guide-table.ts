/** The tables of docs/guide/rules.md, made from the rule table. `npx tsx test/runtime/rules/guide-table.ts` writes them into the guide. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ruleTable } from '../../../src/runtime/rules/table/index.js';

export const guidePath = path.resolve('docs/guide/rules.md');
export const markers = { start: '<!-- rules: made by test/runtime/rules/guide-table.ts -->', end: '<!-- end of rules -->' };

const row = (...cells: (string | undefined)[]): string => `| ${cells.map((cell) => (cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;

/** Arguments for sentences that need some. */
const examples: Record<string, unknown[]> = {
  IsByteLength: [1, 4],
  IsPassportNumber: ['US'],
  MinDate: [new Date('2024-01-01T00:00:00Z')],
  MaxDate: [new Date('2024-12-31T00:00:00Z')],
  IsInstance: [class Point {}],
};

const isSaid = ({ advertised, exact }: (typeof ruleTable)[string]): boolean =>
  exact === true || (advertised !== undefined && advertised !== '`type: string`');

/** What the guide says between the markers. */
export function guideTables(): string {
  const entries = Object.entries(ruleTable);
  const said = entries.filter(([, entry]) => isSaid(entry));
  const told = entries.filter(([, entry]) => !isSaid(entry));
  return [
    '### Advertised as keywords',
    '',
    row('decorator', 'schema', 'exact', 'told in words'),
    row('---', '---', '---', '---'),
    ...said.map(([name, entry]) => row(`\`${name}\``, entry.advertised, entry.exact ? 'yes' : 'no', entry.reason)),
    '',
    '### Told in the description',
    '',
    row('decorator', 'sentence', 'why'),
    row('---', '---', '---'),
    ...told.map(([name, entry]) => row(`\`${name}\``, entry.describe?.(examples[name] ?? []), entry.reason)),
    '',
    '### Stricter than class-validator alone',
    '',
    ...entries.filter(([, entry]) => entry.stricter !== undefined).map(([name, entry]) => `* \`${name}\`: ${entry.stricter ?? ''}.`),
  ].join('\n');
}

function writeGuide(): void {
  const text = readFileSync(guidePath, 'utf8');
  const [before = ''] = text.split(markers.start);
  const after = text.split(markers.end)[1] ?? '';
  writeFileSync(guidePath, `${before}${markers.start}\n\n${guideTables()}\n\n${markers.end}${after}`);
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href.endsWith('guide-table.ts')) writeGuide();
