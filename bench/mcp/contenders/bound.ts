/** The bound: what `node:http`, `JSON.parse`, Ajv and `JSON.stringify` cost without a protocol around them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Ajv } from 'ajv';
import { book, type BookingRequest, description, inputSchema, namesOf, outputSchema, resultOf, toolName } from './booking.js';
import { serve, toolCount } from './serve.js';

interface Message {
  id: number;
  method: string;
  params: { name: string; arguments: unknown };
}

const validate = new Ajv().compile<BookingRequest>(inputSchema);
const tools = namesOf(toolCount).map((name) => ({ name, description, inputSchema, outputSchema }));

function answer({ id, method, params }: Message): unknown {
  if (method === 'tools/list') return { jsonrpc: '2.0', id, result: { tools } };
  if (method !== 'tools/call' || params.name !== toolName) return { jsonrpc: '2.0', id, error: { code: -32602, message: 'unknown' } };
  const args = params.arguments;
  if (!validate(args)) return { jsonrpc: '2.0', id, error: { code: -32602, message: JSON.stringify(validate.errors) } };
  return { jsonrpc: '2.0', id, result: resultOf(book(args)) };
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.stringify(answer(JSON.parse(Buffer.concat(chunks).toString()) as Message));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
}

serve(handle);
