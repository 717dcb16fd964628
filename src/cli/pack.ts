/** `toolmark pack`: writes `server.json` for the MCP registry and an MCP bundle (`.mcpb`), and checks both. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { ToolRegistry } from '../runtime/registry.js';
import { type CliIo, helpFlag, readArguments, styler, UsageError } from './io.js';
import { type Check, type Fault, faultsOf, isRecord } from './pack/checks.js';
import type { PackRequest } from './pack/request.js';

const help = `Usage: toolmark pack [MODULE…] [options]

Writes server.json, with which the MCP registry lists a server, and NAME-VERSION.mcpb, a bundle that clients install with
one click. Facts come from package.json; what an existing server.json or manifest.json says beside them is kept.
Modules are compiled JavaScript inside the package (default: the modules of toolmark.config).

  --project DIR      the package's folder (default: the nearest package.json)
  --out DIR          where to write (default: the package's folder)
  --name NAME        the server's name in the registry, such as io.github.you/atlas (default: "mcpName" of package.json)
  --title TEXT       a name for people
  --description TEXT at most 100 characters (default: that of package.json)
  --remote URL       where the server runs for everybody; may be repeated
  --mcpb-url URL     the release download that the bundle will become
  --env NAME=WHAT    an environment variable that users fill in, and what it is for; may be repeated
  --no-bundle        only server.json
  --no-server-json   only the bundle
  --check            write nothing; check server.json and manifest.json as they are
  --help             show this

Examples:
  toolmark pack dist/atlas.service.js --name io.github.you/atlas
  toolmark pack dist/atlas.service.js --env 'ATLAS_KEY=key of the atlas' --no-server-json
  toolmark pack --check
`;

const flags = {
  project: { type: 'string' },
  out: { type: 'string' },
  name: { type: 'string' },
  title: { type: 'string' },
  description: { type: 'string' },
  remote: { type: 'string', multiple: true },
  'mcpb-url': { type: 'string' },
  env: { type: 'string', multiple: true },
  'no-bundle': { type: 'boolean' },
  'no-server-json': { type: 'boolean' },
  check: { type: 'boolean' },
  ...helpFlag,
} as const;

type Values = ReturnType<typeof readArguments<typeof flags>>['values'];

/** A document and the check of it. */
interface Document {
  name: string;
  value: unknown;
  check: Check;
}

export async function pack(args: string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, flags, 'pack');
  if (values.help) return (io.stdout.write(help), 0);
  const { findProject } = await import('./pack/project.js');
  const project = findProject(values.project ?? process.cwd());
  if (values.check) return checkExisting(project.folder, io);
  if (values['no-bundle'] && values['no-server-json']) throw new UsageError('--no-bundle and --no-server-json leave nothing to write.');
  const request = await requested(values, positionals, project);
  const out = resolve(values.out ?? project.folder);
  return write(request, out, values, io);
}

async function requested(values: Values, positionals: string[], project: PackRequest['project']): Promise<PackRequest> {
  const { loadConfigFile } = await import('./settings/config-file.js');
  const { quietly } = await import('./quietly.js');
  const config = await quietly(() => loadConfigFile(undefined, project.folder));
  const ofConfig = ((config?.values.get('modules') ?? []) as string[]).map((file) => resolve(config?.path ?? '', '..', file));
  const files = positionals.length > 0 ? positionals.map((file) => resolve(file)) : ofConfig;
  return {
    project,
    modules: files.map((file) => moduleIn(project.folder, file)),
    flags: identityFlags(config?.values),
    name: values.name,
    title: values.title,
    description: values.description,
    remotes: values.remote ?? [],
    bundleUrl: values['mcpb-url'],
    variables: (values.env ?? []).map(variable),
  };
}

/** Settings that say who the server is, as flags. */
const identity: Readonly<Record<string, string>> = {
  name: '--name',
  title: '--title',
  instructions: '--instructions',
  websiteUrl: '--website',
};

function identityFlags(values: ReadonlyMap<string, unknown> = new Map()): string[] {
  return Object.entries(identity).flatMap(([key, flag]) => {
    const value = values.get(key);
    // With =, a text may begin with a dash.
    return typeof value === 'string' ? [`${flag}=${value}`] : [];
  });
}

const inPackage = (folder: string, file: string): string => relative(folder, file).split(sep).join('/');

function moduleIn(folder: string, file: string): string {
  const path = inPackage(folder, file);
  if (!existsSync(file)) throw new UsageError(`there is no file '${path}'.`);
  if (path.startsWith('..')) throw new UsageError(`'${path}' is outside the package.`);
  if (/\.[mc]?ts$/.test(path)) throw new UsageError(`'${path}' is TypeScript; compile it, and name the JavaScript.`);
  return path;
}

function variable(given: string): PackRequest['variables'][number] {
  const [, name, description] = /^([A-Za-z_]\w*)=(.+)$/s.exec(given) ?? [];
  if (name === undefined || description === undefined) throw new UsageError(`--env takes NAME=WHAT IT IS FOR, not '${given}'.`);
  return { name, description };
}

