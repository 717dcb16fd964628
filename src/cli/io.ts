/** What commands share: streams, options, wrong use. */
import { parseArgs, type ParseArgsConfig, styleText } from 'node:util';
import { nearest } from '../schema/words.js';

/** Where a command reads and writes. */
export interface CliIo {
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown; isTTY?: boolean };
}

/** Wrong use of the command line: one line, exit code 2. */
export class UsageError extends Error {}

type Flags = NonNullable<ParseArgsConfig['options']>;

type Read<T extends Flags> = ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true; strict: true }>>;

/** Every command has `--help`. */
export const helpFlag = { help: { type: 'boolean', short: 'h' } } as const;

/** Reads options and positionals. @throws UsageError for an unknown or unfit option, with the nearest one */
export function readArguments<T extends Flags>(args: string[], options: T, command: string): Read<T> {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${explain(error as NodeJS.ErrnoException, options)} See toolmark ${command} --help.`);
  }
}

function explain(error: NodeJS.ErrnoException, options: Flags): string {
  const quoted = /'(?:-\w, )?(-{1,2}[^'\s]*)/.exec(error.message)?.[1];
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || quoted === undefined) return `${error.message.split(/[\n.]/, 1)[0]}.`;
  const close = nearest(quoted.replace(/^-+/, ''), Object.keys(options));
  return `unknown option '${quoted}'.${close ? ` Did you mean '--${close}'?` : ''}`;
}

/** `2 tools, 1 prompt`: what there is none of is left out, but the first. */
export function counted(counts: readonly (readonly [number, string])[]): string {
  const some = counts.filter(([count], index) => count > 0 || index === 0);
  return some.map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`).join(', ');
}

type Style = Parameters<typeof styleText>[0];

/** Colours only on a terminal, and not where NO_COLOR says no. */
export function styler(stream: CliIo['stdout']): (style: Style, text: string) => string {
  const coloured = stream.isTTY === true && !process.env['NO_COLOR'];
  return (style, text) => (coloured ? styleText(style, text) : text);
}
