/** Patterns under a watch: one that takes too long is stopped. */

/** Milliseconds that all watched patterns of one call may take together. */
const wholeBudget = 250;

/** Milliseconds of tests that need no watch: each is short, but a schema may ask for millions. */
const wholeUnwatched = 1000;

/** Thrown out of a check whose patterns took too long. */
export class PatternTimeout extends Error {
  constructor(readonly pattern: string) {
    super(`the pattern ${pattern} takes too long`);
  }
}

interface Testable {
  test(text: string): boolean;
}

/** Runs a test and stops it after so many milliseconds. */
type Watch = (expression: Testable, text: string, milliseconds: number) => boolean;

/** The time that is left to the patterns of one call, milliseconds. */
export class PatternBudget {
  #left = wholeBudget;
  #leftUnwatched = wholeUnwatched;
  #users = 0;
  /** Null where there is no node:vm. */
  #watch: Watch | null | undefined;

  reset(): void {
    this.#left = wholeBudget;
    this.#leftUnwatched = wholeUnwatched;
  }

  /** Nothing is left: all that needs a watch is refused. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** What the work asks for is paid from one budget, however many checks it makes; work within work shares that of the whole. */
  share<T>(work: () => T): T {
    if (this.#users === 0) this.reset();
    this.#users += 1;
    try {
      return work();
    } finally {
      this.#users -= 1;
    }
  }

  /** Runs a test that needs no watch. @throws PatternTimeout after the test that spends the last of the time, and instead of all others */
  testShort(expression: Testable, source: string, text: string): boolean {
    if (this.#leftUnwatched <= 0) throw new PatternTimeout(source);
    const start = performance.now();
    const fits = expression.test(text);
    this.#leftUnwatched -= performance.now() - start;
    if (this.#leftUnwatched > 0) return fits;
    this.#left = 0;
    throw new PatternTimeout(source);
  }

  /** Whether a pattern can be stopped here. */
  get canWatch(): boolean {
    this.#watch ??= makeWatch();
    return this.#watch !== null;
  }

  /**
   * @param source the pattern's text, for the message
   * @throws PatternTimeout, also where nothing can be watched
   */
  test(expression: Testable, source: string, text: string): boolean {
    if (this.isSpent || !this.canWatch || !this.#watch) throw new PatternTimeout(source);
    const start = performance.now();
    try {
      return this.#watch(expression, text, Math.ceil(this.#left));
    } catch (error) {
      // The clock of the watch and ours may differ.
      if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') this.#left = 0;
      throw new PatternTimeout(source);
    } finally {
      this.#left -= performance.now() - start;
    }
  }
}

const budgetOfCalls = new PatternBudget();

/** The budget of the call at hand. Calls are made one after the other as far as they ask for it, so there is one. */
export const callBudget = (): PatternBudget => budgetOfCalls;

/**
 * Everything that one call checks, synchronously, goes in here: all its checks, repairs and parts share one budget of time for patterns.
 * A check outside has one of its own.
 */
export const inOneBudget = <T>(work: () => T): T => budgetOfCalls.share(work);

function makeWatch(): Watch | null {
  // Not imported: edge hosts have no such module, nor the function that asks for it.
  const host = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const vm = host.process?.getBuiltinModule?.('node:vm') as typeof import('node:vm') | undefined;
  if (!vm) return null;
  const context = vm.createContext({});
  const script = new vm.Script('expression.test(text)');
  return (expression, text, timeout) => {
    Object.assign(context, { expression, text });
    try {
      return script.runInContext(context, { timeout }) as boolean;
    } finally {
      Object.assign(context, { expression: undefined, text: undefined });
    }
  };
}
