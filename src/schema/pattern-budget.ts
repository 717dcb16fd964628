/** Patterns under a watch: one that takes too long is stopped. */

/** Milliseconds that all patterns of one check may take together. */
const wholeBudget = 250;

/** Unwatched tests after which the clock is asked, and how long they may take in all: each is short, but a schema may ask for millions. */
const testsPerLook = 2000;
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

/** The time that is left to the patterns of one check, milliseconds. */
export class PatternBudget {
  #left = wholeBudget;
  #tests = 0;
  #start = 0;
  /** Null where there is no node:vm. */
  #watch: Watch | null | undefined;

  reset(): void {
    this.#left = wholeBudget;
    this.#tests = 0;
  }

  /** Counts a test that needs no watch. @throws PatternTimeout when there were too many */
  count(source: string): void {
    if (this.#tests === 0) this.#start = performance.now();
    this.#tests += 1;
    if (this.#tests % testsPerLook === 0 && performance.now() - this.#start > wholeUnwatched) throw new PatternTimeout(source);
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
    const start = performance.now();
    try {
      if (!this.canWatch || !this.#watch) throw new PatternTimeout(source);
      return this.#watch(expression, text, Math.max(1, Math.ceil(this.#left)));
    } catch {
      throw new PatternTimeout(source);
    } finally {
      this.#left -= performance.now() - start;
    }
  }
}

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
