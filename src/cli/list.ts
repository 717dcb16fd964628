/** `toolmark list`: shows the tools of modules. */
import type { Tool } from '../runtime/tool.js';
import { type CliIo, helpFlag, readArguments, styler, UsageError } from './io.js';

const help = `Usage: toolmark list MODULE… [options]

Shows the names, descriptions and arguments of the modules' tools.

  --json  print the full definitions, schemas included, as JSON
  --help  show this

Examples:
  toolmark list src/atlas.service.ts
  toolmark list src/*.service.ts --json
`;

const flags = { json: { type: 'boolean' }, ...helpFlag } as const;

export async function list(args: string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, flags, 'list');
  if (values.help) return (io.stdout.write(help), 0);
  if (positionals.length === 0) throw new UsageError('name at least one module. See toolmark list --help.');
  const { quietly } = await import('./quietly.js');
  const registry = await quietly(async () => (await import('./modules.js')).loadRegistry(positionals, io, 'show'));
  if (!registry) return 1;
  const tools = registry.list();
  io.stdout.write(
    values.json
      ? `${JSON.stringify(
          tools.map((tool) => tool.definition),
          null,
          2,
        )}\n`
      : describe(tools, styler(io.stdout)),
  );
  return 0;
}

function describe(tools: readonly Tool[], style: ReturnType<typeof styler>): string {
  return tools.map((tool) => [style('bold', heading(tool)), ...indented(tool.description ?? '')].join('\n')).join('\n\n') + '\n';
}

/** As in TypeScript: optional arguments have a question mark. */
function heading({ name, signature }: Tool): string {
  return `${name}(${signature.map((entry) => `${entry.name}${entry.required ? '' : '?'}: ${entry.type}`).join(', ')})`;
}

function indented(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `  ${line}`);
}
