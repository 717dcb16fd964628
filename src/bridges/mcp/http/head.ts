/** What is decided by the head of a request, before its body is read: method and type. */
import type { HttpRequest, Refusal } from './exchange.js';

/** @param methods that are served here */
export function headRefusal({ method, headers }: HttpRequest, methods: readonly string[]): Refusal | undefined {
  if (!methods.includes(method)) {
    const allow = methods.join(', ');
    return { status: 405, code: -32000, message: `Method not allowed: this MCP endpoint takes ${allow}.`, headers: { allow } };
  }
  return method === 'POST' && !isJson(headers['content-type'])
    ? { status: 415, code: -32000, message: 'Unsupported media type: Content-Type must be application/json.' }
    : undefined;
}

const isJson = (type: string | undefined): boolean => type === 'application/json' || /^application\/json\s*(?:;|$)/i.test(type ?? '');
