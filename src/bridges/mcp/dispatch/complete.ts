/** `completion/complete`. */
import type { CompletionReference } from '../../../types.js';
import { invalidParams } from '../wire/errors.js';
import { isObject } from '../wire/tools.js';
import { asProtocolError } from './failures.js';
import { textsOf } from './prompts.js';
import { run } from './run.js';
import { bothEras, type Handler, type HandlerTable, type Setup } from './setup.js';

/** MCP's limit on proposals. */
const mostValues = 100;

export function completionHandlers(setup: Setup): HandlerTable {
  return setup.registry.complete ? { 'completion/complete': { eras: bothEras, handle: complete(setup) } } : {};
}

function complete(setup: Setup): Handler {
  return async ({ ref, argument, context }, request) => {
    const reference = referenceOf(ref);
    if (!isObject(argument) || typeof argument['name'] !== 'string' || typeof argument['value'] !== 'string')
      throw invalidParams("'argument' must be { name: string, value: string }.");
    const { name, value } = argument;
    const others = textsOf(isObject(context) ? context['arguments'] : undefined);
    try {
      return await run(setup, request, undefined, async (options) => {
        const completion = await setup.registry.complete?.(reference, { name, value }, others, options);
        const { values = [], total, hasMore } = completion ?? {};
        const more = hasMore ?? (values.length > mostValues ? true : undefined);
        return setup.answer('completion/complete', request, {
          completion: {
            values: values.slice(0, mostValues),
            ...(total !== undefined && { total }),
            ...(more !== undefined && { hasMore: more }),
          },
        });
      });
    } catch (error) {
      throw asProtocolError(error, request);
    }
  };
}

function referenceOf(ref: unknown): CompletionReference {
  const { type, name, uri } = (isObject(ref) ? ref : {}) as Record<string, unknown>;
  if (type === 'ref/prompt' && typeof name === 'string') return { type, name };
  if (type === 'ref/resource' && typeof uri === 'string') return { type, uri };
  throw invalidParams("'ref' must be { type: 'ref/prompt', name } or { type: 'ref/resource', uri }.");
}
