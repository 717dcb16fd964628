/** Serves everything: over HTTP on PORT (3000), with sessions for clients that open one, or over stdio with `--stdio`. */
import { serveHttp, serveStdio } from 'toolmark/mcp';
import { everything } from './registry.js';

const identity = {
  name: 'toolmark-everything',
  title: 'Everything',
  version: '1.0.0',
  instructions: 'For tests of clients and of the protocol.',
};

if (process.argv.includes('--stdio')) {
  await serveStdio(everything(), identity);
} else {
  const server = await serveHttp(everything(), { ...identity, port: Number(process.env['PORT'] ?? 3000), sessions: true });
  console.log(`everything is served at ${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close().then(() => process.exit(0)));
}
