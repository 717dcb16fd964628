/** How a server finds out who calls: what its author says of it, and what a verifier answers. */

/** What a verifier found out about a token; methods read it as `CallerInfo`. Never holds the token. */
// An interface would fit no type that may have other members, as `CallerInfo` may.
// oxlint-disable-next-line typescript/consistent-type-definitions
export type AuthInfo = {
  /** Who: a person or a service. */
  subject?: string;
  /** Which client acts. */
  clientId?: string;
  /** Who issued the token, where subjects of several issuers may have the same name. */
  issuer?: string;
  /** What was granted. */
  scopes: readonly string[];
  /** Seconds since 1970. */
  expiresAt?: number;
  /** For whom the token was issued; `resource` must be among them. Absent: the verifier has seen to it. */
  audience?: string | readonly string[];
  /** Anything else that methods may see. */
  claims?: Readonly<Record<string, unknown>>;
};

/** Header fields, by names in any case. */
export interface HeadersView {
  get(name: string): string | null | undefined;
  /** Each field of that name, where `get` would give the first only. */
  getAll?(name: string): readonly string[];
}

/** The request that brought a token. */
export interface VerifyRequest {
  readonly method?: string;
  /** Path and query. */
  readonly url?: string;
  readonly headers: HeadersView;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Says whose a token is; undefined when it is nobody's. What it throws is logged, and the token refused. It is asked at every request. */
export type Verify = (token: string, request: VerifyRequest) => Promise<AuthInfo | undefined> | AuthInfo | undefined;

/** Makes the server an OAuth 2.1 resource server: each request needs a bearer token. */
export interface AuthOptions {
  verify: Verify;
  /** The URL that clients connect to, as the outside world knows it: `https://api.example.com/mcp`. Needed with `authorizationServers`. */
  resource?: string;
  /** Issuers that clients can get tokens from. Without any, clients are given no way to get a token (static keys). */
  authorizationServers?: readonly string[];
  /** Scopes without which nothing is served. */
  requiredScopes?: readonly string[];
  /** Scopes told in the metadata document; `requiredScopes` by default. */
  scopesSupported?: readonly string[];
  /** Scopes that hold others: `{ admin: ['read', 'write'] }`. */
  impliedScopes?: Readonly<Record<string, readonly string[]>>;
  /** Name for people. */
  resourceName?: string;
  /** URL of a page for developers. */
  resourceDocumentation?: string;
  /** The verifier has compared the audience itself, with something else than `resource`. */
  audienceChecked?: boolean;
  /** Milliseconds that `verify` may take before the request is answered 503; 10 seconds by default. */
  verifyTimeout?: number;
}
