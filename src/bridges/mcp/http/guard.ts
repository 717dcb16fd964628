/** Decides by its head alone whether a request may come in. */
import type { HttpRequest, Refusal } from './exchange.js';

export interface GuardOptions {
  /**
   * `Host` headers that are served, as `name` or `name:port`. By default, on connections that come in over the loopback
   * interface, only names of this machine (against DNS rebinding); behind a proxy on this machine give your public names.
   */
  allowedHosts?: string[];
  /** Origins of web pages that may call, as `https://app.example`; by default pages from this machine, and those that `cors` names. */
  allowedOrigins?: string[];
}

const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;
/** The two headers almost all local clients send, which need no parsing. */
const plainLoopbackHost = /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

const forbidden = (message: string): Refusal => ({ status: 403, code: -32000, message });
const foreignHost = forbidden('Forbidden: this Host is not served here.');
const foreignOrigin = forbidden('Forbidden: this Origin may not call.');

/** Whether an address is of this machine's own network interface. */
export const isLoopbackAddress = (address: string | undefined): boolean => loopbackAddress.test(address ?? '');

/** Makes the check of `Host` and `Origin`; `origins` may call beside `allowedOrigins`. */
export function makeGuard(
  { allowedHosts, allowedOrigins }: GuardOptions,
  origins: readonly string[] = [],
): (request: HttpRequest) => Refusal | undefined {
  const hosts = allowedHosts && new Set(allowedHosts.map((host) => host.toLowerCase()));
  const listed = allowedOrigins || origins.length > 0 ? new Set([...(allowedOrigins ?? []), ...origins]) : undefined;
  const isOpen = listed?.has('*') ?? false;

  const hostAllowed = ({ headers, isLoopback }: HttpRequest): boolean => {
    const given = headers['host'];
    if (!hosts) {
      if (!isLoopback || (given !== undefined && plainLoopbackHost.test(given))) return true;
      const host = parsed(`http://${given ?? ''}`);
      return host !== undefined && loopbackName.test(host.hostname);
    }
    const host = parsed(`http://${given ?? ''}`);
    return host !== undefined && (hosts.has(host.host) || hosts.has(host.hostname));
  };
  const originAllowed = (origin: string): boolean => {
    if (listed) return isOpen || listed.has(origin);
    const url = parsed(origin);
    return url !== undefined && loopbackName.test(url.hostname);
  };
  return (request) => {
    if (!hostAllowed(request)) return foreignHost;
    const origin = request.headers['origin'];
    return origin !== undefined && !originAllowed(origin) ? foreignOrigin : undefined;
  };
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
