/** `uniqueItems` in linear time: Ajv's own compares every pair of objects, and ten thousand of them take seconds. */
import type { ErrorObject, FuncKeywordDefinition } from 'ajv';

/** Takes the place of Ajv's keyword of that name. */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: check,
};

check.errors = [] as Partial<ErrorObject>[];

function check(isWanted: boolean, items: readonly unknown[]): boolean {
  const pair = isWanted ? firstPair(items) : undefined;
  if (!pair) return true;
  const [j, i] = pair;
  // Where Ajv looks for what a keyword found, right after it ran.
  check.errors = [{ keyword: 'uniqueItems', params: { i, j }, message: `items ${j} and ${i} are equal` }];
  return false;
}

/** The indexes of the first two equal items. */
function firstPair(items: readonly unknown[]): [number, number] | undefined {
  const seen = new Map<unknown, number>();
  const seenObjects = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const isObject = typeof item === 'object' && item !== null;
    const before = isObject ? seenObjects.get(canonical(item)) : seen.get(item);
    if (before !== undefined) return [before, index];
    if (isObject) seenObjects.set(canonical(item), index);
    else seen.set(item, index);
  }
  return undefined;
}

/** JSON with sorted keys: equal values have one text. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
