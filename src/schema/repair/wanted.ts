/** What a part of a schema wants by its own `type`, `enum` and `const`. */
import type { JsonSchema } from '../../types.js';
import { kindOf } from '../words.js';

/** The wants of one part. Cheap: it never looks into the value. */
export interface Wanted {
  /** Whether a value of this kind may fit: `object`, `array`, `string`, `number`, `integer`, `boolean`, `null`. */
  kind(name: string): boolean;
  /** All values that fit, where they are listed. */
  members: readonly unknown[] | undefined;
  /** The one member that reads the same but for case and blanks around it. */
  memberLike(text: string): string | undefined;
  /** Whether the value surely does not fit. */
  refuses(value: unknown): boolean;
  /** No reference, union or `allOf` has a say beside these. */
  isAlone: boolean;
  /** It says something of properties or items. */
  hasInside: boolean;
}

const cache = new WeakMap<JsonSchema, Wanted>();

export function wantedBy(part: JsonSchema): Wanted {
  const known = cache.get(part);
  if (known) return known;
  const made = wantsOf(part);
  cache.set(part, made);
  return made;
}

function wantsOf(part: JsonSchema): Wanted {
  const members = 'const' in part ? [part.const] : Array.isArray(part.enum) ? part.enum : undefined;
  const kinds = kindsOf(part, members);
  const kind = (name: string): boolean => kinds?.has(name) ?? false;
  const isListed = members && listed(members);
  const refuses = (value: unknown): boolean => {
    if (kinds && !kind(kindOf(value)) && !(kind('integer') && Number.isInteger(value))) return true;
    return isListed !== undefined && !isListed(value);
  };
  const isAlone = others.every((keyword) => part[keyword] === undefined);
  return {
    kind,
    members,
    memberLike: likeOne(members),
    refuses,
    isAlone,
    hasInside: inner.some((keyword) => typeof part[keyword] === 'object'),
  };
}

const others = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const;
const inner = ['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'] as const;

/** Undefined when any kind will do. */
function kindsOf({ type }: JsonSchema, members: readonly unknown[] | undefined): ReadonlySet<string> | undefined {
  if (type === undefined) return members && new Set(members.map(kindOf));
  return new Set([type].flat());
}

/** By an index, as thousands of values may be held against thousands of members. */
function likeOne(members: readonly unknown[] | undefined): (text: string) => string | undefined {
  let known: Map<string, string | undefined> | undefined;
  return (text) => {
    if (!members) return undefined;
    if (!known) {
      known = new Map();
      for (const member of members) if (typeof member === 'string') known.set(fold(member), known.has(fold(member)) ? undefined : member);
    }
    return known.get(fold(text));
  };
}

const fold = (text: string): string => text.trim().toLowerCase();

/** Objects and arrays are not compared: the validator does. */
function listed(members: readonly unknown[]): (value: unknown) => boolean {
  const known = new Set(members);
  return (value) => (typeof value === 'object' && value !== null) || known.has(value);
}
