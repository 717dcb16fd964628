/** Settings that hold for all that runs within a callback, its awaits included, and end with it; and those of the whole process. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ToolError } from '../errors.js';
import { kindOf } from '../schema/words.js';
import { refuseUnknown } from './known-names.js';

/** What a scope, or the whole process, may say. */
export interface ScopedSettings {
  /** `tool.callSync` of an asynchronous tool gives the promise instead of refusing; false unless it is said. */
  allowToolAsyncSyncConversion?: boolean | undefined;
}

/** One scope. What it does not say, the one around it does. */
interface Scope {
  readonly settings: ScopedSettings;
  readonly outer: Scope | undefined;
  /** Its callback has ended: what that left running must not go by it any longer. */
  isOver: boolean;
}

interface Shared {
  readonly scopes: AsyncLocalStorage<Scope>;
  process: ScopedSettings;
}

/** The copies of this package in one process share it. */
const key = Symbol.for('toolmark.scope');
const holder = globalThis as { [key]?: Shared };

const shared = (): Shared => (holder[key] ??= { scopes: new AsyncLocalStorage(), process: {} });

/**
 * Runs a function within which the settings hold, for calls side by side each its own.
 * @returns what the function gives; the scope of a promise ends when it settles
 * @throws ToolError INVALID_DEFINITION for an unknown setting
 */
export function withContext<R>(settings: ScopedSettings, run: () => R): R {
  const place = 'withContext()';
  check(settings, place);
  if (typeof run !== 'function')
    throw new ToolError('INVALID_DEFINITION', `${place}: takes the settings, and a function to run with them.`);
  const { scopes } = shared();
  const scope: Scope = { settings: { ...settings }, outer: scopes.getStore(), isOver: false };
  const end = (): void => {
    scope.isOver = true;
  };
  let isPending = false;
  try {
    const given = scopes.run(scope, run);
    if (!(given instanceof Promise)) return given;
    isPending = true;
    // Both ways, and no rejection that nobody hears.
    given.then(end, end);
    return given;
  } finally {
    if (!isPending) end();
  }
}

/**
 * Sets what holds where no scope says otherwise; `undefined` takes a setting back.
 * @throws ToolError INVALID_DEFINITION for an unknown setting
 */
export function configure(settings: ScopedSettings): void {
  check(settings, 'configure()');
  const held = shared();
  held.process = { ...held.process, ...settings };
}

/** What holds here. */
export function scopedSetting<K extends keyof ScopedSettings>(name: K): ScopedSettings[K] {
  const held = holder[key];
  if (!held) return undefined;
  for (let scope = held.scopes.getStore(); scope; scope = scope.outer) {
    if (!scope.isOver && scope.settings[name] !== undefined) return scope.settings[name];
  }
  return held.process[name];
}

function check(settings: unknown, place: string): void {
  if (typeof settings !== 'object' || settings === null)
    throw new ToolError('INVALID_DEFINITION', `${place}: the settings must be an object, not ${kindOf(settings)}.`);
  refuseUnknown(settings, ['allowToolAsyncSyncConversion'], { place });
  const { allowToolAsyncSyncConversion: allow } = settings as ScopedSettings;
  if (allow !== undefined && typeof allow !== 'boolean')
    throw new ToolError('INVALID_DEFINITION', `${place}: 'allowToolAsyncSyncConversion' must be true or false, not ${kindOf(allow)}.`);
}
