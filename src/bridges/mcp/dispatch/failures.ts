/** A ToolError of a resource, a prompt or a completion as an error of the protocol: those have no results that say `isError`. */
import { ToolError, type ToolErrorCode } from '../../../errors.js';
import { ProtocolError, protocolCodes } from '../wire/errors.js';
import type { RequestContext } from './request.js';
import { refuseMissingCapability } from './run.js';

/** MCP's code of a failure that is neither the caller's mistake nor ours. */
const serverError = -32000;

const codes: Partial<Record<ToolErrorCode, number>> = {
  INVALID_ARGUMENTS: protocolCodes.invalidParams,
  UNKNOWN_PROMPT: protocolCodes.invalidParams,
  UNKNOWN_RESOURCE: protocolCodes.invalidParams,
  DENIED: serverError,
  OVERLOADED: serverError,
  CANCELLED: serverError,
  TIMEOUT: serverError,
};

/** What is no ToolError stays as it is. Its message is what a caller may read: the registry has masked it. */
export function asProtocolError(error: unknown, request: RequestContext, uri?: string): unknown {
  if (error instanceof ProtocolError || !(error instanceof ToolError)) return error;
  refuseMissingCapability(error, request);
  if (error.code === 'UNKNOWN_RESOURCE' && uri !== undefined) {
    const code = request.era === 'legacy' ? protocolCodes.resourceNotFound : protocolCodes.invalidParams;
    return new ProtocolError(code, error.message, { uri });
  }
  return new ProtocolError(codes[error.code] ?? protocolCodes.internal, error.message);
}
