/** Cross-origin requests of web pages: off until origins are named. */
import { emptyReply, type HttpRequest, type Reply } from '../exchange.js';
import { originList } from './origins.js';

export interface CorsOptions {
  /** Origins whose pages may call and read the answers, as `https://app.example`; `*` for all. */
  origins: readonly string[];
  /** Whether pages may send cookies along; not together with `*`. */
  credentials?: boolean;
  /** Seconds a browser may keep the answer to a preflight; 10 minutes by default. */
  maxAge?: number;
}

/** Adds what a browser wants to see. */
export interface Cors {
  /** The answer to a preflight; undefined for any other request. */
  preflight(request: HttpRequest): Reply | undefined;
  /** The same reply, readable by the page that asked. */
  open(request: HttpRequest, reply: Reply): Reply;
}

const methods = 'GET, POST, DELETE, OPTIONS';
/** What a page may send when it does not say what it will. */
const sent = 'Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID';
/** What a page may read. */
const exposed = 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After';

/** @throws TypeError for `credentials` together with the origin `*`; ToolError INVALID_DEFINITION for what is no origin */
export function makeCors({ origins, credentials = false, maxAge = 600 }: CorsOptions): Cors {
  const named = originList('cors.origins', origins);
  if (credentials && named.has('*')) throw new TypeError("cors: credentials cannot go together with the origin '*'.");
  const shown = (origin: string): Record<string, string> => ({
    'access-control-allow-origin': named.has('*') ? '*' : origin,
    vary: 'Origin',
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
  });
  const allowed = ({ headers: { origin } }: HttpRequest): string | undefined =>
    origin !== undefined && (named.has('*') || named.has(origin)) ? origin : undefined;

  return {
    preflight: (request) => {
      const origin = allowed(request);
      if (request.method !== 'OPTIONS' || origin === undefined || !request.headers['access-control-request-method']) return undefined;
      return emptyReply(204, {
        ...shown(origin),
        'access-control-allow-methods': methods,
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? sent,
        'access-control-max-age': String(maxAge),
      });
    },
    open: (request, reply) => {
      const origin = allowed(request);
      return origin === undefined
        ? reply
        : { ...reply, headers: { ...reply.headers, ...shown(origin), 'access-control-expose-headers': exposed } };
    },
  };
}
