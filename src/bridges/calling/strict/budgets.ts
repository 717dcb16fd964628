/**
 * Which tools of a request are sent strict. All that may be chosen from is known beforehand, so the choice does not depend on order:
 * the share of the response schema is taken first, then tools with the fewest optional properties, the fewest unions, and by name.
 * One that does not fit is passed over; later ones may still fit.
 */
import type { JsonSchema } from '../../../types.js';
import type { Budgets } from '../facts.js';
import { type Size, sizeOf } from './limits.js';

/** A tool that could be strict. */
export interface Candidate {
  readonly name: string;
  readonly size: Size;
}

interface Left {
  tools: number;
  optional: number;
  unions: number;
  fields: number;
}

const whole = (budgets: Budgets): Left => ({ tools: Infinity, optional: Infinity, unions: Infinity, fields: Infinity, ...budgets });

const shareOf = ({ optional, unions, properties }: Size): Omit<Left, 'tools'> => ({ optional, unions, fields: properties });

const names = ['optional', 'unions', 'fields'] as const;

/** The names of the tools that are strict. */
export function chooseStrict(candidates: readonly Candidate[], budgets: Budgets, responseSchema?: object): Set<string> {
  const left = whole(budgets);
  if (responseSchema) spend(left, sizeOf(responseSchema as JsonSchema));
  const chosen = new Set<string>();
  for (const { name, size } of [...candidates].sort(byNeed)) {
    const share = shareOf(size);
    if (left.tools < 1 || names.some((budget) => share[budget] > left[budget])) continue;
    left.tools -= 1;
    spend(left, size);
    chosen.add(name);
  }
  return chosen;
}

/** Whether one tool alone is within the budgets. */
export const fitsAlone = (size: Size, budgets: Budgets): boolean => {
  const most = whole(budgets);
  const share = shareOf(size);
  return names.every((budget) => share[budget] <= most[budget]);
};

function spend(left: Left, size: Size): void {
  const share = shareOf(size);
  for (const budget of names) left[budget] -= share[budget];
}

function byNeed(left: Candidate, right: Candidate): number {
  return (
    left.size.optional - right.size.optional ||
    left.size.unions - right.size.unions ||
    (left.name < right.name ? -1 : left.name > right.name ? 1 : 0)
  );
}
