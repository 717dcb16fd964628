// Runs MCP's conformance suite (conformance/package.json) against samples/everything: the active suite and the pending scenario of
// JSON Schema 2020-12. Ends with 1 when a check failed. node scripts/conformance.mjs [scenario ...]
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed, parsedSummary, run, startEverything } from './conformance-support.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, 'conformance');

/** What is run: the arguments of `conformance server`. */
const named = process.argv.slice(2).map((scenario) => ['--scenario', scenario]);
const runs =
  named.length > 0
    ? named
    : [
        ['--suite', 'active'],
        ['--scenario', 'json-schema-2020-12'],
      ];

installed(home);
const server = await startEverything(root);
let failures = 0;
let checks = 0;
try {
  for (const args of runs) {
    const suite = join(home, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const { status, output } = await run(process.execPath, [suite, 'server', '--url', server.url, ...args], home);
    const { passed, failed, lines } = parsedSummary(output);
    console.log(lines.join('\n'));
    checks += passed + failed;
    failures += failed;
    // A suite that checks nothing, or ends badly, has not passed.
    if (passed + failed === 0 || (status !== 0 && failed === 0)) {
      failures += 1;
      checks += 1;
      console.log(`${args.join(' ')} ended with ${status}\n${output}`);
    } else if (failed > 0) console.log(output);
  }
} finally {
  await server.stop();
}
console.log(`conformance: ${checks - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
