/** class-validator's decorators take their options behind their arguments, also behind those left out. */
import * as classValidator from 'class-validator';

const exported = classValidator as unknown as Record<string, unknown>;

/** The arguments of a decorator with validation options behind them. */
export function withOptions(name: string, args: readonly unknown[], options: object): unknown[] {
  // Of these the options may stand right behind what was given.
  const length = ['ArrayUnique', 'Matches'].includes(name) ? args.length : arityOf(name);
  return [...args, ...Array.from({ length: Math.max(0, length - args.length) }), options];
}

/** Parameters before the options; those with defaults do not count in `length`, and are taken from the source. */
function arityOf(name: string): number {
  const [, parameters = ''] = /\(([^)]*)\)/.exec(Function.prototype.toString.call(exported[name])) ?? [];
  return parameters.split(',').length - 1;
}
