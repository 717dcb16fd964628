/** Rules of single parameters (`@param(…, Max(500))`) need a class to hang on: one is made for each tool. */
import { ValidateIf } from 'class-validator';
import type { Constructor } from '../../types.js';

/** The condition under which rules of an argument run. An absent one is the schema's affair, or the method's own default. */
export const isGiven = (_owner: object, value: unknown): boolean => value !== undefined;

/**
 * A synthetic class that carries rules for named arguments.
 * @param name the class's name, as class-validator's `$target` shows it
 * @param rules class-validator decorators by argument; an absent argument is not checked by them
 */
export function argumentsClass(name: string, rules: ReadonlyMap<string, readonly PropertyDecorator[]>): Constructor {
  const owner = { [name]: class {} }[name] as Constructor;
  for (const [argument, decorators] of rules) {
    // TypeScript applies decorators from the last to the first; so do we, that messages come in the same order.
    for (const decorate of [...decorators].reverse()) decorate(owner.prototype as object, argument);
    if (decorators.length > 0) ValidateIf(isGiven, { always: true })(owner.prototype as object, argument);
  }
  return owner;
}
