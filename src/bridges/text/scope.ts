/** A choice that holds for all that runs within a scope, its awaits included, and nowhere else. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What `chooseBridge` takes where it is not told. */
export interface ScopedChoice {
  readonly useNative?: boolean;
}

/** The copies of this package in one process share it. */
const key = Symbol.for('toolmark.bridgeChoice');

function storage(): AsyncLocalStorage<ScopedChoice> {
  const holder = globalThis as { [key]?: AsyncLocalStorage<ScopedChoice> };
  holder[key] ??= new AsyncLocalStorage();
  return holder[key];
}

/**
 * Runs a function in which `chooseBridge` chooses so. What a scope within does not say holds on; calls side by side have their own.
 * @returns what the function gives
 */
export function withBridgeChoice<R>(choice: ScopedChoice, run: () => R): R {
  return storage().run({ ...storage().getStore(), ...choice }, run);
}

/** What the scope says. */
export const scopedChoice = (): ScopedChoice => storage().getStore() ?? {};
