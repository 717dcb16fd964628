// What the conformance scripts share: the suite's installation, the server under test, a run and its summary.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How long one run may take, in milliseconds. */
const patience = 300_000;

/** Installs what the folder's lock file says, when it changed since. */
export function installed(home) {
  const lock = createHash('sha256')
    .update(readFileSync(join(home, 'package-lock.json')))
    .digest('hex');
  const stamp = join(home, 'node_modules/.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const { status, stdout, stderr } = spawnSync('npm', ['ci'], { cwd: home, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ci failed in ${home}:\n${stdout}${stderr}`);
  writeFileSync(stamp, lock);
}

/** Starts samples/everything on a free port. */
export async function startEverything(root) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'samples/everything/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
  });
  let told = '';
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        told += text;
        const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(told);
        if (found) resolve(found[0]);
      });
    child.once('exit', (code) => reject(new Error(`samples/everything ended with ${code}:\n${told}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { url, stop, log: () => told };
}

/** Runs a program to its end. */
export function run(command, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }, timeout: patience });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ status: null, output: String(error) }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** The lines `✓ scenario: 1 passed, 0 failed` of a run of several scenarios, or the line `Passed: 1/1, 0 failed` of one. */
export function parsedSummary(output) {
  // eslint-disable-next-line no-control-regex -- colours
  const plain = output.replace(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.split('\n').filter((line) => !line.startsWith('Total') && /^\W*[\w/-]+: \d+ passed, \d+ failed/.test(line));
  const one = /Passed: (\d+)\/\d+, (\d+) failed/.exec(plain);
  if (lines.length === 0) return { lines: one ? [one[0]] : [], passed: Number(one?.[1] ?? 0), failed: Number(one?.[2] ?? 0) };
  const count = (pattern) => lines.reduce((sum, line) => sum + Number(pattern.exec(line)?.[1] ?? 0), 0);
  return { lines, passed: count(/: (\d+) passed/), failed: count(/, (\d+) failed/) };
}
