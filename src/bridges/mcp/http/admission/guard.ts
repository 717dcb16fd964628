/** Decides by its head alone whether a request may come in. */
import type { HttpRequest, Refusal } from '../exchange.js';
import { hostList, hostOf, originList, originOf } from './origins.js';

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

/**
 * Makes the check of `Host` and `Origin`; `origins` may call beside `allowedOrigins`.
 * @throws ToolError INVALID_DEFINITION for an entry that could match no request
 */
export function makeGuard(
  { allowedHosts, allowedOrigins }: GuardOptions,
  origins: readonly string[] = [],
): (request: HttpRequest) => Refusal | undefined {
  const hosts = allowedHosts && hostList('allowedHosts', allowedHosts);
  const listed =
    allowedOrigins || origins.length > 0
      ? new Set([...originList('allowedOrigins', allowedOrigins ?? []), ...originList('cors.origins', origins)])
      : undefined;
  const isOpen = listed?.has('*') ?? false;

  const originAllowed = (origin: string): boolean => {
    if (listed) return isOpen || listed.has(origin);
    const url = originOf(origin);
    return url !== undefined && loopbackName.test(url.hostname);
  };
  return (request) => {
    if (!(hosts ? isListed(hosts, request) : isOfThisMachine(request))) return foreignHost;
    const origin = request.headers['origin'];
    return origin !== undefined && !originAllowed(origin) ? foreignOrigin : undefined;
  };
}

/** HTTP/2 has a field of its own for it. */
const hostHeader = ({ headers }: HttpRequest): string => headers['host'] ?? headers[':authority'] ?? '';

function isOfThisMachine(request: HttpRequest): boolean {
  const given = hostHeader(request);
  if (!request.isLoopback || plainLoopbackHost.test(given)) return true;
  return loopbackName.test(hostOf(given)?.name ?? '');
}

/** Without a port, it is that of http or https: which one, only a proxy in front knows. */
function isListed(hosts: ReadonlySet<string>, request: HttpRequest): boolean {
  const host = hostOf(hostHeader(request));
  if (!host) return false;
  const ports = host.port === undefined ? ['80', '443'] : [host.port];
  return hosts.has(host.name) || ports.some((port) => hosts.has(`${host.name}:${port}`));
}
