/**
 * Notices of cancellation. The SDK answers a cancelled request no more, but keeps it, and the stream it came with, for as long as
 * its connection lives: of those that go to the SDK, whoever holds its transport is told.
 */
import { isObject } from '../../wire/tools.js';
import type { SdkTransport } from './load.js';

type RequestId = string | number;

/** The request that a message cancels; undefined for any other message. */
export function cancelledBy(message: unknown): RequestId | undefined {
  if (!isObject(message) || message['method'] !== 'notifications/cancelled' || !isObject(message['params'])) return undefined;
  const { requestId } = message['params'];
  return typeof requestId === 'string' || typeof requestId === 'number' ? requestId : undefined;
}

/** Listens at a transport that is connected; told when the SDK has begun to act. */
export function onCancelled(transport: SdkTransport, told: (id: RequestId) => unknown): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    onmessage?.(message, extra);
    const id = cancelledBy(message);
    if (id !== undefined) void Promise.resolve().then(() => told(id));
  };
}

/** What a cancelled request is settled with; in most cases nobody listens any more. */
export const cancelledAnswer = (id: RequestId) => ({ jsonrpc: '2.0' as const, id, error: { code: -32000, message: 'Cancelled.' } });
