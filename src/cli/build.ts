/** `toolmark build`: writes the generated module, or tells what stands in its way. */
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildManifest, type BuildResult, formatDiagnostics, watchManifest } from '../build/index.js';
import { readExisting, writeWhenChanged } from '../build/emit/write.js';
import { counted } from './io.js';

/** Where a command writes. */
export interface BuildIo {
  stdout: { write(text: string): unknown; isTTY?: boolean };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** Folder that relative paths start from, or a function that gives it, as `process` has. */
  cwd?: string | (() => string);
  /** Ends `--watch`. */
  signal?: AbortSignal;
}

const help = `Usage: toolmark build [options]

Reads the project's tools and writes the module that binds their contracts to them.

  --project FILE  the tsconfig.json to use, or its folder (default: the nearest one)
  --out FILE      the module to write (default: src/toolmark.generated.ts)
  --check         write nothing; exit 1 when the module is not up to date
  --watch         build again after each change
  --json          print the outcome as JSON
  --help          show this

Examples:
  toolmark build
  toolmark build --project packages/api/tsconfig.json --out packages/api/src/tools.ts
  toolmark build --check     # in continuous integration
`;

const flags = {
  project: { type: 'string', short: 'p' },
  out: { type: 'string', short: 'o' },
  check: { type: 'boolean' },
  watch: { type: 'boolean', short: 'w' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Flags {
  project?: string;
  out?: string;
  check?: boolean;
  watch?: boolean;
  json?: boolean;
  help?: boolean;
}

/** Runs the command. Gives the exit code: 0 done, 1 errors or stale, 2 wrong use. */
export async function build(args: string[], io: BuildIo = process): Promise<number> {
  const given = readFlags(args);
  if (typeof given === 'string') {
    io.stderr.write(`toolmark build: ${given} See toolmark build --help.\n`);
    return 2;
  }
  if (given.help) {
    io.stdout.write(help);
    return 0;
  }
  if (given.watch) return watchProject(given, io);
  return tell(buildManifest(requestOf(given, io)), given, io);
}

function readFlags(args: string[]): Flags | string {
  try {
    const { values } = parseArgs({ args, options: flags, allowPositionals: false, strict: true });
    return values.check && values.watch ? '--check and --watch exclude each other.' : values;
  } catch (error) {
    const said = (error as Error).message.split('. ')[0] ?? '';
    return `${said.replace(/\.$/, '')}.`;
  }
}

const cwdOf = (io: BuildIo): string => (typeof io.cwd === 'string' ? io.cwd : (io.cwd?.() ?? process.cwd()));

function requestOf(given: Flags, io: BuildIo): { cwd: string; project?: string; out?: string } {
  return { cwd: cwdOf(io), project: given.project, out: given.out };
}

function tell(result: BuildResult, given: Flags, io: BuildIo): number {
  const { diagnostics, out, text, tools, resources, prompts, forms, schemas } = result;
  const errors = diagnostics.filter((one) => one.severity === 'error').length;
  const stale = errors === 0 && readExisting(out) !== text;
  const written = errors === 0 && !given.check && writeWhenChanged(out, text);
  const failed = errors > 0 || (given.check === true && stale);
  const shown = relative(cwdOf(io), out).replaceAll('\\', '/') || out;
  if (given.json)
    io.stdout.write(
      `${JSON.stringify({ ok: !failed, out, written, stale, tools, resources, prompts, forms, schemas, diagnostics }, undefined, 2)}\n`,
    );
  else {
    if (diagnostics.length > 0) io.stderr.write(`${formatDiagnostics(diagnostics, { cwd: cwdOf(io), color: io.stderr.isTTY === true })}\n`);
    if (errors > 0) io.stderr.write(`${errors} error${errors === 1 ? '' : 's'}; nothing was written.\n`);
    else if (given.check && stale) io.stderr.write(`${shown} is not up to date. Run: ${commandFor(given)}\n`);
    else io.stdout.write(`${shown}: ${contentsOf(result)}, ${written ? 'written' : 'up to date'}\n`);
  }
  return failed ? 1 : 0;
}

function contentsOf({ tools, resources, prompts, forms, schemas }: BuildResult): string {
  return counted([
    [tools.length, 'tool'],
    [resources.length, 'resource'],
    [prompts.length, 'prompt'],
    [forms.length, 'form'],
    [schemas.length, 'schema'],
  ]);
}

function commandFor({ project, out }: Flags): string {
  return ['npx toolmark build', project && `--project ${project}`, out && `--out ${out}`].filter(Boolean).join(' ');
}

function watchProject(given: Flags, io: BuildIo): Promise<number> {
  return new Promise((done) => {
    const stop = watchManifest({ ...requestOf(given, io), onBuild: (result) => void tell(result, given, io) });
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const end = (): void => {
      for (const signal of signals) process.off(signal, end);
      stop();
      done(0);
    };
    io.signal?.addEventListener('abort', end, { once: true });
    for (const signal of signals) process.once(signal, end);
  });
}
