/** `@tool`, `@tool({…})` and `tool(fn, {…})`: say that a method or function is a tool. */
import type { MarkedFunction, ToolOptions } from '../types.js';
import { defineFacts } from './function-facts.js';
import { type FunctionRecord, recordFunction } from './metadata.js';
import { isLegacyUse, isStandardContext, markLegacy, markStandard, type Marking, methodMark, type ToolDecorator } from './method.js';
import { checkOptions, invalid, toolNamePattern, toolRules } from './options.js';

type AnyFunction = (...args: never[]) => unknown;

/** Marks a method as a tool; used bare. The method itself stays as it is. */
export function tool(target: object, method: string | symbol, descriptor?: PropertyDescriptor): void;
/** Marks a method as a tool; used bare, with standard decorators. */
export function tool(method: AnyFunction, context: ClassMethodDecoratorContext): void;
/** Marks a function as a tool. The result is called as the function was, and validates nothing then; its definition can be read on it. */
export function tool<F extends AnyFunction>(fn: F, options?: ToolOptions): MarkedFunction<F>;
/**
 * Marks a method as a tool.
 * @param options name, description and more; each overrides what the build step infers
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option, a static method, an accessor or a field
 */
export function tool(options?: ToolOptions): ToolDecorator;
export function tool(...args: unknown[]): unknown {
  const [first, second, third] = args;
  if (isLegacyUse(second)) return markLegacy(first as object, second, third as PropertyDescriptor | undefined, toolMarking({}));
  if (isStandardContext(second)) return markStandard(first, second, toolMarking({}));
  if (typeof first === 'function') return markFunction(first as AnyFunction, (second ?? {}) as ToolOptions);
  return methodMark(toolMarking(first ?? {}));
}

const toolMarking = (options: ToolOptions): Marking => ({
  word: '@tool',
  one: 'a tool',
  many: 'tools',
  instead: { ofStatic: 'make it an instance method, or use tool(fn)', ofField: 'for a function value use tool(fn)' },
  check: (place) => checkOptions(options, toolRules, place),
  mark: (before) => ({ ...before, tool: options }),
});

function markFunction<F extends AnyFunction>(fn: F, options: ToolOptions): MarkedFunction<F> {
  const place = `tool(${fn.name || 'function'})`;
  if (/^class\b/.test(Function.prototype.toString.call(fn))) throw invalid(place, 'got a class; put @tool() on its methods');
  checkOptions(options, toolRules, place);
  if (!toolNamePattern.test(options.name ?? fn.name)) {
    throw invalid(
      place,
      `needs a name: give { name }, or a named function ('${fn.name}' is not 1 to 128 characters out of A-Z a-z 0-9 . _ -)`,
    );
  }
  const wrapped = fn as unknown as FunctionRecord['wrapped'];
  const marked = function (this: unknown, ...args: unknown[]): unknown {
    return wrapped.apply(this, args);
  };
  const name = fn.name === '' ? options.name : fn.name;
  Object.defineProperties(marked, { name: { value: name, configurable: true }, length: { value: fn.length, configurable: true } });
  recordFunction(marked, { options, wrapped });
  defineFacts(marked);
  return marked as unknown as MarkedFunction<F>;
}