async function write(request: PackRequest, out: string, values: Values, io: CliIo): Promise<number> {
  const { folder } = request.project;
  const bundle = values['no-bundle'] ? undefined : await makeBundle(request, io);
  if (bundle === null) return 1;
  const documents = bundle ? [bundle.document] : [];
  if (!values['no-server-json']) documents.unshift(await serverDocument(request, bundle?.archive));
  if (tellFaults(documents, io)) return 1;
  mkdirSync(out, { recursive: true });
  for (const { name, value } of documents.filter((one) => one.name === 'server.json')) {
    writeFileSync(join(out, name), `${JSON.stringify(value, null, 2)}\n`);
    io.stdout.write(`${shown(join(out, name))}: valid\n`);
  }
  if (!bundle) return 0;
  const { name = 'server', version = '0.0.0' } = request.project.facts;
  const file = join(out, `${name.replace(/^@[^/]*\//, '')}-${version}.mcpb`);
  writeFileSync(file, bundle.archive.data);
  const size = (bundle.archive.data.length / 1024 / 1024).toFixed(1);
  io.stdout.write(`${shown(file)}: ${bundle.tools} tools, ${bundle.packages} packages, ${size} MiB, sha256 ${bundle.archive.sha256}\n`);
  if (existsSync(join(folder, 'manifest.json'))) io.stdout.write('What manifest.json says beside package.json was kept.\n');
  return 0;
}

const shown = (file: string): string => relative(process.cwd(), file) || file;

interface Bundle {
  document: Document;
  archive: { data: Buffer; sha256: string };
  tools: number;
  packages: number;
}

/** @returns null after telling why there is none */
async function makeBundle(request: PackRequest, io: CliIo): Promise<Bundle | null> {
  if (request.modules.length === 0) throw new UsageError('name at least one module for the bundle, or give --no-bundle.');
  const registry = await loaded(request, io);
  if (!registry) return null;
  const [{ archive, contentsOf }, { makeManifest }, { bundleManifest }] = await Promise.all([
    import('./pack/bundle.js'),
    import('./pack/manifest.js'),
    import('./pack/manifest-rules.js'),
  ]);
  const contents = contentsOf(request);
  const manifest = makeManifest(request, registry, existing(request.project.folder, 'manifest.json'), contents.natives);
  return {
    document: { name: 'manifest.json', value: plain(manifest), check: bundleManifest },
    archive: archive(contents, manifest),
    tools: registry.size,
    packages: contents.packages,
  };
}

async function loaded({ project, modules }: PackRequest, io: CliIo): Promise<ToolRegistry | undefined> {
  const [{ quietly }, { loadRegistry }] = await Promise.all([import('./quietly.js'), import('./modules.js')]);
  return quietly(() =>
    loadRegistry(
      modules.map((module) => join(project.folder, module)),
      io,
      'show',
    ),
  );
}

async function serverDocument(request: PackRequest, archive: { sha256: string } | undefined): Promise<Document> {
  const [{ makeServerJson }, { serverJson }] = await Promise.all([import('./pack/server-json.js'), import('./pack/server-json-rules.js')]);
  const value = plain(makeServerJson(request, existing(request.project.folder, 'server.json'), archive));
  return { name: 'server.json', value, check: withOwnership(serverJson, request.project.facts) };
}

/** The registry looks into the npm package for the server's name. */
function withOwnership(check: Check, { mcpName }: PackRequest['project']['facts']): Check {
  return (value, field, report) => {
    check(value, field, report);
    if (
      !isRecord(value) ||
      !Array.isArray(value['packages']) ||
      !value['packages'].some((one) => isRecord(one) && one['registryType'] === 'npm')
    )
      return;
    if (typeof value['name'] === 'string' && value['name'] !== mcpName)
      report({ field: 'name', what: 'is not the "mcpName" of package.json', mend: `Add "mcpName": "${value['name']}" to package.json.` });
  };
}

async function checkExisting(folder: string, io: CliIo): Promise<number> {
  const [{ serverJson }, { bundleManifest }, { readPackage }] = await Promise.all([
    import('./pack/server-json-rules.js'),
    import('./pack/manifest-rules.js'),
    import('./pack/project.js'),
  ]);
  const checks: [string, Check][] = [
    ['server.json', withOwnership(serverJson, readPackage(folder))],
    ['manifest.json', bundleManifest],
  ];
  const documents = checks
    .filter(([name]) => existsSync(join(folder, name)))
    .map(([name, check]) => ({ name, check, value: existing(folder, name) }));
  if (documents.length === 0) throw new UsageError('there is neither server.json nor manifest.json.');
  if (tellFaults(documents, io)) return 1;
  for (const { name } of documents) io.stdout.write(`${name}: valid\n`);
  return 0;
}

/** @returns whether there were any */
function tellFaults(documents: readonly Document[], io: CliIo): boolean {
  const faults: [string, Fault][] = documents.flatMap(({ name, value, check }) =>
    faultsOf(value, check).map((fault): [string, Fault] => [name, fault]),
  );
  const red = styler(io.stderr);
  for (const [name, { field, what, mend }] of faults) io.stderr.write(`${red('red', name)}: ${field} ${what}. ${mend}\n`);
  if (faults.length > 0) io.stderr.write('Nothing was written.\n');
  return faults.length > 0;
}

/** As it will be read: without what is undefined. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value));

function existing(folder: string, name: string): Record<string, unknown> {
  const file = join(folder, name);
  if (!existsSync(file)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (isRecord(value)) return value;
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${name} must hold an object.`);
}
