/** URLs of a resource: reading, comparing, and the place of its metadata document (RFC 8707, RFC 9728). */

const wellKnown = '/.well-known/oauth-protected-resource';

/** An absolute http(s) URL without fragment or credentials, read; undefined for anything else. */
export function asHttpUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.includes('#') || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

/** Scheme and host in lower case, and no slash at the end: many write it, few mean it. */
const comparable = (text: string): string => (asHttpUrl(text)?.href ?? text).replace(/\/$/, '');

/** Whether a token for this audience is one for the resource. */
export const isSameResource = (audience: string, resource: string): boolean =>
  audience === resource || comparable(audience) === comparable(resource);

/** The path of the metadata document: the resource's own path comes behind the well-known one. */
function metadataPathOf(resource: string): string {
  const { pathname, search } = new URL(resource);
  return `${wellKnown}${pathname === '/' ? '' : pathname}${search}`;
}

export const metadataUrlOf = (resource: string): string => new URL(metadataPathOf(resource), resource).href;

/** Whether a request asks for the document: at its own path, or at the root, where clients look next. */
export function isMetadataPath(path: string, resource: string): boolean {
  const asked = withoutEnd(path.split('?', 1)[0] ?? '');
  return asked === wellKnown || asked === withoutEnd(metadataPathOf(resource).split('?', 1)[0] ?? '');
}

const withoutEnd = (path: string): string => path.replace(/\/$/, '');
