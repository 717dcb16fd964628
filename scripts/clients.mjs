// Uses samples/everything with MCP clients that others wrote (test/clients), over stdio and HTTP. Ends with 1 when a case failed.
// node scripts/clients.mjs [part of a client's name]
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, startEverything } from './conformance-support.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, 'test/clients');
/** How long one case may take, in milliseconds. */
const patience = 60_000;

installed(home);
const { cases, answers } = await import('../test/clients/cases.mjs');
const { checkBundle } = await import('../test/clients/bundle.mjs');
const { clients } = await import('../test/clients/adapters/index.mjs');

const counts = { passed: 0, failed: 0 };

function tell(name, error) {
  counts[error === undefined ? 'passed' : 'failed'] += 1;
  console.log(`${error === undefined ? 'ok' : 'not ok'} ${name}${error === undefined ? '' : `\n${error?.stack ?? error}`}`);
}

function within(work) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`took longer than ${patience} ms`)), patience)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function attempt(name, work) {
  try {
    const value = await within(work());
    tell(name);
    return value;
  } catch (error) {
    tell(name, error);
    return undefined;
  }
}

async function useClient(client, target) {
  const label = `${client.name}, ${target.url ? 'HTTP' : 'stdio'}`;
  const connected = await attempt(`${label}: connects`, () => client.connect(target, answers));
  if (connected === undefined) return;
  if (client.speaks)
    await attempt(`${label}: speaks ${client.speaks}`, async () => {
      if (connected.version() !== client.speaks) throw new Error(`it speaks ${connected.version()}`);
    });
  for (const { name, needs, unless, run } of cases)
    if ((needs === undefined || connected[needs]) && !connected[unless]) await attempt(`${label}: ${name}`, () => run(connected));
  await attempt(`${label}: closes`, () => connected.close());
}

const wanted = process.argv[2] ?? '';
const server = await startEverything(root);
try {
  const stdio = { command: process.execPath, args: [join(home, 'server.mjs')], cwd: root };
  for (const client of clients.filter(({ name }) => name.includes(wanted)))
    for (const target of [stdio, { url: server.url, cwd: root }]) await useClient(client, target);
  if ('bundle'.includes(wanted)) await checkBundle(root, attempt, answers);
} finally {
  await server.stop();
}
console.log(`\nclients: ${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
