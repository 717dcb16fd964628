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
  return { batch: value.map(readMessage) };
}

/** Reads one JSON value. */
export function readMessage(value: unknown): Reading {
  if (!isObject(value)) return fault(protocolCodes.invalidRequest, 'Invalid request: a message is an object.');
  const id = isId(value['id']) ? value['id'] : null;
  if (value['method'] === undefined && ('result' in value || 'error' in value)) return readResponse(value, id);
  const wrong = misfitOf(value, id);
  return wrong === undefined
    ? { message: value as unknown as Message }
    : fault(protocolCodes.invalidRequest, `Invalid request: ${wrong}`, id);
}

function misfitOf({ jsonrpc, method, params, id: given }: Record<string, unknown>, id: RequestId | null): string | undefined {
  if (jsonrpc !== '2.0') return "jsonrpc must be '2.0'.";
  if (typeof method !== 'string') return 'method must be a string.';
  if (given !== undefined && id === null) return 'id must be a string or a whole number.';
  if (params !== undefined && !isObject(params)) return 'params must be an object.';
  return undefined;
}

function readResponse(value: Record<string, unknown>, id: RequestId | null): Reading {
  const { jsonrpc, result, error } = value;
  const isError = isObject(error) && Number.isSafeInteger(error['code']) && typeof error['message'] === 'string';
  const fits = jsonrpc === '2.0' && id !== null && (result === undefined ? isError : isObject(result) && error === undefined);
  return fits ? { message: value as unknown as Message } : { noise: 'a response that is none' };
}

const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value);
