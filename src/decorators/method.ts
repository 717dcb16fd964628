/** What all method decorators share: both dialects, and the checks of where they were put. */
import type { Marks } from './metadata.js';
import { recordMethod, recordStandardMethod } from './metadata.js';
import { invalid } from './options.js';

/** A method decorator for both dialects: TypeScript's `experimentalDecorators` and the TC39 standard. */
export interface MethodMark {
  (target: object, method: string | symbol, descriptor?: PropertyDescriptor): void;
  (method: (...args: never[]) => unknown, context: ClassMethodDecoratorContext): void;
}

/** What `@tool(…)` gives. The four types differ in name only: by it the build step knows a decorator that a function of yours wraps. */
export interface ToolDecorator extends MethodMark {}

/** What `@resource(…)` gives. */
export interface ResourceDecorator extends MethodMark {}

/** What `@prompt(…)` gives. */
export interface PromptDecorator extends MethodMark {}

/** What `@complete(…)` gives. */
export interface CompleteDecorator extends MethodMark {}

/** One decorator: its word, what a marked method then is, and what it records. */
export interface Marking {
  /** With its @, for messages. */
  word: string;
  /** What a marked method is, in the singular with its article, and in the plural. */
  one: string;
  many: string;
  /** What could be done instead, for a static method or something that is no method. */
  instead?: { ofStatic: string; ofField: string };
  /** Checks what the author wrote. */
  check(place: string): void;
  /** @param before what the method carries already: decorators nearer to it run first */
  mark(before: Marks): Marks;
}

export const isLegacyUse = (value: unknown): value is string | symbol => typeof value === 'string' || typeof value === 'symbol';

export function isStandardContext(value: unknown): value is ClassMethodDecoratorContext {
  return typeof value === 'object' && value !== null && 'kind' in value && 'addInitializer' in value;
}

/** The decorator of one dialect or the other, as it is used. */
export function methodMark(marking: Marking): MethodMark {
  return (target: object, method: unknown, descriptor?: PropertyDescriptor): void => {
    if (isStandardContext(method)) markStandard(target, method, marking);
    else if (isLegacyUse(method)) markLegacy(target, method, descriptor, marking);
    else throw invalid(`${marking.word} on ${className(target)}`, 'put it on a method, not on a class; @toolset is for classes');
  };
}

export function markLegacy(target: object, method: string | symbol, descriptor: PropertyDescriptor | undefined, marking: Marking): void {
  const place = `${marking.word} on ${className(target)}.${String(method)}`;
  if (typeof target === 'function') throw refusedStatic(place, marking);
  checkMethod(place, method, typeof (descriptor ?? Object.getOwnPropertyDescriptor(target, method))?.value === 'function', marking);
  marking.check(place);
  recordMethod(target.constructor, method as string, marking.mark);
}

export function markStandard(value: unknown, context: ClassMethodDecoratorContext, marking: Marking): void {
  const place = `${marking.word} on method ${String(context.name)}`;
  if (context.static) throw refusedStatic(place, marking);
  if (context.private) throw invalid(place, `#private methods cannot be ${marking.many}`);
  checkMethod(place, context.name, context.kind === 'method', marking);
  marking.check(place);
  recordStandardMethod(value as object, marking.mark);
}

function refusedStatic(place: string, { many, instead }: Marking): ReturnType<typeof invalid> {
  return invalid(place, `static methods cannot be ${many}; ${instead?.ofStatic ?? 'make it an instance method'}`);
}

function checkMethod(place: string, name: string | symbol, isMethod: boolean, { one, many, instead }: Marking): void {
  if (!isMethod) throw invalid(place, `only methods can be ${many}, not fields or accessors${instead ? `; ${instead.ofField}` : ''}`);
  if (typeof name === 'symbol') throw invalid(place, `a method named by a symbol cannot be ${one}`);
}

function className(target: object): string {
  const owner = typeof target === 'function' ? target : target.constructor;
  return owner.name || 'an anonymous class';
}
