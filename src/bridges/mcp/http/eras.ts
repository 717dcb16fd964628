/** Puts together what answers requests of each era. */
import type { AuthSettings } from '../auth/index.js';
import type { Caller } from '../dispatch/request.js';
import { type Binding, legacyFactory, type ServerFactory } from '../eras/legacy.js';
import type { SdkServer } from '../eras/load.js';
import { modernHandler, type ModernHandler } from '../eras/modern.js';
import type { Publication } from '../eras/publication.js';
import type { Directly } from './direct/directly.js';
import type { EraHandler } from './era-handler.js';
import { Modern } from './modern.js';
import { quietly } from './noise.js';
import { paramRefusal } from './direct/param-headers.js';
import type { HttpOptions } from './options.js';
import { scopesOf } from './direct/scopes.js';
import { Sessions } from './legacy/sessions.js';
import { Stateful } from './legacy/stateful.js';
import { Stateless } from './legacy/stateless.js';
import type { Work } from './work.js';

/** The SDKs, each loaded when a request first needs it. */
export class Sdks {
  readonly #publication: Publication;
  #legacy: Promise<ServerFactory> | undefined;
  #modern: Promise<ModernHandler> | undefined;

  constructor(publication: Publication) {
    this.#publication = { ...publication, log: quietly(publication.log) };
  }

  /** A server of SDK v1; who sends a request is told by what the transport hands over as `authInfo`. */
  async legacy(binding: Omit<Binding, 'caller'>): Promise<SdkServer> {
    this.#legacy ??= legacyFactory(this.#publication);
    return (await this.#legacy).create({ ...binding, caller: (authInfo) => authInfo as Caller });
  }

  modern(): Promise<ModernHandler> {
    return (this.#modern ??= modernHandler(this.#publication));
  }

  /** Fires the signals of all calls that the SDKs began; each is still answered. */
  abortCalls(reason: Error): void {
    this.#publication.calls.abortAll(reason);
  }

  /** What was never loaded needs no end. */
  async closeModern(): Promise<void> {
    await (await this.#modern)?.close();
  }
}

export function makeEras(
  publication: Publication,
  options: HttpOptions,
  { auth, work }: { auth: AuthSettings | undefined; work: Work },
): { legacy?: EraHandler; modern?: EraHandler } {
  const { eras = ['legacy', 'modern'], direct = true, jsonResponse = false, keepAlive, sessions = false } = options;
  const { registry, dispatch, log } = publication;
  const sdks = new Sdks(publication);
  const shared: Directly = {
    dispatch,
    work,
    auth,
    scopesOf: (method, params) => scopesOf(registry, method, params),
    paramRefusal: (request, body) => paramRefusal(registry, request, body, log),
  };
  const given = { direct, jsonResponse, ...(keepAlive !== undefined && { keepAlive: Number.isFinite(keepAlive) ? keepAlive : 0 }) };
  const legacy = (): EraHandler => {
    if (!sessions) return new Stateless(shared, sdks, given);
    const all = new Sessions({ ...(sessions === true ? {} : sessions), ...given }, publication.limits, sdks);
    return new Stateful(shared, all, given);
  };
  return {
    ...(eras.includes('legacy') && { legacy: legacy() }),
    ...(eras.includes('modern') && { modern: new Modern(shared, sdks, given) }),
  };
}
