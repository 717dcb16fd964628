/** `toolmark list`: shows the tools, resources and prompts of modules. */
import type { ToolRegistry } from '../runtime/registry.js';
import type { Tool } from '../runtime/tool.js';
import { type CliIo, helpFlag, readArguments, styler, UsageError } from './io.js';

const help = `Usage: toolmark list MODULE… [options]

Shows the names, descriptions and arguments of the modules' tools, resources and prompts.

  --json  print the tools' full definitions, schemas included, as JSON
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
      : [...tools.map(toolEntry), ...resourceEntries(registry), ...promptEntries(registry)]
          .map((one) => shown(one, styler(io.stdout)))
          .join('\n'),
  );
  return 0;
}

interface Entry {
  heading: string;
  description?: string;
}

const shown = ({ heading, description = '' }: Entry, style: ReturnType<typeof styler>): string =>
  `${[style('bold', heading), ...indented(description)].join('\n')}\n`;

/** As in TypeScript: optional arguments have a question mark. */
function toolEntry({ name, signature, description }: Tool): Entry {
  return {
    heading: `${name}(${signature.map((entry) => `${entry.name}${entry.required ? '' : '?'}: ${entry.type}`).join(', ')})`,
    description,
  };
}

function resourceEntries({ resources }: ToolRegistry): Entry[] {
  return [
    ...resources.list().map(({ uri, description }) => ({ heading: `resource ${uri}`, description })),
    ...resources.templates().map(({ uriTemplate, description }) => ({ heading: `resource ${uriTemplate}`, description })),
  ];
}

function promptEntries({ prompts }: ToolRegistry): Entry[] {
  return prompts.list().map(({ name, description, arguments: all = [] }) => ({
    heading: `prompt ${name}(${all.map((one) => one.name + (one.required ? '' : '?')).join(', ')})`,
    description,
  }));
}

function indented(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `  ${line}`);
}
