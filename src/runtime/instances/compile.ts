/**
 * Does class-transformer's work for a class: an instance out of a plain object. What its decorators say is read once a class;
 * a class that uses more than `@Type` and `@Transform` goes to the real `plainToInstance`.
 */
import { type ClassTransformOptions, plainToInstance, TransformationType } from 'class-transformer';
import { defaultMetadataStorage as storage, type TypeRecord } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../../types.js';
import { isTransformed, recordCount } from '../transformer.js';
import { isRecord } from './copy.js';
import { holdsPromise } from './promises.js';

/** Fields that are not sent keep the value of their initialiser. */
const options: ClassTransformOptions = { exposeDefaultValues: true };
/** As `@Transform` functions see them. */
const transformOptions: ClassTransformOptions = {
  enableCircularCheck: false,
  enableImplicitConversion: false,
  excludeExtraneousValues: false,
  excludePrefixes: undefined,
  exposeDefaultValues: true,
  exposeUnsetFields: true,
  groups: undefined,
  ignoreDecorators: false,
  strategy: undefined,
  targetMaps: undefined,
  version: undefined,
};

type Transform = (params: {
  value: unknown;
  key: string;
  obj: object;
  type: TransformationType;
  options: ClassTransformOptions;
}) => unknown;

/** What decorators say of one field. */
interface Field {
  /** Of `@Type(() => …)`. */
  type?: () => unknown;
  transforms: readonly Transform[];
}

/** The fields of a class, looked up by name. */
type Fields = (property: string) => Field | 'beyond' | undefined;

/** Told of each `@Transform` that gave a promise, or something with a promise in it. */
export type OnPromise = (owner: Constructor, property: string) => void;

/**
 * As `plainToInstance(owner, plain, { exposeDefaultValues: true })`; the input stays as it is.
 * @throws whatever the class's code throws
 */
export function makeInstance(owner: Constructor, plain: object, onPromise: OnPromise = () => undefined): object {
  const fields = fieldsOf(owner);
  if (fields && isRecord(plain) && isWithin(fields, plain)) return fill(owner, fields, plain, onPromise);
  const made = real(owner, plain);
  lookForPromises(made, onPromise);
  return made;
}

/** Whether the class is made without class-transformer, as far as the class alone can tell. */
export const isCompilable = (owner: Constructor): boolean => fieldsOf(owner) !== undefined;

/** What decorators say of a field of a compilable class; `beyond` when class-transformer itself must see to it. */
export const fieldOf = (owner: Constructor, property: string): Field | 'beyond' | undefined => fieldsOf(owner)?.(property);

/** class-transformer takes discriminators out of its input. */
const real = (owner: Constructor, plain: object): object => plainToInstance(owner as new () => object, copyOf(plain), options);

/** class-transformer does not tell what its decorators gave: the fields of all instances made are looked at. */
function lookForPromises(made: unknown, onPromise: OnPromise, seen = new Set<unknown>()): void {
  if (typeof made !== 'object' || made === null || seen.has(made)) return;
  seen.add(made);
  const owner: unknown = made.constructor;
  const isMade = typeof owner === 'function' && recordCount(owner as Constructor) > 0;
  if (made instanceof Map || made instanceof Set) for (const inner of made.values()) lookForPromises(inner, onPromise, seen);
  if (!isMade && !isRecord(made) && !Array.isArray(made)) return;
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(made))) {
    if (isMade && isTransformed(owner as Constructor, key) && holdsPromise(value)) onPromise(owner as Constructor, key);
    lookForPromises(value, onPromise, seen);
  }
}

function copyOf<T>(value: T): T {
  if (Array.isArray(value)) return Array.from(value as unknown[], copyOf) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)])) as T;
}

/** What the decorators of a class say, and the number of its records then; it goes with the class. */
const known = new WeakMap<Constructor, { fields: Fields | undefined; records: number }>();

function fieldsOf(owner: Constructor): Fields | undefined {
  const before = known.get(owner);
  const records = recordCount(owner);
  if (before?.records === records) return before.fields;
  const isPlain =
    storage.getStrategy(owner) === 'none' &&
    storage.getExposedMetadatas(owner).length === 0 &&
    storage.getExcludedMetadatas(owner).length === 0;
  const fields = isPlain ? fieldTable(owner) : undefined;
  known.set(owner, { fields, records });
  return fields;
}

function fieldTable(owner: Constructor): Fields {
  const fields = new Map<string, Field | 'beyond' | undefined>();
  return (property) => {
    if (!fields.has(property)) fields.set(property, readField(owner, property));
    return fields.get(property);
  };
}

