/** Mends a value that a schema refused, where what was meant cannot be mistaken (DESIGN §5). */
import type { ContractSchema, JsonSchema, Repair } from '../../types.js';
import { dialectOf } from '../dialect.js';
import { callBudget, inOneBudget } from '../pattern-budget.js';
import type { SurelyFits } from '../engine/run.js';
import type { Fits } from '../parts.js';
import { secretHolders, secretsOf } from '../secrets.js';
import { Budget, Exhausted } from './budget.js';
import { hidden } from './change.js';
import { Mender } from './mender.js';
import { withNumbers } from './text/numbers.js';

/** Repairs that are told of one value. */
const mostTold = 100;

/**
 * Gives the mended value, or the very value it got when there is nothing to mend.
 * @param hasBigints false for a value that surely holds none, which spares a walk
 */
export type Repairer = (value: unknown, hasBigints?: boolean) => { value: unknown; repairs: Repair[] };

/**
 * A repairer for values that `root` refuses. It never changes its input, and shares the parts that it leaves alone.
 * What it gives may still be refused: the caller checks it again, and tells of the original when it is.
 *
 * In a repair, `before` and `after` are scalars as they are, strings cut to 200 characters, and a few words in place of objects and arrays;
 * both are `'(secret)'` where the schema is marked `x-secret`, or something inside it is.
 * A `bigint` stands for an integer of a text that is not safe: where digits are wanted it becomes them; elsewhere a number that reads the same, or it stays.
 * At most 100 repairs are told; all are made. The work is bounded: a value that would cost too much is given back as it came, without repairs.
 *
 * @param root may carry the marks of a contract: `x-as: 'bigint'` and `x-secret` are heeded
 * @param fits of the same root, from `partsOf`
 * @param surelyFits spares items of long arrays, where only a few have to be mended
 */
export function repairerOf(root: ContractSchema | JsonSchema, fits: Fits, surelyFits?: SurelyFits): Repairer {
  const secrets = secretsOf(root);
  const holdsSecret = secretHolders(root);
  const dialect = dialectOf(root);
  const repair = (value: unknown, hasBigints: boolean): ReturnType<Repairer> => {
    try {
      if (callBudget().isSpent) throw new Exhausted();
      const known = { fits, holdsSecret, surelyFits: hasBigints ? undefined : surelyFits };
      const change = new Mender(root, known, dialect, new Budget()).mend(root, value);
      const repairs = (change?.repairs ?? [])
        .slice(0, mostTold)
        .map((repair) => (secrets?.isSecret(repair.path) ? hidden(repair) : repair));
      const mended = change ? change.value : value;
      return { value: hasBigints ? withNumbers(mended) : mended, repairs };
    } catch (error) {
      // A stack that overflows: a schema or a value of thousands of levels.
      if (error instanceof Exhausted || error instanceof RangeError) return { value, repairs: [] };
      throw error;
    }
  };
  return (value, hasBigints = true) => inOneBudget(() => repair(value, hasBigints));
}
