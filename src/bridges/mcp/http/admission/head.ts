/** What is decided by the head of a request, before its body is read: method and type. */
import type { HttpRequest, Refusal } from '../exchange.js';

/** @param methods that are served here */
export function headRefusal({ method, headers }: HttpRequest, methods: readonly string[]): Refusal | undefined {
  if (!methods.includes(method)) {
    const allow = methods.join(', ');
    return { status: 405, code: -32000, message: `Method not allowed: this MCP endpoint takes ${allow}.`, headers: { allow } };
  }
  if (method !== 'POST') return undefined;
  const type = headers['content-type'];
  if (type === 'application/json') return undefined;
  if (!isJson(type)) return unsupported('Content-Type must be application/json.');
  return isUtf8(type) ? undefined : unsupported('JSON is sent in UTF-8.');
}

const unsupported = (how: string): Refusal => ({ status: 415, code: -32000, message: `Unsupported media type: ${how}` });
const isJson = (type: string | undefined): type is string => /^application\/json\s*(?:;|$)/i.test(type ?? '');
/** ASCII is UTF-8 too. */
const isUtf8 = (type: string): boolean => /^(?:utf-?8|us-ascii)$/i.test(/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? 'utf-8');