function readField(owner: Constructor, property: string): Field | 'beyond' | undefined {
  const type = storage.findTypeMetadata(owner, property);
  const transforms = storage.findTransformMetadatas(owner, property, TransformationType.PLAIN_TO_CLASS);
  if (!type && transforms.length === 0) return undefined;
  const isSimple = transforms.every((transform) => transform.options?.groups === undefined || transform.options.groups.length === 0);
  const typeFunction = type && simpleTypeOf(type);
  if (!isSimple || (type && !typeFunction)) return 'beyond';
  return { ...(typeFunction && { type: typeFunction }), transforms: transforms.map(({ transformFn }) => transformFn as Transform) };
}

/** The type of a field without a discriminator, without parameters to decide by, and that is no collection itself. */
function simpleTypeOf({ typeFunction, options: given, reflectedType }: TypeRecord): (() => unknown) | undefined {
  const isSimple = typeFunction && takesNothing(typeFunction) && given?.discriminator === undefined;
  return isSimple && reflectedType !== Map && reflectedType !== Set ? typeFunction : undefined;
}

function takesNothing(fn: (...args: never[]) => unknown): boolean {
  const text = Function.prototype.toString.call(fn);
  return /^(?:\(\)\s*=>|(?:function)?\s*\w*\s*\(\s*\)\s*\{)/.test(text) && !/\barguments\b/.test(text);
}

/** Whether class-transformer is not needed for any value inside; nothing of the user runs yet but type functions. */
function isWithin(fields: Fields, plain: Record<string, unknown>): boolean {
  return Object.keys(plain).every((key) => {
    const field = fields(key);
    const type = field === undefined || field === 'beyond' ? undefined : field.type?.();
    return field !== 'beyond' && (type === undefined ? isPlainValue(plain[key]) : isWithinType(type, plain[key]));
  });
}

function isPlainValue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isPlainValue);
  return isRecord(value) && !Object.hasOwn(value, 'constructor') && !('then' in value) && Object.values(value).every(isPlainValue);
}

function isWithinType(type: unknown, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isWithinType(type, item));
  if (conversions.has(type)) return typeof value !== 'object' || value === null || isRecord(value);
  if (typeof type !== 'function' || type === Object || isBuiltIn(type)) return false;
  if (typeof value !== 'object' || value === null) return true;
  const fields = fieldsOf(type as Constructor);
  return fields !== undefined && isRecord(value) && !('then' in value) && isWithin(fields, value);
}

function fill(owner: Constructor, fields: Fields, plain: Record<string, unknown>, onPromise: OnPromise): object {
  const instance = Reflect.construct<[], Record<string, unknown>>(owner as new () => Record<string, unknown>, []);
  for (const key of Object.keys(plain)) {
    if (key === '__proto__' || key === 'constructor' || !takes(instance, key)) continue;
    const field = fields(key) as Field | undefined;
    const sent = plain[key];
    const made = sent === undefined ? undefined : field?.type ? typed(field.type(), sent, onPromise) : untyped(sent);
    const value = sent === undefined ? instance[key] : transformed(field, made, key, plain);
    if (field && field.transforms.length > 0 && sent !== undefined && holdsPromise(value)) onPromise(owner, key);
    instance[key] = value;
  }
  return instance;
}

/** A method, or an accessor without a setter, keeps what it is. */
function takes(instance: Record<string, unknown>, key: string): boolean {
  const { prototype } = instance.constructor as unknown as { prototype?: object };
  const descriptor = prototype && Object.getOwnPropertyDescriptor(prototype, key);
  return !(descriptor && !descriptor.set) && !(instance[key] instanceof Function);
}

function transformed(field: Field | undefined, made: unknown, key: string, plain: object): unknown {
  let value = made;
  for (const transform of field?.transforms ?? [])
    value = transform({ value, key, obj: plain, type: TransformationType.PLAIN_TO_CLASS, options: transformOptions });
  return value;
}

/** Copies what no decorator speaks of. */
function untyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untyped);
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) if (key !== '__proto__' && typeof copy[key] !== 'function') copy[key] = untyped(value[key]);
  return copy;
}

/** How a value becomes what `@Type` names, for those that are no class of the user. */
const conversions = new Map<unknown, (value: unknown) => unknown>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value) => new Date(value as string)],
]);

function typed(type: unknown, value: unknown, onPromise: OnPromise): unknown {
  if (Array.isArray(value)) return value.map((item) => typed(type, item, onPromise));
  if (value === null || value === undefined) return value;
  const convert = conversions.get(type);
  if (convert) return convert(value);
  return isRecord(value) ? fill(type as Constructor, fieldsOf(type as Constructor) as Fields, value, onPromise) : value;
}

/** Buffers, maps and the like are made in ways of their own. */
const isBuiltIn = (type: unknown): boolean => type === Buffer || /\[native code\]\s*\}$/.test(Function.prototype.toString.call(type));
