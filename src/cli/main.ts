#!/usr/bin/env node
/** The `toolmark` command: finds the subcommand and loads only that. */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { nearest } from '../schema/words.js';
import { type CliIo, UsageError } from './io.js';

/** One subcommand: its one-line summary and the loader of its module. */
interface Command {
  summary: string;
  load(): Promise<(args: string[], io: CliIo) => Promise<number>>;
}

const commands = new Map<string, Command>([
  ['build', { summary: 'write the module that binds tools to their contracts', load: async () => (await import('./build.js')).build }],
  ['serve', { summary: 'publish the tools of modules over MCP', load: async () => (await import('./serve.js')).serve }],
  ['list', { summary: 'show the tools of modules', load: async () => (await import('./list.js')).list }],
  ['lint', { summary: 'tell what function-calling APIs would refuse or lose', load: async () => (await import('./lint.js')).lint }],
  ['pack', { summary: 'write server.json and an MCP bundle', load: async () => (await import('./pack.js')).pack }],
  ['call', { summary: 'call one tool', load: async () => (await import('./call.js')).call }],
]);

const help = `Usage: toolmark COMMAND [options]

Your TypeScript service class is the tool.

Commands:
${[...commands].map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`).join('\n')}

  --help     show this; toolmark COMMAND --help tells more
  --version  show the version

Examples:
  toolmark serve src/atlas.service.ts
  toolmark list src/atlas.service.ts
  toolmark call src/atlas.service.ts nearby --args '{"latitude": 48.9, "longitude": 2.4}'
  toolmark build
`;

/** Runs a command line. Gives the exit code: 0 done, 1 failed, 2 wrong use. */
export async function main(args: string[], io: CliIo = process): Promise<number> {
  const [first, ...rest] = args;
  if (first === undefined) return print(io.stderr, help, 2);
  if (first === '--version' || first === '-v') return print(io.stdout, `${await version()}\n`, 0);
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) return print(io.stdout, help, 0);
  const asked = first === 'help' ? (rest[0] as string) : first;
  const command = commands.get(asked);
  if (!command) return print(io.stderr, `toolmark: ${unknown(asked)} See toolmark --help.\n`, 2);
  return run(await command.load(), asked, first === 'help' ? ['--help'] : rest, io);
}

async function run(command: Awaited<ReturnType<Command['load']>>, name: string, args: string[], io: CliIo): Promise<number> {
  try {
    return await command(args, io);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return print(io.stderr, `toolmark ${name}: ${message}\n`, error instanceof UsageError ? 2 : 1);
  }
}

function unknown(asked: string): string {
  const close = nearest(asked, commands.keys());
  return `unknown ${asked.startsWith('-') ? 'option' : 'command'} '${asked}'.${close ? ` Did you mean '${close}'?` : ''}`;
}

function print(stream: CliIo['stdout'], text: string, code: number): number {
  stream.write(text);
  return code;
}

async function version(): Promise<string> {
  const { readFileSync } = await import('node:fs');
  // From dist/esm/cli as from src/cli, the package's own file is the nearest above.
  for (const up of ['../../../package.json', '../../package.json']) {
    try {
      const { name, version: own } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as { name?: string; version?: string };
      if (name === 'toolmark' && own) return own;
    } catch {
      continue;
    }
  }
  return 'unknown';
}

const isEntry = process.argv[1] !== undefined && pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url;
if (isEntry) {
  // A reader that closes early, as `head` does, is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  // Node's code for an await that never ends, for example in a module or in a tool.
  process.once(
    'exit',
    () =>
      process.exitCode === 13 &&
      process.stderr.write('toolmark: ended without a result: a module or a tool waits for something that never comes.\n'),
  );
  const code = await main(process.argv.slice(2));
  // Timers and connections of a loaded service must not keep a finished command.
  process.stdout.write('', () => process.exit(code));
}
