/** What methods see of a request's headers. */
import { withoutCredentials } from '../../auth/index.js';
import type { HttpRequest } from '../exchange.js';

/** Without what proves who calls; a copy only where there is such. */
export function shownHeaders({ headers }: HttpRequest): Readonly<Record<string, string | undefined>> {
  const { authorization, cookie } = headers;
  const isPlain = authorization === undefined && cookie === undefined && headers['proxy-authorization'] === undefined;
  return isPlain ? headers : withoutCredentials(headers);
}
