/** `@complete({…})`: says that a method proposes values for an argument of a prompt or a variable of a resource template. */
import type { CompleteOptions } from '../types.js';
import { type CompleteDecorator, type Marking, methodMark } from './method.js';
import { checkOptions, completeRules, invalid } from './options.js';

/**
 * Marks a method as a completion: `(value: string, others: Record<string, string>, context?) => string[] | Completion`.
 * @param options `{ prompt, argument }` or `{ resource, argument }`: the prompt's name or the URI template as the decorator there has it
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option, a static method, an accessor or a field
 */
export function complete(options: CompleteOptions): CompleteDecorator {
  return methodMark(completeMarking(options));
}

const completeMarking = (options: CompleteOptions): Marking => ({
  word: '@complete',
  one: 'a completion',
  many: 'completions',
  check: (place) => {
    checkOptions(options, completeRules, place);
    if (options.argument === undefined || (options.prompt === undefined) === (options.resource === undefined))
      throw invalid(
        place,
        "needs { prompt, argument } or { resource, argument }, such as @complete({ prompt: 'greet', argument: 'city' })",
      );
  },
  mark: (before) => ({ ...before, completions: [options, ...(before.completions ?? [])] }),
});
