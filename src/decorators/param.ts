/** `@param`, `@payload` and `@context`: say what a parameter is. They need `experimentalDecorators`. */
import type { ParamOptions } from '../types.js';
import { type ParameterRecord, recordParameter } from './metadata.js';
import { checkOptions, invalid, paramRules } from './options.js';

type Rule = PropertyDecorator;

/**
 * Describes a parameter.
 * @param options its description, or `{ name, description, schema, default, examples }`; an explicit schema always wins
 * @param rules class-validator decorators that apply to this one parameter, for example `Max(500)`
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option
 */
export function param(options?: string | ParamOptions | Rule, ...rules: Rule[]): ParameterDecorator;
/** Describes nothing more than the type does; used bare. */
export function param(target: object, method: string | symbol | undefined, index: number): void;
export function param(...args: unknown[]): unknown {
  if (isBareUse(args)) return record('@param', args[0], args[1], args[2], {});
  const [first, ...rest] = args;
  const rules = (typeof first === 'function' ? args : rest) as Rule[];
  const options = typeof first === 'string' ? { description: first } : typeof first === 'function' ? {} : (first ?? {});
  return (target: object, method: string | symbol | undefined, index: number): void => {
    const place = describePlace('@param', target, method, index);
    checkOptions(options, paramRules, place);
    if (!rules.every((rule) => typeof rule === 'function'))
      throw invalid(place, 'rules must be class-validator decorators, such as Max(500)');
    record('@param', target, method, index, { options: options, rules });
  };
}

/** This parameter is the arguments object itself: its fields are the tool's arguments. Bare, or with a description or schema. */
export function payload(options?: Pick<ParamOptions, 'description' | 'schema' | 'examples'>): ParameterDecorator;
export function payload(target: object, method: string | symbol | undefined, index: number): void;
export function payload(...args: unknown[]): unknown {
  if (isBareUse(args)) return record('@payload', args[0], args[1], args[2], { role: 'payload' });
  const options = args[0] ?? {};
  return (target: object, method: string | symbol | undefined, index: number): void => {
    checkOptions(options, paramRules, describePlace('@payload', target, method, index));
    record('@payload', target, method, index, { role: 'payload', options: options });
  };
}

/** This parameter gets the ToolContext; needed only where its type does not say so. */
export function context(): ParameterDecorator;
export function context(target: object, method: string | symbol | undefined, index: number): void;
export function context(...args: unknown[]): unknown {
  if (isBareUse(args)) return record('@context', args[0], args[1], args[2], { role: 'context' });
  return (target: object, method: string | symbol | undefined, index: number): void =>
    record('@context', target, method, index, { role: 'context' });
}

function isBareUse(args: unknown[]): args is [object, string | symbol | undefined, number] {
  return args.length === 3 && typeof args[2] === 'number';
}

function record(what: string, target: object, method: string | symbol | undefined, index: number, said: Partial<ParameterRecord>): void {
  const place = describePlace(what, target, method, index);
  if (method === undefined) throw invalid(place, "a constructor's parameter is no argument of a tool");
  if (typeof target === 'function') throw invalid(place, 'static methods cannot be tools');
  if (typeof method === 'symbol') throw invalid(place, 'a method named by a symbol cannot be a tool');
  recordParameter(target.constructor, method, index, said);
}

function describePlace(what: string, target: object, method: string | symbol | undefined, index: number): string {
  const owner = typeof target === 'function' ? target : target.constructor;
  return `${what} on ${owner.name || 'an anonymous class'}.${String(method ?? 'constructor')}, parameter ${index + 1}`;
}
