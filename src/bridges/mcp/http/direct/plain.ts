/**
 * Tells ordinary, well-formed requests apart: only those are answered without the SDK. The test is strict, not complete:
 * whatever is unusual goes to the SDK and gets the SDK's answer, so a mistake here may cost time, but not a wrong answer.
 */
import type { LogLevel } from '../../../../types.js';
import type { ClientCapabilities } from '../../dispatch/request.js';
import { envelopeKeys, modernRevision } from '../../wire/envelope.js';
import { levels } from '../../wire/levels.js';
import { isObject } from '../../wire/tools.js';
import type { HttpRequest } from '../exchange.js';

/** A JSON-RPC request that may be answered without the SDK. */
export interface PlainRequest {
  id: string | number;
  method: string;
  params: Record<string, unknown>;
  meta: Record<string, unknown> | undefined;
}

/** Methods of requests, and which of their parameters the `Mcp-Name` header repeats. */
const methods = new Map<string, string | undefined>([
  ['tools/call', 'name'],
  ['tools/list', undefined],
  ['resources/list', undefined],
  ['resources/templates/list', undefined],
  ['resources/read', 'uri'],
  ['prompts/list', undefined],
  ['prompts/get', 'name'],
  ['completion/complete', undefined],
]);

const legacyVersions = new Set(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']);

const metaPrefix = 'io.modelcontextprotocol/';

/** Whether a request is of the era from 2026-07-28 on, or wants to be: its SDK then says what is wrong with it. */
export function isModern(request: HttpRequest, body: unknown): boolean {
  if (namesModern(request)) return true;
  if (Array.isArray(body)) return body.some(claimsModern);
  // The handshake belongs to the era before, whatever it claims.
  return isObject(body) && body['method'] !== 'initialize' && claimsModern(body);
}

/** Whether the version in a request's head is one of the modern era. */
export function namesModern({ headers }: HttpRequest): boolean {
  const named = headers['mcp-protocol-version'];
  return named !== undefined && (named === modernRevision || (/^\d{4}-\d\d-\d\d$/.test(named) && named > modernRevision));
}

function claimsModern(message: unknown): boolean {
  if (!isObject(message) || !isObject(message['params'])) return false;
  const meta = message['params']['_meta'];
  return isObject(meta) && envelopeKeys.protocolVersion in meta;
}

/** A request of the legacy era that the SDK would give to its handler as it is. */
export function plainLegacy(request: HttpRequest, body: unknown): PlainRequest | undefined {
  if (!isLegacyHead(request)) return undefined;
  const plain = plainRequest(body);
  // A task, a relation to one: the SDK's.
  return plain && !('task' in plain.params) && !hasPrefixed(plain.meta) ? plain : undefined;
}

function isLegacyHead({ headers: { accept = '', 'mcp-protocol-version': version } }: HttpRequest): boolean {
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  return version === undefined || legacyVersions.has(version);
}

function hasPrefixed(meta: Record<string, unknown> | undefined): boolean {
  for (const key in meta) if (key.startsWith(metaPrefix)) return true;
  return false;
}

/** A request of the modern era whose headers and envelope are in order. */
export function plainModern({ headers }: HttpRequest, body: unknown): (PlainRequest & Envelope) | undefined {
  if (headers['mcp-protocol-version'] !== modernRevision) return undefined;
  const plain = plainRequest(body);
  if (!plain?.meta || headers['mcp-method'] !== plain.method || !isNamed(headers['mcp-name'], plain)) return undefined;
  // Another round of a question, and tasks: the SDK's.
  if ('inputResponses' in plain.params || 'requestState' in plain.params || 'task' in plain.params) return undefined;
  const envelope = envelopeOf(plain.meta);
  if (!envelope) return undefined;
  const { id, method, params } = plain;
  const { meta, capabilities, logLevel } = envelope;
  return { id, method, params, meta, capabilities, logLevel };
}

/** A header that needs decoding goes to the SDK. */
function isNamed(header: string | undefined, { method, params }: PlainRequest): boolean {
  const source = methods.get(method);
  if (source === undefined) return header === undefined;
  return header !== undefined && header === params[source] && !header.startsWith('=?') && header.trim() === header;
}

/** What a request says about itself. */
interface Envelope {
  /** The client's own `_meta`; undefined when nothing is left. */
  meta: Record<string, unknown> | undefined;
  capabilities: ClientCapabilities;
  logLevel: LogLevel | undefined;
}

const reserved = new Set<string>(Object.values(envelopeKeys));

function envelopeOf(given: Record<string, unknown>): Envelope | undefined {
  const capabilities = given[envelopeKeys.clientCapabilities];
  const level = given[envelopeKeys.logLevel];
  if (given[envelopeKeys.protocolVersion] !== modernRevision || !isInfo(given[envelopeKeys.clientInfo])) return undefined;
  if (!isObject(capabilities) || !areCapabilities(capabilities)) return undefined;
  const logLevel = levels.find((known) => known === level);
  if (level !== undefined && logLevel === undefined) return undefined;
  let own: [string, unknown][] | undefined;
  for (const key in given) {
    if (reserved.has(key)) continue;
    if (key.startsWith(metaPrefix)) return undefined;
    (own ??= []).push([key, given[key]]);
  }
  return { meta: own && Object.fromEntries(own), capabilities, logLevel };
}

function isInfo(info: unknown): boolean {
  if (info === undefined) return true;
  if (!isObject(info) || typeof info['name'] !== 'string' || typeof info['version'] !== 'string') return false;
  for (const key in info) if (!['name', 'version', 'title'].includes(key) || typeof info[key] !== 'string') return false;
  return true;
}

const capabilityNames = new Set(['elicitation', 'sampling', 'roots']);

function areCapabilities(capabilities: Record<string, unknown>): boolean {
  for (const name in capabilities) {
    const one = capabilities[name];
    if (!capabilityNames.has(name) || !isObject(one)) return false;
    for (const detail in one) if (!isObject(one[detail]) && typeof one[detail] !== 'boolean') return false;
  }
  return true;
}

const messageKeys = new Set(['jsonrpc', 'id', 'method', 'params']);

function plainRequest(body: unknown): PlainRequest | undefined {
  if (!isObject(body) || body['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params = {} } = body as Record<string, unknown>;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (typeof method !== 'string' || !methods.has(method) || !isObject(params)) return undefined;
  for (const key in body) if (!messageKeys.has(key)) return undefined;
  const meta = params['_meta'];
  return isMeta(meta) ? { id: id as string | number, method, params, meta } : undefined;
}

const isMeta = (meta: unknown): meta is Record<string, unknown> | undefined =>
  meta === undefined || (isObject(meta) && isToken(meta['progressToken']));

const isToken = (token: unknown): boolean => token === undefined || typeof token === 'string' || Number.isSafeInteger(token);

/** A notice of the legacy era: nothing is answered to it. */
export function isNotice(request: HttpRequest, body: unknown): boolean {
  if (!isLegacyHead(request) || !isObject(body) || body['jsonrpc'] !== '2.0' || typeof body['method'] !== 'string' || 'id' in body)
    return false;
  for (const key in body) if (!messageKeys.has(key)) return false;
  const { params = {} } = body;
  return isObject(params) && isMeta(params['_meta']);
}

/** Asks for a stream of notices, which has no end of its own. */
export const isListening = (body: unknown): boolean => isObject(body) && body['method'] === 'subscriptions/listen';
