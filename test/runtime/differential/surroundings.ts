/** What the real libraries need around them while thousands of classes come and go. */
import { getMetadataStorage, useContainer } from 'class-validator';
import { RuleFailure } from './custom-rules.js';

type Listener = (reason: unknown, promise: Promise<unknown>) => void;
type Instantiable = new () => object;

let others: Listener[] = [];

type Storage = ReturnType<typeof getMetadataStorage>;
const place = globalThis as { classValidatorMetadataStorage?: Storage };
let storage: Storage | undefined;

/** class-validator also looks through all classes for each object, those of other tests too; constraints are found by their class. */
function useOwnStorage(): void {
  storage = getMetadataStorage();
  const own = new (storage.constructor as new () => Storage)();
  const { constraintMetadatas } = storage as unknown as { constraintMetadatas: unknown };
  place.classValidatorMetadataStorage = Object.assign(own, { constraintMetadatas });
}

/** class-validator leaves promises of users' validators unhandled when another one throws; ours must not. */
function tell(reason: unknown, promise: Promise<unknown>): void {
  if (reason instanceof RuleFailure && reason.caller === 'real') return;
  // What follows on a promise runs later, under whatever name.
  if (reason instanceof Error && /\bValidationExecutor\b/.test(reason.stack ?? '')) return;
  for (const listener of others) listener(reason, promise);
}

/** class-validator's own container searches a list of all constraints ever made, so that each class makes the next one slower. */
class QuickContainer {
  readonly #instances = new WeakMap<Instantiable, object>();

  get(owner: Instantiable): object {
    const known = this.#instances.get(owner);
    if (known) return known;
    const made = new owner();
    this.#instances.set(owner, made);
    return made;
  }
}

/** For mocha's `before`. */
export function prepareSurroundings(): void {
  others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', tell);
  useContainer(new QuickContainer());
  useOwnStorage();
}

/** For mocha's `after`. */
export function restoreSurroundings(): void {
  place.classValidatorMetadataStorage = storage;
  process.removeListener('unhandledRejection', tell);
  for (const listener of others) process.on('unhandledRejection', listener);
  useContainer(undefined as unknown as Parameters<typeof useContainer>[0]);
}
