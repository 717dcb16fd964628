/** The options of `toolmark serve --help`, and what `parseArgs` is told of them, from the table of settings. */
import type { ParseArgsConfig } from 'node:util';
import { kinds } from './kinds.js';
import { type Group, type Setting, settings } from './table.js';

type Flags = NonNullable<ParseArgsConfig['options']>;

const argumentOf = ({ kind, choices }: Setting): string => choices?.join('|') ?? kinds[kind].argument ?? '';

/** The flags of the table and the few that are no settings. */
export function serveFlags(): Flags {
  const flags: Flags = {
    config: { type: 'string', short: 'c' },
    'no-config': { type: 'boolean' },
    'inspect-config': { type: 'boolean' },
    limit: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  };
  for (const { flag, kind } of settings) {
    if (flag === undefined) continue;
    flags[flag] =
      kinds[kind].argument === undefined ? { type: 'boolean' } : { type: 'string', ...(kinds[kind].isList && { multiple: true }) };
  }
  return flags;
}

const groups: Group[] = ['What is served', 'Where', 'Who may call', 'What a caller sees', 'Running'];

/** Lines of help, one option each, under a heading for each group. */
export function describeOptions(): string {
  const parts = groups.map((group) => section(group, settings.filter((one) => one.group === group && one.flag !== undefined).map(row)));
  const limits = settings.filter(({ group }) => group === 'Limits');
  const limitRows = limits.map(({ key, default: value, help }): [string, string] => [
    `${key.slice('limits.'.length)}=${typeof value === 'number' ? value : 'CALLS/SECONDS'}`,
    help,
  ]);
  const others: [string, string][] = [
    ['--config FILE', 'the configuration file (default: the nearest toolmark.config.ts, .mts, .js, .mjs or .json)'],
    ['--no-config', 'read no configuration file'],
    ['--inspect-config', 'print the settings in force and where each came from, and end'],
    ['--help', 'show this'],
  ];
  return [...parts, section('Limits: --limit NAME=VALUE, with these defaults', limitRows), section('Also', others)].join('\n');
}

/** Columns of the left side; what is longer has a line of its own. */
const width = 31;

const section = (title: string, rows: [string, string][]): string =>
  `${title}\n${rows.map(([left, right]) => `  ${left.length > width ? `${left}\n  ${' '.repeat(width)}` : left.padEnd(width)} ${right}`).join('\n')}\n`;

function row(setting: Setting): [string, string] {
  const { flag = '', env, help, kind, default: value } = setting;
  const notes = [
    ...(kinds[kind].isList ? ['may be repeated'] : []),
    ...(typeof value === 'string' ? [`default: ${value}`] : []),
    ...(env === undefined ? [] : [`also ${env}`]),
  ];
  return [`--${flag} ${argumentOf(setting)}`.trimEnd(), notes.length === 0 ? help : `${help} [${notes.join('; ')}]`];
}
