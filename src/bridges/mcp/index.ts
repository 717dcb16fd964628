/** `toolmark/mcp`: publishes a registry over MCP. Importing it costs little; the SDK is loaded when a server starts. */
export { type AuthConfig, defineConfig, type ServeConfig } from './config.js';
export {
  type AuthInfo,
  type AuthOptions,
  type JwksOptions,
  jwksVerifier,
  type StaticKeyOptions,
  staticKeyVerifier,
  type Verify,
  type VerifyRequest,
} from './auth/index.js';
export type { Rate, ServerLimits } from './limits/index.js';
export type { PublishedRegistry } from './dispatch/request.js';
export { toWireResult, toWireTool, type WireResult, type WireTool } from './wire/tools.js';
export { fastifyHandler, httpHandler, type HttpHandler } from './http/handler.js';
export { fetchHandler, type FetchHandler } from './http/fetch.js';
export type { CorsOptions } from './http/admission/cors.js';
export type { HttpOptions, SessionOptions } from './http/options.js';
export { createServer } from './eras/legacy.js';
export type { McpServerOptions } from './options.js';
export { type HttpServer, serveHttp, type ServeHttpOptions } from './http/serve.js';
export { serveStdio, type StdioOptions, type StdioServer } from './stdio/stdio.js';
export { guardStdout, type StdoutGuard } from './stdio/stdout.js';
