/**
 * A rule may speak of the JSON form of what arrives as a built-in: `@IsDateString()` on a `Date`, `@IsUrl()` on a `URL`, `@Min(1)` on a `bigint`,
 * `@ArrayMinSize(1)` on a `Set`. The schema has checked that form already; here it is given back, so that such a rule does not refuse everything.
 */

/** The JSON forms of a built-in; none for any other value. */
export function wireForms(value: unknown): unknown[] {
  if (typeof value === 'bigint') return [String(value), Number(value)];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [] : [value.toISOString()];
  if (value instanceof URL) return [value.href];
  if (value instanceof Set) return [[...value]];
  if (value instanceof Map) return [Object.fromEntries(value)];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('base64')];
  return [];
}
