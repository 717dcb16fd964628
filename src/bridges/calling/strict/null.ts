/** Whether a schema lets null pass. */
import { referenceOf } from '../portable/references.js';
import { isSchema, schemasOf, typesOf } from '../portable/rule.js';
import type { JsonSchema } from '../../../types.js';

type Target = (reference: string) => JsonSchema | undefined;

/**
 * Where that is hard to tell, it does.
 * @param target what the schema's own references lead to
 * @param beyond what references in those targets lead to
 */
export function acceptsNull(schema: JsonSchema, target: Target, beyond: Target = target): boolean {
  if (!looksNullable(schema)) return false;
  // What is being looked at already adds nothing.
  const known = new Map<JsonSchema, boolean>();
  const accepts = (one: JsonSchema, follow: Target): boolean => {
    const verdict = known.get(one);
    if (verdict !== undefined) return verdict;
    known.set(one, false);
    const found = looksNullable(one) && partsAccept(one, (part) => accepts(part, follow), refers(one, follow));
    known.set(one, found);
    return found;
  };
  const refers = (one: JsonSchema, follow: Target) => (): boolean => {
    const reference = referenceOf(one);
    const referred = reference === undefined ? undefined : follow(reference);
    return !referred || accepts(referred, beyond);
  };
  return accepts(schema, target);
}

/** As far as the schema's own level tells. */
function looksNullable(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes('null')) return false;
  if ('const' in schema && schema.const !== null) return false;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return false;
  const { not } = schema;
  return !(isSchema(not) && typesOf(not).includes('null'));
}

function partsAccept(schema: JsonSchema, accepts: (part: JsonSchema) => boolean, referredAccepts: () => boolean): boolean {
  for (const keyword of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[keyword]) && !schemasOf(schema[keyword]).some(accepts)) return false;
  return schemasOf(schema.allOf).every(accepts) && referredAccepts();
}
