/** class-validator looks through every class it knows for each object it validates: tests of many classes give it a storage of their own. */
import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;

/** Runs the work with an empty storage; classes decorated meanwhile are known only meanwhile. */
export function withOwnStorage<T>(work: () => T): T {
  const place = globalThis as { classValidatorMetadataStorage?: Storage };
  const before = getMetadataStorage();
  place.classValidatorMetadataStorage = new (before.constructor as new () => Storage)();
  try {
    return work();
  } finally {
    place.classValidatorMetadataStorage = before;
  }
}
