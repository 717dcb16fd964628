/** Failures of the protocol, and their codes. */

/** A failure of the protocol, not of a tool. Both SDK lines send `code` and `message` as they stand. */
export class ProtocolError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
    this.name = 'ProtocolError';
  }
}

export const protocolCodes = { methodNotFound: -32601, invalidParams: -32602, internal: -32603 } as const;
