/** Reads what class-transformer's decorators say of a class. The metadata of users' classes is never changed. */
import { defaultMetadataStorage as storage } from 'class-transformer/cjs/storage.js';
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
