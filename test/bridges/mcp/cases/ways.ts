/** The ways without a network. Those over HTTP are added by the tests of HTTP. */
import { PassThrough } from 'node:stream';
import { createServer } from '../../../../src/bridges/mcp/eras/legacy.js';
import { publish } from '../../../../src/bridges/mcp/eras/publication.js';
import type { McpServerOptions } from '../../../../src/bridges/mcp/options.js';
import { serveStreams } from '../../../../src/bridges/mcp/stdio/serve.js';
import type { ToolRegistry } from '../../../../src/runtime/registry.js';
import type { Json, Pipe, Way } from './way.js';

const copy = (message: Json): Json => JSON.parse(JSON.stringify(message)) as Json;

/** SDK v1's server with a transport that copies. */
async function inMemory(registry: ToolRegistry, options: McpServerOptions): Promise<Pipe> {
  const server = await createServer(registry, options);
  const pipe: Pipe = {
    onmessage: () => undefined,
    send: (message) => void queueMicrotask(() => transport.onmessage?.(copy(message) as never)),
    close: () => server.close(),
  };
  const transport: Parameters<typeof server.connect>[0] = {
    start: async () => undefined,
    send: async (message) => pipe.onmessage(copy(message)),
    close: async () => transport.onclose?.(),
  };
  await server.connect(transport);
  return pipe;
}

/** The stdio server on streams of this process. */
async function streams(registry: ToolRegistry, options: McpServerOptions): Promise<Pipe> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const serving = serveStreams(publish(registry, options), input, output);
  let rest = '';
  const pipe: Pipe = {
    onmessage: () => undefined,
    send: (message) => void input.write(`${JSON.stringify(message)}\n`),
    close: () => serving.end(),
  };
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) pipe.onmessage(JSON.parse(line) as Json);
  });
  return pipe;
}

export const localWays: readonly Way[] = [
  { name: 'in memory', era: 'legacy', abilities: ['questions', 'session'], open: inMemory },
  { name: 'stdio, 2025', era: 'legacy', abilities: ['questions', 'session'], open: streams },
  { name: 'stdio, 2026', era: 'modern', abilities: ['questions', 'session'], open: streams },
];
