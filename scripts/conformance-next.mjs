// Runs the newest conformance suite (conformance/next/package.json) with the Node 22 that it needs against samples/everything, once for
// each revision's requirements, and prints a table. Ends with 1 when a required scenario failed; tasks and what the suite itself calls
// pending or an extension are told and not counted.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, parsedSummary, run, startEverything } from './conformance-support.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, 'conformance/next');
const revisions = ['2025-11-25', '2026-07-28'];

const versionOf = (name) => JSON.parse(readFileSync(join(home, 'node_modules', name, 'package.json'), 'utf8')).version;

/** One row a scenario: name, passed, failed, and why it does not count. */
function rowsOf({ lines }, output) {
  const uncounted = new Map([...output.matchAll(/^\s+\W ([\w/-]+) \(([\w -]+)\)$/gm)].map(([, name, reason]) => [name, reason]));
  return lines.map((line) => {
    const [, name, passed, failed] = /([\w/-]+): (\d+) passed, (\d+) failed/.exec(line);
    return { name, passed: Number(passed), failed: Number(failed), uncounted: uncounted.get(name) };
  });
}

async function outcomeOf(revision, url) {
  const suite = join(home, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const node = join(home, 'node_modules/node/bin/node');
  const { status, output } = await run(node, [suite, 'server', '--url', url, '--requirements', revision], home);
  const rows = rowsOf(parsedSummary(output), output);
  const counted = rows.filter((row) => row.uncounted === undefined);
  const failed = counted.filter((row) => row.failed > 0);
  const isComplete = counted.length > 0 && (status === 0 || failed.length > 0);
  if (failed.length > 0 || !isComplete) console.log(output);
  return { revision, rows, counted, failed, isComplete };
}

const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0);

function print({ revision, rows, counted, failed, isComplete }) {
  console.log(
    `\n${revision}: ${counted.length - failed.length} of ${counted.length} required scenarios pass, ${sum(counted, 'passed')} checks passed, ${sum(counted, 'failed')} failed`,
  );
  if (!isComplete) console.log('  the suite did not come to its end');
  for (const { name, passed, failed: bad, uncounted } of rows)
    console.log(
      `  ${bad > 0 ? 'x' : '.'} ${name.padEnd(48)} ${String(passed).padStart(3)} ${String(bad).padStart(3)}${uncounted ? `  not required: ${uncounted}` : ''}`,
    );
}

installed(home);
const server = await startEverything(root);
const outcomes = [];
try {
  for (const revision of revisions) outcomes.push(await outcomeOf(revision, server.url));
} finally {
  await server.stop();
}
console.log(
  `conformance ${versionOf('@modelcontextprotocol/conformance')}, Node ${versionOf('node')} for the suite, ${process.version} for the server`,
);
outcomes.forEach(print);
const broken = outcomes.filter(({ failed, isComplete }) => failed.length > 0 || !isComplete);
process.exitCode = broken.length === 0 ? 0 : 1;
