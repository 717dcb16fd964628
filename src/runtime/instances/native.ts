/** Whether a field of a class can be set as the schema says, because nothing else has a say in it. */
import { types } from 'node:util';
import { localTarget } from '../../schema/references.js';
import type { Constructor, ContractSchema } from '../../types.js';
import { fieldOf, isCompilable } from './compile.js';

/** What a schema's references and marks stand for. */
export interface Names {
  root: ContractSchema;
  classNamed(name: string): Constructor | undefined;
}

/**
 * False where an accessor, a method or a decorator of class-transformer takes part; `@Type` may name what the schema names.
 * False, too, where the constructor gives something else than a plain instance of the class.
 */
export function isNative(owner: Constructor, property: string, schema: ContractSchema, names: Names): boolean {
  if (!isCompilable(owner) || isOnPrototype(owner, property) || !isPlainField(owner, property)) return false;
  const field = fieldOf(owner, property);
  if (field === undefined) return true;
  if (field === 'beyond' || field.transforms.length > 0) return false;
  return field.type === undefined || agrees(typeNamedBy(field.type), schema, names);
}

/** A type function that throws names nothing: the long way says so. */
function typeNamedBy(type: () => unknown): unknown {
  try {
    return type();
  } catch {
    return undefined;
  }
}

/** What a class's constructor gave once; it goes with the class. Undefined when that is no plain instance of it. */
const trials = new WeakMap<Constructor, { instance: object | undefined }>();

function isPlainField(owner: Constructor, property: string): boolean {
  const trial = trials.get(owner) ?? { instance: trialOf(owner) };
  trials.set(owner, trial);
  if (!trial.instance) return false;
  const field = Object.getOwnPropertyDescriptor(trial.instance, property);
  if (!field) return Object.isExtensible(trial.instance);
  return field.writable === true && typeof field.value !== 'function';
}

function trialOf(owner: Constructor): object | undefined {
  try {
    const instance = Reflect.construct(owner as new () => object, []);
    return !types.isProxy(instance) && Object.getPrototypeOf(instance) === owner.prototype ? instance : undefined;
  } catch {
    return undefined;
  }
}

function isOnPrototype(owner: Constructor, property: string): boolean {
  for (let current: unknown = owner.prototype; current && current !== Object.prototype; current = Object.getPrototypeOf(current))
    if (Object.hasOwn(current, property)) return true;
  return false;
}

const scalars = new Map<unknown, readonly string[]>([
  [String, ['string']],
  [Number, ['number', 'integer']],
  [Boolean, ['boolean']],
]);

function agrees(type: unknown, schema: ContractSchema | boolean | undefined, names: Names): boolean {
  if (typeof schema !== 'object') return false;
  if (schema.$ref !== undefined) return agrees(type, localTarget(names.root, schema.$ref), names);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.every((branch) => branch.type === 'null' || agrees(type, branch, names));
  const types = [schema.type ?? []].flat().filter((name) => name !== 'null');
  if (types.length !== 1) return false;
  if (schema['x-as'] !== undefined) return schema['x-as'] === 'Date' && type === Date;
  if (types[0] === 'array') return schema.prefixItems === undefined && agrees(type, schema.items, names);
  if (schema['x-class'] !== undefined) return names.classNamed(schema['x-class']) === type;
  return scalars.get(type)?.includes(types[0] as string) ?? false;
}
