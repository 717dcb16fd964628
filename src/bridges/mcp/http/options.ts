/** What serving over HTTP takes beside the options of every server. */
import type { AuthOptions } from '../auth/index.js';
import type { Era } from '../dispatch/request.js';
import type { McpServerOptions } from '../options.js';
import type { CorsOptions } from './admission/cors.js';
import type { GuardOptions } from './admission/guard.js';

/** Sessions of the legacy era. */
export interface SessionOptions {
  /** Milliseconds without a request or an open stream after which a session ends; overrides `limits.sessionIdle`. */
  idle?: number;
  /** Sessions at once; overrides `limits.sessions`. */
  limit?: number;
  /** Milliseconds that a call goes on after its event stream broke, so that the client can come back for the answer; 30 seconds by default. */
  resumeWait?: number;
  /** Milliseconds a client is told to wait before it comes back to a stream that was closed; absent, the client decides. */
  retry?: number;
}

export interface HttpOptions extends McpServerOptions, GuardOptions {
  /** Who may call: an OAuth 2.1 resource server, or static keys. Absent, everybody may whom the other checks let in. */
  auth?: AuthOptions;
  /** Web pages of other origins that may call; off by default. */
  cors?: CorsOptions;
  /** Bytes; overrides `limits.bodyBytes`. */
  bodyLimit?: number;
  /** Answer with one JSON document instead of an event stream; progress and logs are lost then, and without sessions questions too. */
  jsonResponse?: boolean;
  /** Keep a session per client of the legacy era, so that `elicit`, `sample` and notices of changed tools work there. Off by default: each request stands alone. */
  sessions?: boolean | SessionOptions;
  /** The protocol's eras that are served; both by default. */
  eras?: readonly Era[];
  /** Milliseconds between the comments that keep an event stream alive; 15 seconds by default, 0 for none. */
  keepAlive?: number;
  /** Answer plain requests without MCP's SDK, which takes several times as long; true by default. The answers are the same. */
  direct?: boolean;
}
