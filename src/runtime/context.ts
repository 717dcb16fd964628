/** The context of one call: what the bridge knows, filled with what does nothing. */
import { ToolError } from '../errors.js';
import type { CallOptions, ToolContext } from '../types.js';
import type { Logger } from './logger.js';

/** @param signal the call's own: aborts on the caller's signal and on the timeout */
export function makeContext(toolName: string, signal: AbortSignal, options: CallOptions, logger: Logger): ToolContext {
  const unsupported = (what: string) => async (): Promise<never> => {
    throw new ToolError('NOT_IMPLEMENTED', `The caller of tool '${toolName}' does not support ${what}.`, { toolName });
  };
  const context: Record<string, unknown> = {
    signal,
    progress: monotonic(options.progress?.bind(options)),
    log: quietly(options.log?.bind(options), logger),
    elicit: options.elicit?.bind(options) ?? unsupported('elicitation'),
    sample: options.sample?.bind(options) ?? unsupported('sampling'),
  };
  for (const key of ['callId', 'auth', 'headers', 'meta'] as const) if (options[key] !== undefined) context[key] = options[key];
  return context as unknown as ToolContext;
}

/** MCP wants progress to grow; what does not is left out, and so is what is no number. */
function monotonic(send: ToolContext['progress'] | undefined): ToolContext['progress'] {
  let last = -Infinity;
  return (progress, total, message) => {
    if (!send || !Number.isFinite(progress) || progress <= last) return;
    last = progress;
    send(progress, total, message);
  };
}

function quietly(send: ToolContext['log'] | undefined, logger: Logger): ToolContext['log'] {
  return (level, data) => {
    try {
      send?.(level, data);
    } catch (error) {
      logger.warn(`a log message could not be sent: ${String(error)}`);
    }
  };
}
