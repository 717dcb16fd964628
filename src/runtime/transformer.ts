/** Reads what class-transformer's decorators say of a class. The metadata of users' classes is never changed. */
import { defaultMetadataStorage as storage, type FieldRecord } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../types.js';

/** A decorator decides what a field arrives as, so what class-transformer made of it is kept. */
export function isDecorated(owner: Constructor, property: string): boolean {
  return (
    storage.findTypeMetadata(owner, property) !== undefined ||
    storage.findTransformMetadatas(owner, property, 0).length > 0 ||
    storage.findExcludeMetadata(owner, property) !== undefined ||
    storage.findExposeMetadata(owner, property) !== undefined ||
    strategyOf(owner) === 'excludeAll'
  );
}

/** Which way a value goes: from JSON to an instance, or back. */
export type Direction = 'toClass' | 'toPlain';

/** How one field travels. */
export interface FieldForm {
  /** `@Exclude`, or no `@Expose` in a class that excludes all: it does not travel. */
  hidden: boolean;
  /** Its name in JSON. Of arguments it stays the field's, as the contract says. */
  name: string;
  /** `@Transform` makes a value of its own of it. Arguments are checked before that, as they are declared. */
  free: boolean;
}

export function fieldForm(owner: Constructor, property: string, direction: Direction): FieldForm {
  const excluded = applies(storage.findExcludeMetadata(owner, property), direction);
  const exposed = applies(storage.findExposeMetadata(owner, property), direction);
  const hidden = excluded !== undefined || (strategyOf(owner) === 'excludeAll' && exposed === undefined);
  const isResult = direction === 'toPlain';
  return {
    hidden,
    name: (isResult ? exposed?.options?.name : undefined) ?? property,
    free: isResult && storage.findTransformMetadatas(owner, property, 1).length > 0,
  };
}

/** The record, when it speaks of that direction. */
function applies(record: FieldRecord | undefined, direction: Direction): FieldRecord | undefined {
  const { toClassOnly, toPlainOnly } = record?.options ?? {};
  return (direction === 'toPlain' ? toClassOnly : toPlainOnly) ? undefined : record;
}

/** `@Expose({ name })` on another field takes its value from this key. */
export function isSourceOfOther(owner: Constructor, key: string): boolean {
  return storage.getExposedMetadatas(owner).some((exposed) => {
    const { propertyName, options } = exposed as { propertyName?: string; options?: { name?: string } };
    return options?.name === key && propertyName !== key;
  });
}

/** A decorator turns the field's value into something of its own. */
export function isTransformed(owner: Constructor, property: string): boolean {
  return storage.findTransformMetadatas(owner, property, 0).length > 0;
}

/** A decorator decides what leaves the process, for example `@Exclude()` on a password. */
export function hidesFields(owner: Constructor, instance: object): boolean {
  return (
    storage.getExposedMetadatas(owner).length > 0 ||
    storage.getExcludedMetadatas(owner).length > 0 ||
    strategyOf(owner) !== 'none' ||
    Object.keys(instance).some((key) => storage.findTransformMetadatas(owner, key, 1).length > 0)
  );
}

/** A class's own `@Exclude` or `@Expose`, or an ancestor's: class-transformer itself looks at the class alone. */
function strategyOf(owner: Constructor): 'none' | 'excludeAll' | 'exposeAll' {
  return storage.getStrategy(owner);
}

/** Fields of a class, and of those it extends, that `@Type` or `@Expose` name; getters are none. */
export function decoratedFields(owner: Constructor): string[] {
  const names = new Set<string>();
  for (let current: unknown = owner; typeof current === 'function'; current = Object.getPrototypeOf(current)) {
    for (const records of [storage._typeMetadatas, storage._exposeMetadatas])
      for (const name of records.get(current)?.keys() ?? []) if (name !== undefined && !(name in owner.prototype)) names.add(name);
  }
  return [...names];
}

/** How many records class-transformer has of a class and of those it extends: more when decorators came since. Held to work by a test. */
export function recordCount(owner: Constructor): number {
  let count = 0;
  for (let current: unknown = owner; typeof current === 'function'; current = Object.getPrototypeOf(current)) {
    for (const records of [storage._typeMetadatas, storage._exposeMetadatas, storage._excludeMetadatas])
      count += records.get(current)?.size ?? 0;
    for (const transforms of storage._transformMetadatas.get(current)?.values() ?? []) count += transforms.length;
  }
  return count;
}
