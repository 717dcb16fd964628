/** What the handlers of one dispatcher share. */
import type { ToolIcon } from '../../../types.js';
import type { Gate, RateLimit } from '../limits/index.js';
import type { RequestState } from '../questions/request-state.js';
import type { Lists } from './lists.js';
import type { Outcome, WireObject } from './outcome.js';
import type { Era, PublishedRegistry, RequestContext } from './request.js';

/** How the server names itself (MCP's `Implementation`). */
export interface ServerInfo {
  name: string;
  version: string;
  title?: string;
  icons?: ToolIcon[];
  websiteUrl?: string;
}

/** How long a client of the modern era may keep a list or a resource, and for whom. */
export interface CacheOptions {
  /** Milliseconds; 0 by default. */
  ttlMs?: number;
  /** `public` lets caches between client and server keep it; `private` by default, and always for who has signed in. */
  cacheScope?: 'public' | 'private';
}

export interface DispatchOptions {
  /** `message` lets a client read the message of any error, `masked` of a ToolError only. */
  errorDetail: 'message' | 'masked';
  /** Where the operator reads what a client must not. */
  log: (message: string) => void;
  serverInfo: ServerInfo;
  cache?: CacheOptions;
  /** Entries on one page of a list; all by default. */
  pageSize?: number;
  /** Milliseconds a tool may run that says nothing itself; the registry's own limit by default. */
  toolTimeout?: number;
  /** Bytes of one result. */
  resultBytes: number;
  /** Milliseconds a person or a model may take to answer. */
  answerTimeout: number;
  /** Calls that run at once. */
  gate: Pick<Gate, 'enter'>;
  /** Calls of one caller in a window of time. */
  rate?: Pick<RateLimit, 'take'>;
  requestState: RequestState;
}

export interface Setup {
  readonly registry: PublishedRegistry;
  readonly options: DispatchOptions;
  readonly lists: Lists;
  /** The answer in the form of the request's era. */
  answer(method: string, request: RequestContext, body: WireObject): Outcome;
  /** The answer that asks for more; of the modern era. */
  inputRequired(body: WireObject): Outcome;
}

export type Handler = (params: Record<string, unknown>, request: RequestContext) => Outcome | Promise<Outcome>;

/** Which eras have a method, and what answers it. */
export type HandlerTable = Readonly<Record<string, { readonly eras: readonly Era[]; readonly handle: Handler }>>;

export const bothEras: readonly Era[] = ['legacy', 'modern'];
export const legacyOnly: readonly Era[] = ['legacy'];
