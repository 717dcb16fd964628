// Classes as NestJS's mapped types make them, constructors, and tuples that come back.
type Constructor<T> = new () => T;
class Cat {
  /** its name */
  name: string = 'Tom';
  age!: number;
  password?: string;
  speak(): string { return 'meow'; }
}
function partial<T>(base: Constructor<T>): Constructor<Partial<T>> { return base as Constructor<Partial<T>>; }
function omit<T, K extends keyof T>(base: Constructor<T>, keys: readonly K[]): Constructor<Omit<T, K>> { return keys && base; }
function both<A, B>(first: Constructor<A>, second: Constructor<B>): Constructor<A & B> { return (first && second) as Constructor<A & B>; }
class Tail { length!: number }
class Patch extends partial(Cat) { reason!: string }
class Shown extends omit(Cat, ['password'] as const) {}
class Whole extends both(Cat, Tail) {}
class Keeps { constructor(readonly amount: number, readonly unit = 'EUR') {} }
class Wants { amount: string; constructor(amount: number) { if (!amount) throw new Error('none'); this.amount = amount.toFixed(2); } }
class Failing extends Error { code!: number }
export function mixins(patch: Patch, shown: Shown, whole: Whole, keeps: Keeps, wants: Wants): Shown { throw new Error(String([patch, shown, whole, keeps, wants])); }
export function refused(failing: Failing): void { throw failing; }
export function tuples(): { pair: [number, number]; open: [at: Date, ...rest: string[]]; optional: [string, number?]; none: [] } { throw new Error('no'); }
