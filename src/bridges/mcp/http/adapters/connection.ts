/** What a connection of `node:http` tells only to those who know where to listen. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Told when the connections close whose earlier requests are not answered yet. */
const behind = new WeakMap<Socket, Set<() => void>>();

/**
 * Told once, when the response was sent or can be sent no more. The response of a request that came while an earlier one of the
 * same connection is answered has no connection yet, and never tells that it closed.
 */
export function whenClosed(request: IncomingMessage, response: ServerResponse, listener: () => void): void {
  const { socket } = request;
  // HTTP/2 answers in any order.
  if (response.socket || request.httpVersionMajor > 1 || !socket) return void response.once('close', listener);
  const waiting = behind.get(socket) ?? listen(socket);
  const tell = (): void => {
    if (waiting.delete(tell)) listener();
  };
  waiting.add(tell);
  response.once('close', tell);
}

/** One listener for all. */
function listen(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  behind.set(socket, waiting);
  socket.once('close', () => waiting.forEach((tell) => tell()));
  return waiting;
}

const nothing = (): void => undefined;

/**
 * Ends the connection when its client does not read on for so many milliseconds; does nothing when all was sent at once.
 * @returns to be called when the client has read on and more is to come
 */
export function unread(response: ServerResponse, milliseconds: number): () => void {
  const { socket } = response;
  if (!socket || socket.writableLength === 0 || !Number.isFinite(milliseconds)) return nothing;
  const before = socket.timeout ?? 0;
  const end = (): void => void socket.destroy();
  // Counts from the last piece that went out.
  response.setTimeout(milliseconds, end);
  return () => {
    response.off('timeout', end);
    socket.setTimeout(before);
  };
}
