/** `@tool`, `@tool({…})` and `tool(fn, {…})`: say that a method or function is a tool. */
import type { ToolOptions } from '../types.js';
import { type FunctionRecord, recordFunction, recordMethod, recordStandardMethod } from './metadata.js';
import { checkOptions, invalid, toolNamePattern, toolRules } from './options.js';

/** A method decorator for both dialects: TypeScript's `experimentalDecorators` and the TC39 standard. */
export interface ToolDecorator {
  (target: object, method: string | symbol, descriptor?: PropertyDescriptor): void;
  (method: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
}

type AnyFunction = (...args: never[]) => unknown;

/** Marks a method as a tool; used bare. The method itself stays as it is. */
export function tool(target: object, method: string | symbol, descriptor?: PropertyDescriptor): void;
/** Marks a method as a tool; used bare, with standard decorators. */
export function tool(method: AnyFunction, context: ClassMethodDecoratorContext): void;
/** Marks a function as a tool. The result is called as the function was, and validates nothing then. */
export function tool<F extends AnyFunction>(fn: F, options?: ToolOptions): F;
/**
 * Marks a method as a tool.
 * @param options name, description and more; each overrides what the build step infers
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option, a static method, an accessor or a field
 */
export function tool(options?: ToolOptions): ToolDecorator;
export function tool(...args: unknown[]): unknown {
  const [first, second, third] = args;
  if (isLegacyUse(second)) return markMethod(first as object, second, third as PropertyDescriptor | undefined, {});
  if (isStandardContext(second)) return markStandard(first, second, {});
  if (typeof first === 'function') return markFunction(first as AnyFunction, (second ?? {}) as ToolOptions);
  const options = (first ?? {}) as ToolOptions;
  return (target: object, method: unknown, descriptor?: PropertyDescriptor): void => {
    if (isStandardContext(method)) markStandard(target, method, options);
    else if (isLegacyUse(method)) markMethod(target, method, descriptor, options);
    else throw invalid(`@tool on ${className(target)}`, 'put it on a method, not on a class; @toolset is for classes');
  };
}

const isLegacyUse = (value: unknown): value is string | symbol => typeof value === 'string' || typeof value === 'symbol';

function isStandardContext(value: unknown): value is ClassMethodDecoratorContext {
  return typeof value === 'object' && value !== null && 'kind' in value && 'addInitializer' in value;
}

function markMethod(target: object, method: string | symbol, descriptor: PropertyDescriptor | undefined, options: ToolOptions): void {
  const place = `@tool on ${className(target)}.${String(method)}`;
  if (typeof target === 'function') throw invalid(place, 'static methods cannot be tools; make it an instance method, or use tool(fn)');
  checkMethod(place, method, typeof (descriptor ?? Object.getOwnPropertyDescriptor(target, method))?.value === 'function');
  checkOptions(options, toolRules, place);
  recordMethod(target.constructor, method as string, options);
}

function markStandard(value: unknown, context: ClassMethodDecoratorContext, options: ToolOptions): void {
  const place = `@tool on method ${String(context.name)}`;
  if (context.static) throw invalid(place, 'static methods cannot be tools; make it an instance method, or use tool(fn)');
  if (context.private) throw invalid(place, '#private methods cannot be tools');
  checkMethod(place, context.name, context.kind === 'method');
  checkOptions(options, toolRules, place);
  recordStandardMethod(value as object, options);
}

function checkMethod(place: string, name: string | symbol, isMethod: boolean): void {
  if (!isMethod) throw invalid(place, 'only methods can be tools, not fields or accessors; for a function value use tool(fn)');
  if (typeof name === 'symbol') throw invalid(place, 'a method named by a symbol cannot be a tool');
}

function markFunction<F extends AnyFunction>(fn: F, options: ToolOptions): F {
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
  Object.defineProperties(marked, { name: { value: fn.name, configurable: true }, length: { value: fn.length, configurable: true } });
  recordFunction(marked, { options, wrapped });
  return marked as unknown as F;
}

function className(target: object): string {
  const owner = typeof target === 'function' ? target : target.constructor;
  return owner.name || 'an anonymous class';
}
