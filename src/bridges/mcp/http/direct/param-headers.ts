/** Compares the headers `Mcp-Param-…` of a call with its arguments, before anything runs. */
import { headersOf } from '../../dispatch/param-headers.js';
import type { PublishedRegistry } from '../../dispatch/request.js';
import { protocolCodes } from '../../wire/errors.js';
import { mismatchOf } from '../../wire/param-headers.js';
import { isObject } from '../../wire/tools.js';
import { type HttpRequest, jsonReply, type Reply } from '../exchange.js';

/** @returns the 400 for a call whose headers and arguments disagree */
export function paramRefusal(
  registry: Pick<PublishedRegistry, 'get'>,
  { headers }: Pick<HttpRequest, 'headers'>,
  body: unknown,
  log: (message: string) => void,
): Reply | undefined {
  if (!isObject(body) || body['method'] !== 'tools/call' || !isObject(body['params'])) return undefined;
  const { id } = body;
  const { name, arguments: args } = body['params'];
  if ((typeof id !== 'string' && typeof id !== 'number') || typeof name !== 'string') return undefined;
  const definition = registry.get(name)?.definition;
  const declared = definition && headersOf(definition, log);
  const mismatch = declared && declared.length > 0 ? mismatchOf(declared, args, headers) : undefined;
  if (!mismatch) return undefined;
  const { message, header } = mismatch;
  const error = { code: protocolCodes.headerMismatch, message, data: { mismatch: { header, body: message } } };
  return jsonReply(JSON.stringify({ jsonrpc: '2.0', id, error }), 400);
}
