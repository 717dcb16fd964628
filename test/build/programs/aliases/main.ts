/**
 * An e-mail address.
 * @format email
 */
type Email = string;
/** @pattern ^\d+$ */
type Digits = string;
/** @minItems 2 */
type Pair = string[];
export function aliases(
  one: Email,
  list: Email[],
  optional: Email | null,
  either: Email | Digits,
  set: Set<Email>,
  map: Record<string, Email>,
  tuple: [Email, Digits?],
  pair: { /** @maxItems 3 */ value: Pair },
): void {}
