/** The argument pipeline up to the shape check, wired as a registry does it. */
import { readArguments, unsafeIntegersIn } from '../../../src/runtime/arguments/read.js';
import { defaultLimits, type Limits } from '../../../src/runtime/limits.js';
import { partsOf } from '../../../src/schema/parts.js';
import { type Repairer, repairerOf } from '../../../src/schema/repair/index.js';
import { compileSchema, type ShapeCheck } from '../../../src/schema/validator.js';
import type { ContractSchema, Issue, JsonSchema, Repair } from '../../../src/types.js';

export type Outcome = { value: Record<string, unknown>; repairs: readonly Repair[]; issues?: undefined } | { issues: readonly Issue[] };

/** As much of a tool as takes arguments. */
export class Taker {
  readonly check: ShapeCheck;
  readonly repair: Repairer;
  /** How often a part of the schema was held against a part of a value. */
  checks = 0;

  constructor(
    schema: ContractSchema | JsonSchema,
    readonly limits: Limits = defaultLimits,
  ) {
    this.check = compileSchema(schema, 'the schema');
    const fits = partsOf(schema, 'a part');
    this.repair = repairerOf(schema, (part, value) => {
      this.checks += 1;
      return fits(part, value);
    });
  }

  take(given: unknown, isRepairing = true): Outcome {
    const read = readArguments(given, this.limits, isRepairing);
    if (read.issues) return read;
    const { args, repairs = [], hasBigints } = read;
    const issues = this.check(args);
    if (issues.length === 0 && !hasBigints) return { value: args, repairs };
    if (!isRepairing) return { issues };
    const mended = this.repair(args);
    const unsafe = hasBigints ? unsafeIntegersIn(mended.value) : [];
    if (unsafe.length > 0) return { issues: unsafe };
    const again = this.check(mended.value);
    if (again.length > 0) return { issues };
    return { value: mended.value as Record<string, unknown>, repairs: [...repairs, ...mended.repairs] };
  }
}

export const take = (schema: ContractSchema | JsonSchema, given: unknown, isRepairing = true): Outcome =>
  new Taker(schema).take(given, isRepairing);

/** Freezes a value and all that is in it: a mutation then throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

export const objectOf = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
