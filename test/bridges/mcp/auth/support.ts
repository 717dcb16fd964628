/** What the tests of auth share: settings whose log can be read, and an authorization server on this machine that signs real tokens. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { Caller } from '../../../../src/bridges/mcp/dispatch/request.js';
import {
  type AuthInfo,
  type AuthOptions,
  type AuthSettings,
  authenticate,
  type Challenge,
  type HeadersView,
  isChallenge,
  resolveAuth,
} from '../../../../src/bridges/mcp/auth/index.js';

export const resource = 'https://api.example.com/mcp';
export const issuer = 'https://login.example.com';
export const metadataUrl = 'https://api.example.com/.well-known/oauth-protected-resource/mcp';
export const now = (): number => Math.floor(Date.now() / 1000);

export const ann: AuthInfo = { subject: 'ann', clientId: 'app', issuer, scopes: ['read'] };

/** Settings for our resource; `logged` is what the operator reads. */
export function settingsFor(options: Partial<AuthOptions> = {}): { settings: AuthSettings; logged: string[] } {
  const logged: string[] = [];
  const all: AuthOptions = { verify: () => ann, resource, authorizationServers: [issuer], ...options };
  return { settings: resolveAuth(all, (message) => logged.push(message)), logged };
}

export const headers = (authorization?: string): HeadersView => new Headers(authorization === undefined ? {} : { authorization });

/** Asks with a token that any verifier gets to see. */
export const ask = (settings: AuthSettings, authorization: string | undefined = 'Bearer abc'): Promise<Caller | Challenge> =>
  authenticate(headers(authorization), settings);

export async function callerFor(settings: AuthSettings, authorization?: string): Promise<Caller & { auth: AuthInfo }> {
  const outcome = await ask(settings, authorization);
  if (isChallenge(outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome as Caller & { auth: AuthInfo };
}

export async function challengeFor(settings: AuthSettings, authorization?: string): Promise<Challenge> {
  const outcome = await ask(settings, authorization);
  if (!isChallenge(outcome)) throw new Error(`let in: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** A private key with its public half under a `kid`. */
export interface Key {
  kid: string;
  alg: string;
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  jwk: JWK;
}

export async function newKey(kid: string, alg = 'ES256'): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    kid,
    alg,
    jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
    sign: (claims, header = {}) => new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
  };
}

/** An authorization server: its documents can be changed while it runs, and it counts what is fetched. */
export interface Issuer {
  readonly url: string;
  keys: JWK[];
  /** Path -> document, or a handler. */
  readonly pages: Record<string, unknown>;
  readonly fetched: string[];
  close(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const fetched: string[] = [];
  const pages: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    fetched.push(path);
    const page = path === '/keys' && !('/keys' in pages) ? { keys: one.keys } : pages[path];
    if (typeof page === 'function') {
      (page as (request: IncomingMessage, response: ServerResponse) => void)(request, response);
      return;
    }
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(page ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pages['/.well-known/oauth-authorization-server'] = { issuer: url, jwks_uri: `${url}/keys` };
  const one: Issuer = {
    url,
    keys: [],
    pages,
    fetched,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return one;
}
