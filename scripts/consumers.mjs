// Packs the package and uses it as a stranger would, from each project under test/consumers. Ends with 1 when any check failed.
// node scripts/consumers.mjs [project ...]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projects } from '../test/consumers/projects.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, 'test/consumers');
/** How many projects run at once, and how long one command may take, in milliseconds. */
const [atOnce, patience] = [2, 120_000];

function npm(args, cwd) {
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** The consumers' own tools, when the lock file changed since; then the package from its tarball, with its dependencies. */
function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex');
  const stamp = join(home, 'node_modules/.installed');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    npm(['ci'], home);
    writeFileSync(stamp, lock);
  }
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pack-'));
  try {
    npm(['pack', '--pack-destination', folder], root);
    const [tarball] = readdirSync(folder);
    npm(['install', '--no-save', '--prefer-offline', join(folder, tarball)], home);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two copies of class-validator would not see each other's rules. */
function sharedCopies() {
  return ['class-validator', 'class-transformer', 'reflect-metadata'].map((name) => {
    const one = existsSync(join(home, 'node_modules', name)) && !existsSync(join(home, 'node_modules/toolmark/node_modules', name));
    return `${one ? 'ok' : 'not ok'} one copy of ${name}`;
  });
}

/** Copies the shared sources into the project, with imports that end as the project's do, and removes what an earlier run wrote. */
function prepare({ name, imports }) {
  const folder = join(home, name);
  const written = readdirSync(folder).filter((entry) => entry.startsWith('dist'));
  for (const old of ['src/shared', 'src/toolmark.generated.ts', ...written]) rmSync(join(folder, old), { recursive: true, force: true });
  const target = join(folder, 'src/shared');
  cpSync(join(home, 'shared'), target, { recursive: true });
  if (existsSync(join(folder, 'variant'))) cpSync(join(folder, 'variant'), target, { recursive: true });
  for (const file of readdirSync(target)) {
    const text = readFileSync(join(target, file), 'utf8');
    writeFileSync(join(target, file), text.replace(/(from '\.[^']*)\.js'/g, `$1${imports}'`));
  }
  return folder;
}

function run([command, ...args], cwd) {
  return new Promise((resolve) => {
    // A terminal's settings must not colour what is read here.
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }, timeout: patience });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ status: null, output: String(error) }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** The lines `ok …` and `not ok …` of one run; a run that failed without such a line, or printed another number of them, adds one. */
async function verdicts({ command, checks }, folder) {
  const { status, output } = await run(command, folder);
  const lines = output.split('\n').filter((line) => /^(not )?ok /.test(line));
  const failed = lines.some((line) => line.startsWith('not'));
  if (status !== 0 && !failed) return [...lines, `not ok ended with ${status}\n${output}`];
  if (checks === undefined) return ['ok ended with 0'];
  return lines.length === checks ? lines : [...lines, `not ok printed ${lines.length} of ${checks} checks\n${failed ? '' : output}`];
}

/** What every project does before its own runs. */
const common = [
  { name: 'toolmark build', command: ['npx', 'toolmark', 'build'] },
  { name: 'toolmark build --check', command: ['npx', 'toolmark', 'build', '--check'] },
];

async function runProject(project) {
  const start = Date.now();
  const folder = prepare(project);
  const all = [];
  for (const step of [...(project.unbuilt ?? []), ...common, ...project.runs]) {
    for (const line of await verdicts(step, folder)) all.push(line.replace(/^((?:not )?ok )/, `$1${project.name}/${step.name}: `));
  }
  console.log(`${all.join('\n')}\n# ${project.name}: ${((Date.now() - start) / 1000).toFixed(1)} s`);
  return all;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !projects.some((project) => project.name === name));
try {
  if (unknown.length > 0)
    throw new Error(`No consumer is named ${unknown.join(', ')}; there are ${projects.map(({ name }) => name).join(', ')}.`);
  install();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const lines = sharedCopies();
console.log(lines.join('\n'));
const waiting = projects.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const worker = async () => {
  for (let project = waiting.shift(); project; project = waiting.shift()) lines.push(...(await runProject(project)));
};
await Promise.all(Array.from({ length: atOnce }, worker));

const failures = lines.filter((line) => line.startsWith('not ok'));
console.log(`\nconsumers: ${lines.length - failures.length} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 && lines.length > 0 ? 0 : 1;
