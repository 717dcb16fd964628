/** Which tools are hidden behind the provider's search: those that are marked so, and those that the request names. */
import { nearest } from '../../schema/words.js';
import type { DeclareOptions } from './bridge.js';
import type { ProviderFacts } from './facts.js';
import type { Entry } from './strict/choice.js';

/** What is hidden, by own names. */
export interface Deferral {
  readonly names: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

/** Tools are hidden only behind a search that is there; elsewhere all are loaded at once (DPT-184). */
export function deferredNames(
  entries: readonly Entry[],
  { search, label }: ProviderFacts,
  { defer, toolSearch }: DeclareOptions,
): Deferral {
  const wanted = entries.filter((entry) => isWanted(defer, entry)).map(({ name }) => name);
  const warnings = isList(defer) ? unknownNames(entries, defer) : [];
  if (wanted.length === 0 || (search && toolSearch)) return { names: new Set(wanted), warnings };
  const why = search ? 'toolSearch is off' : `${label} has no tool search`;
  warnings.push(`All tools are loaded at once, as ${why}: ${wanted.map((name) => `'${name}'`).join(', ')}.`);
  return { names: new Set(), warnings };
}

const isList = (defer: DeclareOptions['defer']): defer is readonly string[] => Array.isArray(defer);

/** A function decides alone, and false overrides the marks; a list adds to them. */
function isWanted(defer: DeclareOptions['defer'], { tool, name, own }: Entry): boolean {
  if (typeof defer === 'function') return defer(tool);
  if (defer === false) return false;
  return own.defer === true || (isList(defer) && defer.includes(name));
}

function unknownNames(entries: readonly Entry[], defer: readonly string[]): string[] {
  const names = entries.map(({ name }) => name);
  const unknown = defer.filter((name) => !names.includes(name));
  if (unknown.length === 0) return [];
  const told = unknown.map((name) => {
    const meant = nearest(name, names);
    return meant === undefined ? `'${name}'` : `'${name}' (did you mean '${meant}'?)`;
  });
  return [`There are no such tools to defer: ${told.join(', ')}.`];
}
