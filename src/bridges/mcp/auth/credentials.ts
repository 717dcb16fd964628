/** Keeps credentials from methods. */

const credentials = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** The headers without those that prove who calls: a method must not hand them on. */
export function withoutCredentials<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase())));
}
