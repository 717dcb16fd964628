/** Which shared definitions and classes are spoken of. */
import type { ClassModel, FormModel, FunctionModel, ManifestModel, SchemaModel } from './emit/model.js';

/** What has contracts. */
interface Contracts {
  class?: ClassModel;
  function?: FunctionModel;
  form?: FormModel;
  schema?: SchemaModel;
}

/** Names of definitions and classes that the units speak of, directly or not. */
export function usedNames(units: readonly Contracts[], $defs: ManifestModel['$defs']): Set<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'object') visit(item);
      else if (typeof item === 'string' && (key === '$ref' || key === 'x-class')) add(item.replace('#/$defs/', ''));
    }
  };
  const add = (name: string): void => {
    if (used.has(name)) return;
    used.add(name);
    if (Object.hasOwn($defs, name)) visit($defs[name]);
  };
  for (const unit of units) visit(unit.class?.methods ?? unit.function?.contract ?? unit.form ?? unit.schema);
  return used;
}
