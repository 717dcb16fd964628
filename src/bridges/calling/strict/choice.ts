/** Which tools of a request are sent strict, and why the others are not. */
import type { ToolOptions } from '../../../types.js';
import type { ToolForms } from '../forms.js';
import type { DeclareOptions, ToolLike } from '../bridge.js';
import type { Budgets, ProviderFacts } from '../facts.js';
import { type Candidate, chooseStrict, fitsAlone } from './budgets.js';

/** A tool of the request. */
export interface Entry {
  readonly tool: ToolLike;
  readonly name: string;
  readonly forms: ToolForms;
  /** What the author said beside the definition. */
  readonly own: Readonly<ToolOptions>;
}

export interface StrictChoice {
  /** Own names. */
  readonly strict: ReadonlySet<string>;
  /** By own name, why a tool that was to be strict is not. */
  readonly reasons: ReadonlyMap<string, string>;
}

const nobody: StrictChoice = { strict: new Set(), reasons: new Map() };

export function chooseStrictTools(entries: readonly Entry[], facts: ProviderFacts, options: DeclareOptions): StrictChoice {
  const { strict } = facts;
  if (!strict || options.strict === false) return nobody;
  const isUsual = options.strict === true || strict.byDefault;
  const wanted = entries.filter(({ own }) => own.strict ?? isUsual);
  const reasons = new Map<string, string>();
  const candidates: Candidate[] = [];
  for (const { name, forms } of wanted) {
    const form = forms.strict;
    if (typeof form === 'string') reasons.set(name, form);
    else candidates.push({ name, size: form.size });
  }
  const chosen = withinBudgets(candidates, strict.budgets, options);
  for (const { name } of candidates) if (!chosen.has(name)) reasons.set(name, overBudget(strict.budgets ?? {}));
  if (!strict.wholeRequest || chosen.size === entries.length) return { strict: chosen, reasons };
  for (const name of chosen) reasons.set(name, 'all tools of a request are strict or none is');
  return { strict: new Set(), reasons };
}

function withinBudgets(candidates: readonly Candidate[], budgets: Budgets | undefined, options: DeclareOptions): Set<string> {
  if (!budgets) return new Set(candidates.map(({ name }) => name));
  if (options.strictBudget === 'off') return new Set(candidates.filter(({ size }) => fitsAlone(size, budgets)).map(({ name }) => name));
  return chooseStrict(candidates, budgets, options.responseSchema);
}

const budgetWords: Readonly<Record<keyof Budgets, string>> = {
  tools: 'strict tools',
  optional: 'optional properties',
  unions: 'unions',
  fields: 'fields',
};

function overBudget(budgets: Budgets): string {
  const most = (Object.keys(budgetWords) as (keyof Budgets)[]).flatMap((key) =>
    budgets[key] === undefined ? [] : [`${budgets[key]} ${budgetWords[key]}`],
  );
  return `over the budget of a request: ${most.join(', ')}`;
}

/** One sentence that names every tool that was to be strict and is not, by name; undefined when there is none. */
export function strictWarning(reasons: ReadonlyMap<string, string>, label: string): string | undefined {
  if (reasons.size === 0) return undefined;
  const byReason = new Map<string, string[]>();
  for (const name of [...reasons.keys()].sort()) {
    const reason = reasons.get(name) as string;
    byReason.set(reason, [...(byReason.get(reason) ?? []), `'${name}'`]);
  }
  const told = [...byReason].map(([reason, names]) => `${names.join(', ')} (${reason})`);
  return `Not strict for ${label}: ${told.join('; ')}.`;
}
