/**
 * Does class-transformer's work for a class: an instance out of a plain object. What its decorators say is read once a class;
 * a class that uses more than `@Type` and `@Transform` goes to the real `plainToInstance`.
 */
import { type ClassTransformOptions, plainToInstance, TransformationType } from 'class-transformer';
import { defaultMetadataStorage as storage, type TypeRecord } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../../types.js';
import { isRecord } from './copy.js';

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

type Transform = (params: { value: unknown; key: string; obj: object; type: TransformationType; options: ClassTransformOptions }) => unknown;

/** What decorators say of one field. */
interface Field {
  /** Of `@Type(() => …)`; asked at the first value, when import cycles are closed. */
  type?: () => unknown;
  transforms: readonly Transform[];
}

/** The fields of a class, looked up by name. */
type Fields = (property: string) => Field | undefined;

/** Thrown where only the real one knows what to do: values that are no JSON, fields with a discriminator and the like. */
const beyond = new Error('left to class-transformer');

/** As `plainToInstance(owner, plain, { exposeDefaultValues: true })`; the input stays as it is. @throws whatever the class's code throws */
export function makeInstance(owner: Constructor, plain: object): object {
  const fields = fieldsOf(owner);
  if (!fields || !isRecord(plain)) return real(owner, plain);
  try {
    return fill(owner, fields, plain);
  } catch (error) {
    if (error !== beyond) throw error;
    return real(owner, plain);
  }
}

/** Whether the class is made without class-transformer, as far as the class alone can tell. */
export const isCompilable = (owner: Constructor): boolean => fieldsOf(owner) !== undefined;

/** What decorators say of a field of a compilable class; `beyond` when class-transformer itself must see to it. */
export function fieldOf(owner: Constructor, property: string): Field | 'beyond' | undefined {
  try {
    return fieldsOf(owner)?.(property);
  } catch (error) {
    if (error === beyond) return 'beyond';
    throw error;
  }
}

const real = (owner: Constructor, plain: object): object => plainToInstance(owner as new () => object, plain, options);

/** What the decorators of a class say; it goes with the class. */
const known = new WeakMap<Constructor, Fields | 'none'>();

function fieldsOf(owner: Constructor): Fields | undefined {
  const before = known.get(owner);
  if (before) return before === 'none' ? undefined : before;
  const isPlain =
    storage.getStrategy(owner) === 'none' && storage.getExposedMetadatas(owner).length === 0 && storage.getExcludedMetadatas(owner).length === 0;
  const fields = isPlain ? fieldTable(owner) : undefined;
  known.set(owner, fields ?? 'none');
  return fields;
}

function fieldTable(owner: Constructor): Fields {
  const fields = new Map<string, Field | undefined>();
  return (property) => {
    if (!fields.has(property)) fields.set(property, readField(owner, property));
    return fields.get(property);
  };
}

function readField(owner: Constructor, property: string): Field | undefined {
  const type = storage.findTypeMetadata(owner, property);
  const transforms = storage.findTransformMetadatas(owner, property, TransformationType.PLAIN_TO_CLASS);
  if (!type && transforms.length === 0) return undefined;
  const isSimple = transforms.every((transform) => transform.options?.groups === undefined || transform.options.groups.length === 0);
  const typeFunction = type && simpleTypeOf(type);
  if (!isSimple || (type && !typeFunction)) throw beyond;
  return { ...(typeFunction && { type: onceGiven(typeFunction) }), transforms: transforms.map(({ transformFn }) => transformFn as Transform) };
}

/** The type of a field without a discriminator, without parameters to decide by, and that is no collection itself. */
function simpleTypeOf({ typeFunction, options: given, reflectedType }: TypeRecord): (() => unknown) | undefined {
  const isSimple = typeFunction?.length === 0 && given?.discriminator === undefined && reflectedType !== Map && reflectedType !== Set;
  return isSimple ? (typeFunction as () => unknown) : undefined;
}

function fill(owner: Constructor, fields: Fields, plain: Record<string, unknown>): object {
  const instance = Reflect.construct(owner as new () => Record<string, unknown>, []) as Record<string, unknown>;
  for (const key of Object.keys(plain)) {
    if (key === '__proto__' || key === 'constructor' || !takes(instance, key)) continue;
    const field = fields(key);
    const sent = plain[key];
    const value = sent === undefined ? instance[key] : transformed(field, field?.type ? typed(field.type(), sent) : untyped(sent), key, plain);
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
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(untyped);
  if (!isRecord(value) || Object.hasOwn(value, 'constructor') || 'then' in value) throw beyond;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (key === '__proto__') continue;
    if (typeof copy[key] === 'function') throw beyond;
    copy[key] = untyped(value[key]);
  }
  return copy;
}

/** How a value becomes what `@Type` names, for those that are no class of the user. */
const conversions = new Map<unknown, (value: unknown) => unknown>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value) => new Date(value as string)],
]);

function typed(type: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => typed(type, item));
  const convert = conversions.get(type);
  if (convert) {
    if (typeof value === 'object' && value !== null && !isRecord(value)) throw beyond;
    return value === null || value === undefined ? value : convert(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = typeof type === 'function' && type !== Object ? fieldsOf(type as Constructor) : undefined;
  if (!fields || !isRecord(value) || 'then' in value || isBuiltIn(type)) throw beyond;
  return fill(type as Constructor, fields, value);
}

/** Buffers, maps and the like are made in ways of their own. */
const isBuiltIn = (type: unknown): boolean => /\[native code\]\s*\}$/.test(Function.prototype.toString.call(type));

function onceGiven(typeFunction: () => unknown): () => unknown {
  let type: unknown;
  return () => (type ??= typeFunction());
}
