/** `toolmark serve`: publishes modules over stdio or Streamable HTTP. */
import { dirname, resolve } from 'node:path';
import { packageIdentity } from '../bridges/mcp/identity.js';
import type { ToolRegistry } from '../runtime/registry.js';
import { type CliIo, counted, readArguments, UsageError } from './io.js';
import type { ConfigFile } from './settings/config-file.js';
import type { Effective } from './settings/effective.js';

const usage = `Usage: toolmark serve [MODULE…] [options]

Publishes the tools, resources and prompts of the modules as an MCP server, over stdio unless --http is given.
A module is a .ts, .mts, .cts, .js, .mjs or .cjs file; its exported classes with @tool() methods and its exported
tools are published. Classes are made without arguments; for others give instances as the default export.
A flag goes before an environment variable, and that before the configuration file (see defineConfig of toolmark/mcp).

`;

const examples = `
Examples:
  toolmark serve src/atlas.service.ts
  toolmark serve src/*.service.ts --http 3000 --sessions
  toolmark serve src/atlas.service.ts --http 3000 --auth-key env:ATLAS_KEY --limit calls=16
  toolmark serve --config deploy/toolmark.config.ts --inspect-config
  claude mcp add atlas -- npx toolmark serve src/atlas.service.ts
`;

/** What is to be served, and how. */
interface Plan {
  files: string[];
  effective: Effective;
  config: ConfigFile | undefined;
}

/** Serves until the client goes or a signal comes. Gives the exit code when it did not start. */
export async function serve(args: string[], io: CliIo): Promise<number> {
  const { describeOptions, serveFlags } = await import('./settings/help.js');
  const { values, positionals } = readArguments(args, serveFlags(), 'serve');
  if (values['help']) return (io.stdout.write(`${usage}${describeOptions()}${examples}`), 0);
  const plan = await planned(values, positionals);
  if (values['inspect-config']) {
    const { inspected } = await import('./settings/inspect.js');
    // Settings that make no sense together are found now and not when the server starts.
    if (plan.effective.values.has('http')) await (await import('./settings/server-options.js')).httpOptions(plan.effective);
    io.stdout.write(inspected(plan.effective, { config: plan.config?.path, modules: plan.files }));
    return 0;
  }
  if (plan.files.length === 0) throw new UsageError('name at least one module. See toolmark serve --help.');
  const isHttp = plan.effective.values.has('http');
  if (!isHttp) await refuseHttpSettings(plan.effective);
  for (const warning of plan.effective.warnings) io.stderr.write(`toolmark serve: ${warning}\n`);
  return isHttp ? overHttp(plan, io) : overStdio(plan, io);
}

async function planned(flags: Record<string, string | boolean | (string | boolean)[] | undefined>, positionals: string[]): Promise<Plan> {
  const [{ loadConfigFile }, { effectiveSettings }, { quietly }] = await Promise.all([
    import('./settings/config-file.js'),
    import('./settings/effective.js'),
    import('./quietly.js'),
  ]);
  const cwd = process.cwd();
  // A configuration file may log while it loads, and standard output may be the protocol's.
  const config = flags['no-config'] ? undefined : await quietly(() => loadConfigFile(flags['config'] as string | undefined, cwd));
  const effective = effectiveSettings({ flags, env: process.env, config, cwd });
  const ofConfig = (effective.values.get('modules')?.value ?? []) as string[];
  const files = positionals.length > 0 ? positionals : ofConfig.map((file) => resolve(dirname(config?.path ?? cwd), file));
  return { files, config, effective: withIdentity(effective, files) };
}

/** The name and version of the package that the first module belongs to, where nobody said others. */
function withIdentity({ values, warnings }: Effective, [file = 'package.json']: string[]): Effective {
  const all = new Map(values);
  for (const [key, value] of Object.entries(packageIdentity(file))) if (!all.has(key)) all.set(key, { value, from: 'package.json' });
  return { values: all, warnings };
}

async function overStdio(plan: Plan, io: CliIo): Promise<number> {
  // Before a module is loaded: it may log while it loads.
  const { guardStdout } = await import('../bridges/mcp/stdio/stdout.js');
  guardStdout();
  const registry = await load(plan.files, io);
  if (!registry) return 1;
  const [{ serveStdio }, { serverOptions }] = await Promise.all([
    import('../bridges/mcp/stdio/stdio.js'),
    import('./settings/server-options.js'),
  ]);
  await (
    await serveStdio(registry, serverOptions(plan.effective))
  ).closed;
  return 0;
}

/** A flag that does nothing would let somebody believe that the server is guarded. What a file says may be for another start. */
async function refuseHttpSettings({ values }: Effective): Promise<void> {
  const { isForHttpOnly, settings } = await import('./settings/table.js');
  for (const setting of settings) {
    const from = values.get(setting.key)?.from ?? '';
    if (isForHttpOnly(setting) && from.startsWith('flag ')) throw new UsageError(`${from.split(' ')[1]} goes with --http PORT.`);
  }
}

async function overHttp(plan: Plan, io: CliIo): Promise<number> {
  const { httpOptions } = await import('./settings/server-options.js');
  const options = await httpOptions(plan.effective);
  const registry = await load(plan.files, io);
  if (!registry) return 1;
  const hidden = options.auth === undefined ? hiddenWithoutAuth(registry) : undefined;
  if (hidden !== undefined) io.stderr.write(`toolmark serve: ${hidden}\n`);
  const { serveHttp } = await import('../bridges/mcp/http/serve.js');
  const server = await serveHttp(registry, options);
  // Before the line that says so: whoever waits for it may send a signal at once.
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  io.stderr.write(`Serving ${contentsOf(registry)} at ${server.url}\n`);
  await stopped;
  await server.close();
  // A service may hold connections of its own, which would keep the process.
  return process.exit(0);
}

function contentsOf({ size, resources, prompts }: ToolRegistry): string {
  return counted([
    [size, 'tool'],
    [resources.size, 'resource'],
    [prompts.size, 'prompt'],
  ]);
}

/** What needs scopes is hidden from callers that can have none; nobody would find out why. */
function hiddenWithoutAuth(registry: ToolRegistry): string | undefined {
  const namesIn = (scopes?: string[]): string[] => {
    const { resources, prompts } = registry;
    const granted = { ...(scopes && { scopes }) };
    return [
      ...registry.list(granted).map(({ name }) => name),
      ...resources.list(granted).map(({ uri }) => uri),
      ...resources.templates(granted).map(({ uriTemplate }) => uriTemplate),
      ...prompts.list(granted).map(({ name }) => name),
    ];
  };
  const open = new Set(namesIn([]));
  const hidden = namesIn().filter((name) => !open.has(name));
  if (hidden.length === 0) return undefined;
  const said = `${hidden.join(', ')} ${hidden.length === 1 ? 'needs' : 'need'} scopes, which no caller has without auth`;
  return `${said}: neither listed nor run. Give --auth-key or --auth-issuer, or take the scopes off.`;
}

async function load(files: string[], io: CliIo): Promise<ToolRegistry | undefined> {
  const { loadRegistry } = await import('./modules.js');
  return loadRegistry(files, io);
}
