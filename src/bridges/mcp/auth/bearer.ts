/** Reads the bearer token of a request: from the Authorization header, and nowhere else (never from the query). */
import type { HeadersView } from './options.js';

/** A longer token is not looked at. */
const mostCharacters = 16 * 1024;

/** Whether a text can be sent as a bearer token (RFC 6750, `b64token`). */
export const isBearerToken = (text: string): boolean => text.length <= mostCharacters && /^[A-Za-z0-9\-._~+/]+=*$/.test(text);

/** The token, or what is wrong. */
export type Presented = { readonly token: string } | 'none' | 'malformed' | 'several';

export function readBearer(headers: HeadersView): Presented {
  const fields = headers.getAll?.('authorization') ?? asList(headers.get('authorization'));
  const [field] = fields;
  if (field === undefined) return 'none';
  if (fields.length > 1) return 'several';
  const scheme = /^bearer(?: +(.*))?$/is.exec(field.trim());
  if (!scheme) return 'none';
  const token = scheme[1] ?? '';
  if (isBearerToken(token)) return { token };
  // Fetch joins fields of one name by commas, which no token has.
  return /,\s*bearer /i.test(token) ? 'several' : 'malformed';
}

const asList = (value: string | null | undefined): readonly string[] =>
  value === undefined || value === null || value === '' ? [] : [value];
