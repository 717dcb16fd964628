/** Final names in the place of provisional ones. Runs over every schema there is, so it walks the keywords directly. */
import type { ContractSchema } from '../../types.js';
import { referenceTo, referred } from './definitions.js';

/** Keywords whose values are data, whatever they look like. */
const data: ReadonlySet<string> = new Set(['default', 'examples', 'enum', 'const', 'type', 'required']);
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

/** A function that renames references and classes in a copy; names it does not know stay. */
export function renamer(
  names: ReadonlyMap<string, string>,
  classNames: ReadonlyMap<string, string>,
): (schema: ContractSchema) => ContractSchema {
  const rename = (schema: ContractSchema): ContractSchema => {
    const copy: ContractSchema = {};
    for (const key of Object.keys(schema)) copy[key] = data.has(key) ? schema[key] : inside(key, schema[key]);
    const key = referred(schema);
    const name = key === undefined ? undefined : names.get(key);
    if (name !== undefined) Object.assign(copy, referenceTo(name));
    if (schema['x-class'] !== undefined) copy['x-class'] = classNames.get(schema['x-class']) ?? schema['x-class'];
    return copy;
  };
  const inside = (keyword: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: ContractSchema) => rename(item));
    if (!maps.has(keyword)) return rename(value as ContractSchema);
    return Object.fromEntries(Object.entries(value as Record<string, ContractSchema>).map(([key, sub]) => [key, rename(sub)]));
  };
  return rename;
}
