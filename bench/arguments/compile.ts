/** Makes the contenders and the cold start's projects ready to run: the real build step, then the compiler with typia's transform. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as TypeScript from 'typescript';

export const home = dirname(fileURLToPath(import.meta.url));
export const root = resolve(home, '../..');
/** Everything that is made, also the folder in which the compiled modules find `toolmark`. */
export const made = join(home, '.build');

const load = createRequire(join(home, 'package.json'));

/** The peers, when they are not there yet. @throws Error */
export function install(): void {
  if (existsSync(join(home, 'node_modules'))) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: home, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed in bench/arguments');
}

/** An empty folder for what is made, in which `toolmark` is the built package. */
export function prepareFolder(): void {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(made, 'node_modules'), { recursive: true });
  symlinkSync(root, join(made, 'node_modules/toolmark'), 'junction');
}

/** Runs `toolmark build`. @throws Error with its diagnostics */
export function buildManifestOf(project: string, out: string): void {
  const args = [join(root, 'dist/esm/cli/main.js'), 'build', '--project', project, '--out', out];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`toolmark build failed for ${project}:\n${stdout}${stderr}`);
}

type Transform = (
  program: TypeScript.Program,
  options: object,
  extras: { addDiagnostic(diagnostic: TypeScript.Diagnostic): number },
) => TypeScript.TransformerFactory<TypeScript.SourceFile>;

/**
 * Compiles a project as its tsconfig.json says, with typia's transform when it is asked for and can be loaded.
 * @throws Error with the compiler's messages
 */
export function compile(project: string, withTypia: boolean): void {
  const ts = load('typescript') as typeof TypeScript;
  const file = join(project, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: unknown };
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, project, undefined, file);
  const program = ts.createProgram(fileNames, options);
  const told: TypeScript.Diagnostic[] = [...errors, ...ts.getPreEmitDiagnostics(program)];
  const transform = withTypia ? typiaTransform() : undefined;
  const before = transform ? [transform(program, {}, { addDiagnostic: (one) => told.push(one) })] : [];
  program.emit(undefined, undefined, undefined, false, { before });
  if (told.length > 0) {
    const host = { getCanonicalFileName: (name: string) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };
    throw new Error(`${project} does not compile:\n${ts.formatDiagnostics(told, host)}`);
  }
}

/** The module gives the function itself, or as its default. Without it, typia's own error is told in the results. */
function typiaTransform(): Transform | undefined {
  try {
    const found = load('typia/lib/transform') as { default?: Transform } & Transform;
    return found.default ?? found;
  } catch {
    return undefined;
  }
}
