/** Keywords that apply other schemas to the same value. */
import type { JsonSchema } from '../../../types.js';
import { branchTests } from '../../tagged-unions.js';
import { inTurn } from '../in-turn.js';
import { meant } from '../meant.js';
import type { Schema } from '../document.js';
import type { Keyword, Making, Vocabulary } from '../keyword.js';
import { type Check, type Run, Seen, Sink } from '../run.js';

const allOf: Keyword = ({ schema, compile }) => inTurn((schema.allOf ?? []).map((sub) => compile(sub)));

/** A branch told apart by a constant is looked into only when that constant fits. */
function branchesOf(keyword: 'anyOf' | 'oneOf', { schema, document, compile }: Making): Check[] {
  const branches = schema[keyword] as Schema[];
  const { schema: root } = document.root;
  const tests = branchTests(branches, root);
  return branches.map((branch, index) => {
    const check = compile(branch);
    const test = tests[index];
    if (!test) return check;
    const guard = compile(test);
    return (value, run, seen) => guard(value, run, undefined) && check(value, run, seen);
  });
}

/** How many branches fit; without a use for more than `enough` it stops there. */
function countFitting(branches: readonly Check[], value: unknown, run: Run, seen: Seen | undefined, enough: number): number {
  run.try(branches.length);
  let count = 0;
  for (const branch of branches) {
    const own = seen && new Seen();
    if (!run.quietly(value, branch, own)) continue;
    if (own) seen?.add(own);
    count += 1;
    if (count >= enough) break;
  }
  return count;
}

/** Failures of a branch that are looked at to see whether it was meant. */
const mostOfBranch = 20;
/** References followed before branches are no longer looked into for reasons. */
const stepsForReasons = 20_000;

/** Tells the failures of the branch that was meant. Branches that cannot be meant cost nothing but a verdict. */
function explain(keyword: string, branches: readonly Check[], value: unknown, run: Run, schema: JsonSchema): false {
  const { sink } = run;
  if (sink === undefined) return false;
  if (sink.isFull || run.steps > stepsForReasons || run.secretDepth() !== undefined) return run.fail(keyword, value, schema);
  const path = run.path.slice();
  const union = { keyword, path, value: run.shown(value), schema };
  const groups = branches.map((branch) => run.collect(value, branch, new Sink(mostOfBranch, mostOfBranch)).failures);
  for (const failure of meant(union, groups)) sink.add(failure);
  return false;
}

const anyOf: Keyword = (making) => {
  const { schema } = making;
  const branches = branchesOf('anyOf', making);
  return (value, run, seen) => {
    if (countFitting(branches, value, run, seen, seen ? Infinity : 1) > 0) return true;
    if (seen) seen.hasAll = true;
    return explain('anyOf', branches, value, run, schema);
  };
};

const oneOf: Keyword = (making) => {
  const { schema } = making;
  const branches = branchesOf('oneOf', making);
  return (value, run, seen) => {
    const count = countFitting(branches, value, run, seen, 2);
    if (count === 1) return true;
    if (seen) seen.hasAll = true;
    return count > 1 ? run.fail('oneOf', value, schema, { detail: count }) : explain('oneOf', branches, value, run, schema);
  };
};

const not: Keyword = ({ schema, compile }) => {
  const check = compile(schema.not as Schema);
  return (value, run) => !run.quietly(value, check, undefined) || run.fail('not', value, schema);
};

const conditional: Keyword = ({ schema, compile }) => {
  const parts = schema as { if: Schema; then?: Schema; else?: Schema };
  const condition = compile(parts.if);
  const positive = parts.then === undefined ? undefined : compile(parts.then);
  const negative = parts.else === undefined ? undefined : compile(parts.else);
  return (value, run, seen) => {
    const own = seen && new Seen();
    const holds = run.quietly(value, condition, own);
    if (holds && own) seen?.add(own);
    const then = holds ? positive : negative;
    return then === undefined || then(value, run, seen);
  };
};

export const applicators: Vocabulary = { any: { allOf, anyOf, oneOf, not, if: conditional } };
