/**
 * Every failure is a ToolError with a code from one table.
 * A brand under `Symbol.for` makes `instanceof` work across the ESM and the CommonJS copy of this package.
 */
import type { Issue } from './types.js';

/** What each code means. A model's mistake and an author's mistake never share a code. */
export const errorCodes = {
  UNKNOWN_TOOL: 'no tool of that name is registered',
  UNKNOWN_RESOURCE: 'no resource of that URI is registered',
  UNKNOWN_PROMPT: 'no prompt of that name is registered',
  INVALID_ARGUMENTS: 'the arguments do not fit the advertised schema or rules',
  INVALID_RESULT: 'the result does not fit the advertised output schema, or has no JSON form',
  INVALID_ANSWER: 'the answer to a question does not fit what was asked',
  EXECUTION_FAILED: 'the method threw',
  TIMEOUT: 'the call took longer than it may',
  CANCELLED: 'the caller cancelled',
  DENIED: 'the caller may not do this',
  OVERLOADED: 'too many calls at once',
  DUPLICATE_TOOL: 'two tools of one name',
  DUPLICATE_RESOURCE: 'two resources of one URI',
  DUPLICATE_PROMPT: 'two prompts of one name',
  NOT_IMPLEMENTED: 'there is nothing here to run',
  ASYNC_TOOL: 'an asynchronous tool was called synchronously',
  UNSUPPORTED_SCHEMA: 'a schema that cannot be compiled or is over the limits',
  STALE_MANIFEST: 'the manifest is missing, or does not fit the class',
  CONNECTION_FAILED: 'a server could not be reached',
  INVALID_DEFINITION: 'a decorator, tool or option was written wrongly',
} as const;

/** A code of the table above. */
export type ToolErrorCode = keyof typeof errorCodes;

/** What a ToolError carries beside its message. */
export interface ToolErrorInit {
  toolName?: string;
  issues?: readonly Issue[];
  /** All OAuth scopes that the call needs, where it was denied for the lack of one. */
  scopes?: readonly string[];
  cause?: unknown;
}

const brand = Symbol.for('toolmark.ToolError');

/** The one error type of toolmark. Throw one from a method to tell the model something: its message always reaches it. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly toolName?: string;
  /** What is wrong, place by place; empty when there is nothing to point at. */
  readonly issues: readonly Issue[];
  /** All scopes that the call needs; set where it was DENIED for the lack of one. */
  readonly scopes?: readonly string[];

  constructor(code: ToolErrorCode, message: string, init: ToolErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    if (init.toolName !== undefined) this.toolName = init.toolName;
    this.issues = init.issues ?? [];
    if (init.scopes !== undefined) this.scopes = init.scopes;
  }

  static {
    // On the prototype: an error of its own properties costs twice as much to make.
    Object.defineProperty(this.prototype, brand, { value: true });
    Object.defineProperty(this.prototype, 'name', { value: 'ToolError', writable: true, configurable: true });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // A subclass keeps the ordinary meaning of instanceof.
    if (this !== ToolError) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/**
 * Makes an error that nobody will ask where it was thrown: looking for that costs more than all else about a refused call.
 * Its `stack` is its message.
 */
export function withoutStack<E extends Error>(make: () => E): E {
  const { stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 0;
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
