/** `toolmark call`: calls one tool and prints its result. */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { pointer } from '../schema/words.js';
import type { CallOptions, ContentBlock, ToolResult } from '../types.js';
import { type CliIo, helpFlag, readArguments, styler, UsageError } from './io.js';

const help = `Usage: toolmark call MODULE… TOOL [options]

Calls one tool and prints what a model would read; its log messages and progress go to standard error. Exits 1 when
the result is an error.

  --args JSON  the arguments object; @FILE reads it from a file, - from standard input (default: {})
  --json       print the whole result as JSON
  --help       show this

Examples:
  toolmark call src/atlas.service.ts nearby --args '{"latitude": 48.9, "longitude": 2.4}'
  toolmark call src/atlas.service.ts plan --args @trip.json --json
`;

const flags = { args: { type: 'string', short: 'a' }, json: { type: 'boolean' }, ...helpFlag } as const;

export async function call(args: string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, flags, 'call');
  if (values.help) return (io.stdout.write(help), 0);
  if (positionals.length < 2) throw new UsageError('name a module and a tool. See toolmark call --help.');
  const given = parsedArguments(values.args ?? '{}');
  const { quietly } = await import('./quietly.js');
  const modules = positionals.slice(0, -1);
  const registry = await quietly(async () => (await import('./modules.js')).loadRegistry(modules, io));
  if (!registry) return 1;
  const result = await registry.call({ name: positionals.at(-1) as string, args: given }, tellingTo(io));
  for (const { path, kind, before, after } of result.repairs?.slice(0, 20) ?? [])
    io.stderr.write(
      `${styler(io.stderr)('yellow', 'repaired')}: ${pointer(path) || 'the arguments'} (${kind}) ${shown(before)} -> ${shown(after)}\n`,
    );
  if (values.json) io.stdout.write(`${JSON.stringify(asJson(result), null, 2)}\n`);
  else if (result.isError) io.stderr.write(`${styler(io.stderr)('red', 'error')}: ${textOf(result)}\n`);
  else io.stdout.write(`${textOf(result)}\n`);
  return result.isError ? 1 : 0;
}

/** What the tool says on its way. */
function tellingTo({ stderr }: CliIo): Pick<CallOptions, 'log' | 'progress'> {
  const tell = (word: string, what: string): void => void stderr.write(`${styler(stderr)('dim', word)}: ${what}\n`);
  return {
    log: (level, data) => tell(level, typeof data === 'string' ? data : inspect(data, { breakLength: Infinity })),
    progress: (progress, total, message) =>
      tell('progress', `${progress}${total === undefined ? '' : `/${total}`}${message === undefined ? '' : ` ${message}`}`),
  };
}

const shown = (value: unknown): string => (value === undefined ? 'left out' : JSON.stringify(value));

/** Wrong JSON is wrong use; what the tool refuses is its result. */
function parsedArguments(word: string): Record<string, unknown> {
  const text = word === '-' ? read(0, 'standard input') : word.startsWith('@') ? read(word.slice(1), word.slice(1)) : word;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--args is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError('--args must be a JSON object, such as \'{"city": "Paris"}\'.');
}

function read(source: string | number, name: string): string {
  try {
    // Some editors put a byte order mark before the text.
    return readFileSync(source, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    throw new UsageError(`--args: cannot read ${name}.`);
  }
}

/** `value` is the method's own object and need not have a JSON form; what a model gets has. */
function asJson({ name, isError, content, structuredContent, error, repairs }: ToolResult): Record<string, unknown> {
  const { code, issues = [] } = (error ?? {}) as { code?: string; issues?: readonly unknown[] };
  const told = error && { code, message: error.message, ...(issues.length > 0 && { issues }) };
  return {
    name,
    isError,
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(told && { error: told }),
    ...(repairs && { repairs }),
  };
}

function textOf({ content }: ToolResult): string {
  return content.map(blockText).join('\n');
}

function blockText(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'resource_link') return `[${block.name}: ${block.uri}]`;
  if (block.type === 'resource') return block.resource.text ?? `[${block.resource.uri}]`;
  return `[${block.type}, ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
}
