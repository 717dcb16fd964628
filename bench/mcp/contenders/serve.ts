/** What every contender's process does: serve one way, tell its port, and tell what it has used when it is asked. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import type { Usage } from '../results.js';

/** How the process was started: `node CONTENDER.js MODE TOOLS`. */
export const mode = process.argv[2] ?? '';
export const toolCount = Number(process.argv[3] ?? 1);

/** Serves a listener of `node:http` on any free port. */
export function serve(listener: RequestListener): void {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
}

/** For servers that want to be given a port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createSocketServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Tells that requests may come. The process ends with the one that started it. */
export function ready(port: number): void {
  process.on('message', (wanted) => void usage(wanted === 'memory').then((used) => process.send?.(used)));
  process.on('disconnect', () => process.exit());
  process.send?.({ port });
}

/** Memory is what stays after all garbage is gone; finalizers get a turn between two collections. */
async function usage(memory: boolean): Promise<Usage> {
  for (let turn = 0; memory && turn < 3; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpu: user + system, rss, heap: heapUsed };
}
