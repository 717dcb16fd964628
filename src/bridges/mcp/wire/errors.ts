/** Failures of the protocol, and their codes. */

/** A failure of the protocol, not of a tool. Both SDK lines send `code`, `message` and `data` as they stand. */
export class ProtocolError extends Error {
  readonly data?: Record<string, unknown>;

  constructor(
    readonly code: number,
    message: string,
    data?: Record<string, unknown>,
  ) {
    super(message);
    this.name = 'ProtocolError';
    if (data !== undefined) this.data = data;
  }
}

export const protocolCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** 2025 eras only; the modern one says `invalidParams`. */
  resourceNotFound: -32002,
  /** Modern era over HTTP, with status 400: the head of a request says something else than its body. */
  headerMismatch: -32020,
  /** Modern era: the request needs something that its client did not declare. Over HTTP it has status 400. */
  missingCapability: -32021,
} as const;

export const invalidParams = (message: string, data?: Record<string, unknown>): ProtocolError =>
  new ProtocolError(protocolCodes.invalidParams, `Invalid params: ${message}`, data);
