/** `@prompt` and `@prompt({…})`: say that a method renders a prompt. */
import type { PromptOptions } from '../types.js';
import { isLegacyUse, isStandardContext, markLegacy, markStandard, type Marking, methodMark, type PromptDecorator } from './method.js';
import { checkOptions, promptRules } from './options.js';

/** Marks a method as a prompt; used bare. Its parameters are the prompt's arguments. */
export function prompt(target: object, method: string | symbol, descriptor?: PropertyDescriptor): void;
/** Marks a method as a prompt; used bare, with standard decorators. */
export function prompt(method: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
/**
 * Marks a method as a prompt.
 * @param options name, description and more; each overrides what the build step infers
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option, a static method, an accessor or a field
 */
export function prompt(options?: PromptOptions): PromptDecorator;
export function prompt(...args: unknown[]): unknown {
  const [first, second, third] = args;
  if (isLegacyUse(second)) return markLegacy(first as object, second, third as PropertyDescriptor | undefined, promptMarking({}));
  if (isStandardContext(second)) return markStandard(first, second, promptMarking({}));
  return methodMark(promptMarking(first ?? {}));
}

const promptMarking = (options: PromptOptions): Marking => ({
  word: '@prompt',
  one: 'a prompt',
  many: 'prompts',
  check: (place) => checkOptions(options, promptRules, place),
  mark: (before) => ({ ...before, prompt: options }),
});
