/** The requests as text, and what must come back. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './connection.js';
import type { Mode } from './results.js';

/** A request without its id; the id is a number of eight digits, so that all requests of a kind are of one length. */
export interface Request {
  before: string;
  after: string;
}

let lastId = 10_000_000;
export const textOf = ({ before, after }: Request): string => `${before}${(lastId += 1)}${after}`;

const legacy = '2025-11-25';
const modern = '2026-07-28';
const client = { name: 'bench', version: '1.0.0' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': {},
};

export interface Peer {
  port: number;
  mode: Mode;
  session?: string;
}

const args = { hotel: 'PAR-1234', city: 'Saint-Denis', nights: 3, rate: 120.5, board: 'half', refundable: true };
const booking = { reference: 'PAR-1234-3', nights: 3, total: 421.5, refundable: true };

export const callOf = (peer: Peer, given: object = args): Request => requestOf(peer, 'tools/call', { name: 'book', arguments: given });
/** A call whose arguments the rules refuse: each contender must have checked them. */
export const wrongCallOf = (peer: Peer): Request => callOf(peer, { ...args, nights: 99 });
export const listOf = (peer: Peer): Request => requestOf(peer, 'tools/list', {});

export const initializeOf = (peer: Peer): Request =>
  requestOf(peer, 'initialize', { protocolVersion: legacy, capabilities: {}, clientInfo: client });

export function initializedOf(peer: Peer): string {
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
  return headOf(peer, 'notifications/initialized', undefined, body.length) + body;
}

interface Params extends Record<string, unknown> {
  name?: string;
}

function requestOf(peer: Peer, method: string, params: Params): Request {
  const given = peer.mode === 'modern' ? { ...params, _meta: envelope } : params;
  const start = '{"jsonrpc":"2.0","id":';
  const rest = `,"method":"${method}","params":${JSON.stringify(given)}}`;
  return { before: headOf(peer, method, params.name, start.length + 8 + rest.length) + start, after: rest };
}

function headOf({ port, mode, session }: Peer, method: string, name: string | undefined, length: number): string {
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${length}`,
    ...(method === 'initialize' ? [] : [`MCP-Protocol-Version: ${mode === 'modern' ? modern : legacy}`]),
    ...(mode === 'modern' ? [`Mcp-Method: ${method}`, ...(name === undefined ? [] : [`Mcp-Name: ${name}`])] : []),
    ...(session === undefined ? [] : [`Mcp-Session-Id: ${session}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

interface Message {
  id?: number;
  error?: unknown;
  result?: { isError?: boolean; structuredContent?: unknown; tools?: { name: string; inputSchema: object }[] };
}

/** The JSON-RPC answer in a document or an event stream. @throws Error with the text when there is none */
function messageOf(answer: Answer): Message {
  const text = answer.text();
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  const data = /^data: *(\{.*)$/m.exec(body)?.[1] ?? body;
  try {
    return JSON.parse(data) as Message;
  } catch {
    throw new Error(`an answer that is no JSON-RPC: ${text.slice(0, 600)}`);
  }
}

const fail = (what: string, answer: Answer): never => {
  throw new Error(`${what}: ${answer.text().slice(0, 900)}`);
};

/** @throws Error when it is not the booking that was asked for */
export function assertBooked(answer: Answer): void {
  const { result } = messageOf(answer);
  if (answer.status !== 200 || result?.isError === true || !isDeepStrictEqual(result?.structuredContent, booking))
    fail('not the booking that was asked for', answer);
}

/** @throws Error when a call against the rules was taken */
export function assertRefused(answer: Answer): void {
  const { error, result } = messageOf(answer);
  if (error === undefined && result?.isError !== true) fail('a call against the rules was taken', answer);
}

/** @throws Error when it is not a list of so many tools with their schemas */
export const assertListed =
  (count: number) =>
  (answer: Answer): void => {
    const tools = messageOf(answer).result?.tools;
    if (tools?.length !== count || !tools.every(({ inputSchema }) => JSON.stringify(inputSchema).includes('"maximum":30')))
      fail(`not a list of ${count} tools with their schemas`, answer);
  };

/** The session that an `initialize` has opened. @throws Error when there is none */
export function sessionOf(answer: Answer): string {
  return /\r\nmcp-session-id: *(\S+)/i.exec(answer.text())?.[1] ?? fail('no session was opened', answer);
}
