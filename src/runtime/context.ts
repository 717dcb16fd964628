/** The context of one call: what the bridge knows, filled with what does nothing. */
import type { CallOptions, ToolContext } from '../types.js';
import type { ToolSource } from './definition/source.js';
import type { Logger } from './logger.js';
import { questionsOf } from './questions/ask.js';
import type { Settings } from './settings.js';
import type { Watch } from './watch.js';

/**
 * @param ending its signal is the call's own, aborts on the caller's and on the timeout, and is made when it is read
 * @param watch stands still while a question waits for its answer
 */
export function makeContext(
  source: ToolSource,
  ending: Pick<ToolContext, 'signal'>,
  options: CallOptions,
  settings: Settings,
  watch?: Watch,
): ToolContext {
  let questions: ReturnType<typeof questionsOf> | undefined;
  // Most methods ask nothing.
  const asking = (): ReturnType<typeof questionsOf> => (questions ??= questionsOf(source, options, settings, watch));
  const context: Record<string, unknown> = {
    get signal() {
      return ending.signal;
    },
    progress: monotonic(options.progress?.bind(options)),
    log: quietly(options.log?.bind(options), settings.logger),
    closeStream: () => options.closeStream?.(),
    elicit: (...given: Parameters<ToolContext['elicit']>) => asking().elicit(...given),
    sample: ((...given) => asking().sample(...given)) satisfies ToolContext['sample'],
    roots: ((...given) => asking().roots(...given)) satisfies ToolContext['roots'],
  };
  const { callId, auth, headers, meta } = options;
  if (callId !== undefined) context['callId'] = callId;
  if (auth !== undefined) context['auth'] = auth;
  if (headers !== undefined) context['headers'] = headers;
  if (meta !== undefined) context['meta'] = meta;
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
