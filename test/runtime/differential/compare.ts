/** Asks class-validator and the compiled rules for their verdicts on one object, and holds them equal. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { validate, type ValidationError, validateSync } from 'class-validator';
import type { CompiledRules } from '../../../src/runtime/rules/validate.js';
import type { RuleOptions } from '../../../src/runtime/rules/metadata.js';
import { type Call, record } from './custom-rules.js';
import { someValue } from './values.js';

/** What one side says. Places are paths to what was refused. */
export interface Verdict {
  refused: boolean;
  places: string[][];
  calls: Call[];
  /** Only of the real library: what it threw. */
  crash?: { thrown: unknown };
}

/** class-validator's own verdict; what it throws is its verdict too. */
export async function realVerdict(instance: object, options: RuleOptions): Promise<Verdict> {
  const calls = record('real');
  try {
    const errors = await validate(instance, { ...options });
    return { refused: errors.length > 0, places: placesOf(errors, []), calls };
  } catch (thrown) {
    return { refused: true, places: [], calls, crash: { thrown } };
  }
}

/** The compiled rules' verdict. They never throw. */
export async function compiledVerdict(rules: CompiledRules, instance: object): Promise<Verdict> {
  const calls = record('ours');
  const issues = await rules.validate(instance);
  for (const { message } of issues) assert.ok(typeof message === 'string' && message !== '', 'an issue without a message');
