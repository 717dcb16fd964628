/** A request in Fetch's terms, for the SDKs; the body goes beside it. */
import type { HttpRequest } from './exchange.js';
import { shownHeaders } from './admission/headers.js';

/** Of the connection, not of the request. */
const hop = new Set(['connection', 'transfer-encoding', 'content-length', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer']);

/** What proves who calls stays here: methods see these headers. */
export function toWebRequest(request: HttpRequest, signal?: AbortSignal): Request {
  const { method, url } = request;
  const kept = Object.entries(shownHeaders(request)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !hop.has(entry[0]) && !entry[0].startsWith(':'),
  );
  // What is no path (`*`, a whole URL) names no other host here; `//` begins none.
  const path = url.startsWith('/') ? url : '/';
  return new Request(`http://localhost${path}`, { method, headers: kept, ...(signal && { signal }) });
}
