/** `toolmark serve`: publishes modules over stdio or Streamable HTTP. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type CliIo, helpFlag, readArguments, UsageError } from './io.js';

const help = `Usage: toolmark serve MODULE… [options]

Publishes the tools of the modules as an MCP server, over stdio unless --http is given.
A module is a .ts, .mts, .cts, .js, .mjs or .cjs file; its exported classes with @tool() methods and its exported
tools are published. Classes are made without arguments; for others give instances as the default export.

  --http PORT      serve Streamable HTTP on this port, at /mcp (0 takes a free one)
  --host HOST      address to listen on (default: 127.0.0.1, this machine only)
  --name NAME      how the server names itself (default: the name in the module's package.json)
  --help           show this

Examples:
  toolmark serve src/atlas.service.ts
  toolmark serve src/*.service.ts --http 3000
  claude mcp add atlas -- npx toolmark serve src/atlas.service.ts
`;

const flags = {
  http: { type: 'string' },
  host: { type: 'string' },
  name: { type: 'string' },
  ...helpFlag,
} as const;

/** Serves until the client goes or a signal comes. Gives the exit code when it did not start. */
export async function serve(args: string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, flags, 'serve');
  if (values.help) return (io.stdout.write(help), 0);
  if (positionals.length === 0) throw new UsageError('name at least one module. See toolmark serve --help.');
  const port = values.http === undefined ? undefined : checkedPort(values.http);
  if (port === undefined && values.host !== undefined) throw new UsageError('--host goes with --http PORT.');
  return port === undefined ? overStdio(positionals, values.name, io) : overHttp(positionals, port, values, io);
}

function checkedPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new UsageError(`--http takes a port from 0 to 65535, not '${text}'.`);
}

async function overStdio(files: string[], name: string | undefined, io: CliIo): Promise<number> {
  // Before a module is loaded: it may log while it loads.
  const { guardStdout } = await import('../bridges/mcp/stdio/stdout.js');
  guardStdout();
  const registry = await load(files, io);
  if (!registry) return 1;
  const { serveStdio } = await import('../bridges/mcp/stdio/stdio.js');
  await (
    await serveStdio(registry, { name })
  ).closed;
  return 0;
}

async function overHttp(files: string[], port: number, { host, name }: { host?: string; name?: string }, io: CliIo): Promise<number> {
  const registry = await load(files, io);
  if (!registry) return 1;
  const { serveHttp } = await import('../bridges/mcp/http/serve.js');
  const server = await serveHttp(registry, { port, host, ...identity(files, name) });
  io.stderr.write(`Serving ${registry.size} ${registry.size === 1 ? 'tool' : 'tools'} at ${server.url}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  await server.close();
  // A service may hold connections of its own, which would keep the process.
  return process.exit(0);
}

async function load(files: string[], io: CliIo) {
  const { loadRegistry } = await import('./modules.js');
  return loadRegistry(files, io);
}

/** Name and version that the server tells its clients: those of the package that the first module belongs to. */
function identity([file = '.']: string[], name: string | undefined): { name?: string; version?: string } {
  let folder = dirname(resolve(file));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  const found = readPackage(join(folder, 'package.json'));
  return { ...found, ...(name !== undefined && { name }) };
}

function readPackage(file: string): { name?: string; version?: string } {
  try {
    const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    return { ...(typeof name === 'string' && { name }), ...(typeof version === 'string' && { version }) };
  } catch {
    // A package.json that cannot be read is not the server's business.
    return {};
  }
}
