/** Who calls over HTTP: an OAuth 2.1 resource server, free of transports and of MCP's SDK. */
export { authenticate, stepUp } from './authenticate.js';
export { type Challenge, isChallenge } from './challenge.js';
export { withoutCredentials } from './credentials.js';
export { type JwksOptions, jwksVerifier } from './jwks.js';
export { metadataReply } from './metadata.js';
export type { AuthInfo, AuthOptions, HeadersView, Verify, VerifyRequest } from './options.js';
export { type AuthSettings, resolveAuth } from './settings.js';
export { type StaticKey, type StaticKeyOptions, staticKeyVerifier } from './static-keys.js';
