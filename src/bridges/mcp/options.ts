/** What every kind of MCP server takes, whatever its transport. */
import type { ToolIcon } from '../../types.js';
import type { CacheOptions } from './dispatch/setup.js';
import type { ServerLimits } from './limits/table.js';

/** What every kind of MCP server takes. */
export interface McpServerOptions {
  /** How the server names itself; by default as the package of the program that runs, else `toolmark`. */
  name?: string;
  title?: string;
  /** The version of your server, not of the protocol; by default that of the package of the program that runs, else `0.0.0`. */
  version?: string;
  /** Told to the model: how to use these tools together. */
  instructions?: string;
  icons?: ToolIcon[];
  websiteUrl?: string;
  /** `message` lets a client read the message of any error (default on stdio), `masked` of a ToolError only (default over HTTP). */
  errorDetail?: 'message' | 'masked';
  /** Milliseconds a person or a model behind the client may take to answer `elicit` and `sample`; 10 minutes by default. */
  answerTimeout?: number;
  /** What the server spends on its clients; each limit that is absent has its default (docs/guide/limits.md). */
  limits?: Partial<ServerLimits>;
  /** Entries on one page of a list; absent, all come at once. */
  pageSize?: number;
  /**
   * Signs the state that a client keeps for us between the rounds of a question; the same in all processes behind one address.
   * At least 16 bytes; made up when absent.
   */
  requestStateKey?: string | Uint8Array;
  /** How long clients of the modern era may keep lists and resources; not at all by default. */
  cache?: CacheOptions;
  /** Takes messages for the operator; standard error by default. */
  log?: (message: string) => void;
}

export const logToStandardError = (message: string): void => void process.stderr.write(`toolmark mcp: ${message}\n`);
