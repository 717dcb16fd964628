/** The form of `toolmark.config.*`, which `toolmark serve` reads; only types and one function that does nothing. */
import type { AuthOptions } from './auth/index.js';
import type { HttpOptions, SessionOptions } from './http/options.js';
import type { McpServerOptions } from './options.js';

/** A secret, or where it is: `env:NAME` or `file:PATH` (relative to the configuration file). */
type Secret = string;

/** Who may call: keys that were given out, tokens of an issuer, or a function of your own. A caller that one of them knows is let in. */
export interface AuthConfig extends Partial<AuthOptions> {
  /** One key that every caller sends as bearer token. */
  key?: Secret;
  /** What `key` grants; the required scopes by default. */
  keyScopes?: string[];
  /** One key for each caller. */
  keys?: { subject: string; key: Secret; scopes?: string[] }[];
  /** Access tokens (JWT) of this issuer are taken. */
  issuer?: string;
  /** Where the issuer's keys are; its metadata says so by default. */
  jwks?: string;
  /** Whom tokens must be meant for; `resource` by default. */
  audience?: string[];
  /** The claim that has the scopes. */
  scopeClaim?: string;
  /** Signatures that are accepted; all asymmetric ones by default. */
  algorithms?: string[];
}

/** Settings of `toolmark serve`. Flags and environment variables go before them. */
export interface ServeConfig extends Omit<McpServerOptions, 'log' | 'answerTimeout' | 'requestStateKey'> {
  /** Modules to publish; relative to the configuration file. */
  modules?: string[];
  /** Serve Streamable HTTP on this port; stdio otherwise. */
  http?: number;
  /** Address to listen on; `127.0.0.1` by default. */
  host?: string;
  /** `/mcp` by default. */
  path?: string;
  /** Keep a session for each client before 2026-07-28. */
  sessions?: boolean | SessionOptions;
  jsonResponse?: boolean;
  allowedHosts?: string[];
  allowedOrigins?: string[];
  /** Origins whose pages may call and read the answers. */
  cors?: string[] | { origins: string[]; credentials?: boolean; maxAge?: number };
  auth?: AuthConfig;
  requestStateKey?: Secret;
  eras?: HttpOptions['eras'];
  keepAlive?: number;
  healthPath?: string;
  direct?: boolean;
  logFormat?: 'text' | 'json';
}

/** Gives the configuration back; for its types. `export default defineConfig({ http: 3000 })`. */
export const defineConfig = (config: ServeConfig): ServeConfig => config;
