/** The keys of one issuer: found, fetched, kept and fetched again by `jose`, within our bounds. */
import { ToolError } from '../../../errors.js';
import { discoverKeys } from './discovery.js';
import { fetchJson, type FetchSettings } from './fetch-json.js';
import type { Jose } from './load.js';

export interface KeySourceOptions {
  /** The `iss` of its tokens, letter for letter. */
  issuer: string;
  /** Where the keys are; found through the issuer's metadata by default. */
  jwksUri?: string;
  /** Milliseconds for one document of the issuer; 5 seconds by default. */
  timeout?: number;
  /** Milliseconds after a fetch in which an unknown key is not looked for again; 30 seconds by default. */
  cooldown?: number;
  /** Fetch keys over plain http from other machines too: only in a network that you trust. */
  allowHttp?: boolean;
}

type Keys = ReturnType<Jose['createRemoteJWKSet']>;

/** Milliseconds after a failure in which the issuer is left alone. */
const pause = 1000;

export class KeySource {
  readonly #options: KeySourceOptions;
  readonly #fetching: FetchSettings;
  #keys: Keys | undefined;
  #opening: Promise<Keys> | undefined;
  #failure: { until: number; error: unknown } | undefined;

  constructor(options: KeySourceOptions) {
    this.#options = options;
    this.#fetching = { timeout: options.timeout ?? 5000, allowHttp: options.allowHttp ?? false };
  }

  /** @throws ToolError CONNECTION_FAILED when the issuer's metadata cannot be had */
  async get(jose: Jose): Promise<Keys> {
    if (this.#keys) return this.#keys;
    // Many tokens, one discovery; after a failure the next token tries anew.
    this.#opening ??= this.#open(jose).finally(() => {
      this.#opening = undefined;
    });
    return (this.#keys = await this.#opening);
  }

  /** Tells what the issuer could not do from what is wrong with a token. */
  explain(error: unknown, { errors }: Jose): unknown {
    const isOurs = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
    return isOurs ? new ToolError('CONNECTION_FAILED', `The keys of ${this.#options.issuer} cannot be read.`, { cause: error }) : error;
  }

  async #open(jose: Jose): Promise<Keys> {
    const uri = this.#options.jwksUri ?? (await this.#sparing(() => discoverKeys(this.#options.issuer, this.#fetching)));
    return jose.createRemoteJWKSet(new URL(uri), {
      timeoutDuration: this.#fetching.timeout,
      cooldownDuration: this.#options.cooldown ?? 30_000,
      [jose.customFetch]: (url) => this.#sparing(() => this.#fetchKeys(url)),
    });
  }

  async #fetchKeys(url: string): Promise<Response> {
    try {
      const document = await fetchJson(url, this.#fetching);
      if (document === undefined) throw new ToolError('CONNECTION_FAILED', `There are no keys at ${url}.`);
      return Response.json(document);
    } catch (error) {
      // The issuer may have moved them. Keys that are still good are not given up for one that is unknown.
      if (!this.#keys?.fresh) this.#keys = undefined;
      throw error;
    }
  }

  /** Tokens that nobody issued must not become a flood of requests to an issuer that is down. */
  async #sparing<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failure && Date.now() < this.#failure.until) throw this.#failure.error;
    try {
      return await work();
    } catch (error) {
      this.#failure = { until: Date.now() + pause, error };
      throw error;
    }
  }
}
