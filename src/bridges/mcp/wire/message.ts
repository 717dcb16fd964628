/** JSON-RPC messages: what a text holds, and what is wrong with it. */
import { protocolCodes } from './errors.js';
import { isObject } from './tools.js';

export type RequestId = string | number;

/** A message as an SDK takes it. */
export type Message = {
  jsonrpc: '2.0';
  id?: RequestId;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
};

/** Why a message is not taken; `id` is the request's own where it could be read. */
export interface Fault {
  code: number;
  message: string;
  id: RequestId | null;
}

/** What one text holds. `noise` is a response that nobody can use; answering it would answer an answer. */
export type Reading = { message: Message } | { batch: Reading[] } | { fault: Fault } | { noise: string };

/** Messages of one batch: each costs an answer. */
const mostInBatch = 1000;

const fault = (code: number, message: string, id: RequestId | null = null): { fault: Fault } => ({ fault: { code, message, id } });

/** Reads one text. */
export function readText(text: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault(protocolCodes.parseError, 'Parse error: this is no JSON.');
  }
  if (!Array.isArray(value)) return readMessage(value);
  if (value.length === 0) return fault(protocolCodes.invalidRequest, 'Invalid request: the batch is empty.');
  if (value.length > mostInBatch) return fault(protocolCodes.invalidRequest, `Invalid request: a batch may have ${mostInBatch} messages.`);
  return { batch: value.map(readMessage) };
}

/** Reads one JSON value. */
export function readMessage(value: unknown): Reading {
  if (!isObject(value)) return fault(protocolCodes.invalidRequest, 'Invalid request: a message is an object.');
  const id = isId(value['id']) ? value['id'] : null;
  if (value['method'] === undefined && ('result' in value || 'error' in value)) return readResponse(value, id);
  const wrong = misfitOf(value, id);
  if (wrong !== undefined) return fault(protocolCodes.invalidRequest, `Invalid request: ${wrong}`, id);
  const { method, params } = value;
  const misfit = misfitOfMeta(params);
  // The SDKs would drop such a request without an answer.
  if (misfit !== undefined)
    return id === null ? { noise: `a notice with ${misfit}` } : fault(protocolCodes.invalidParams, `Invalid params: ${misfit}`, id);
  // Further members mean nothing, and the SDKs take none.
  return { message: { jsonrpc: '2.0', ...(id !== null && { id }), method, ...(params !== undefined && { params }) } as Message };
}

function misfitOf(value: Record<string, unknown>, id: RequestId | null): string | undefined {
  const { jsonrpc, method, params, id: given } = value;
  if (jsonrpc !== '2.0') return "jsonrpc must be '2.0'.";
  if (typeof method !== 'string') return 'method must be a string.';
  if ('result' in value || 'error' in value) return 'it is a request and a response at once.';
  if (given !== undefined && id === null) return 'id must be a string or a whole number.';
  if (params !== undefined && !isObject(params)) return 'params must be an object.';
  return undefined;
}

const relatedTask = 'io.modelcontextprotocol/related-task';

/** What is wrong with the part of the parameters that both SDKs read before they look for a handler. */
function misfitOfMeta(params: unknown): string | undefined {
  const meta = isObject(params) ? params['_meta'] : undefined;
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return "'_meta' must be an object.";
  const { progressToken, [relatedTask]: task } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return "'_meta.progressToken' must be a string or a whole number.";
  if (task !== undefined && !(isObject(task) && typeof task['taskId'] === 'string'))
    return `'_meta["${relatedTask}"]' must be { taskId: string }.`;
  return undefined;
}

function readResponse(value: Record<string, unknown>, id: RequestId | null): Reading {
  const { jsonrpc, result, error } = value;
  const isError = isObject(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string';
  const fits = jsonrpc === '2.0' && id !== null && (result === undefined ? isError : isObject(result) && error === undefined);
  if (!fits) return { noise: 'a response that is none' };
  return { message: { jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) } };
}

const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value);
