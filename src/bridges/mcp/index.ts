/** `toolmark/mcp`: publishes a registry over MCP. Importing it costs little; the SDK is loaded when a server starts. */
export type { PublishedRegistry } from './dispatch.js';
export { toWireResult, toWireTool, type WireResult, type WireTool } from './convert.js';
export { type HttpOptions, httpHandler, type HttpHandler } from './http.js';
export { createServer, type McpServerOptions } from './server.js';
export { type HttpServer, serveHttp, type ServeHttpOptions } from './serve-http.js';
export { serveStdio, type StdioOptions, type StdioServer } from './stdio.js';
export { guardStdout, type StdoutGuard } from './stdout.js';
