/** A schema from class-validator's rules alone: a class that no manifest knows, where each field has a rule that names its type. */
import { ToolError } from '../../errors.js';
import type { Constructor, ContractSchema, ToolManifest } from '../../types.js';
import { type PropertyRules, type RuleOptions, rulesOf } from '../rules/metadata.js';
import { narrowByClass } from '../rules/index.js';
import { decoratedFields } from '../transformer.js';

/** @throws ToolError INVALID_DEFINITION, naming the fields whose type nothing says */
export function formOfClass(
  owner: Constructor,
  place: string,
  rules: RuleOptions,
): { name: string; schema: ContractSchema; manifest: ToolManifest } {
  const name = owner.name || 'Form';
  const initial = initialValues(owner);
  const properties = Object.fromEntries(
    rulesOf(owner, rules).map((of) => [of.property, { ...listOf(of), ...withDefault(initial[of.property]) }]),
  );
  if (Object.keys(properties).length === 0) throw untyped(place, name, 'no field of it has a class-validator rule');
  const schema: ContractSchema = { type: 'object', properties, additionalProperties: false, 'x-class': name };
  const narrowed = narrowByClass(schema, owner, rules).properties ?? {};
  // A field without a rule would be lost in silence; those that leave a trace can be told.
  const fields = new Set([...Object.keys(properties), ...ownFields(initial), ...decoratedFields(owner)]);
  const open = [...fields].filter((key) => !saysType(narrowed[key] ?? {}));
  if (open.length > 0) throw untyped(place, name, `nothing says the type of ${open.map((key) => `'${key}'`).join(', ')}`);
  const manifest: ToolManifest = { version: 1, sources: {}, classes: [], functions: [], types: { [name]: () => owner }, $defs: {} };
  return { name, schema, manifest };
}

const saysType = ({ type, enum: members, const: value, $ref, anyOf, oneOf }: ContractSchema): boolean =>
  !isNested(type) && [type, members, value, $ref, anyOf, oneOf].some((keyword) => keyword !== undefined);

/** `@ValidateNested` alone tells neither of what class, nor whether of one or of many. */
const isNested = (type: ContractSchema['type']): boolean => Array.isArray(type) && type.includes('object') && type.includes('array');

function untyped(place: string, name: string, what: string): ToolError {
  return new ToolError(
    'INVALID_DEFINITION',
    `${place}: the class ${name} is in no manifest, and ${what}. Run 'npx toolmark build', or give each field a rule such as @IsString(), @IsInt() or @IsBoolean().`,
  );
}

/** Rules for each of many speak of a list. */
const listOf = ({ rules }: PropertyRules): ContractSchema => (rules.some(({ each }) => each) ? { type: 'array', items: {} } : {});

/** What an initialiser gives is what an absent field has, so a client may show it. */
function withDefault(initial: unknown): ContractSchema {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof initial);
  const isList = Array.isArray(initial) && initial.every((item) => typeof item === 'string');
  return isScalar || isList ? { default: initial } : {};
}

const ownFields = (initial: Record<string, unknown>): string[] => Object.keys(initial).filter((key) => typeof initial[key] !== 'function');

function initialValues(owner: Constructor): Record<string, unknown> {
  try {
    return Reflect.construct(owner as new () => object, []) as Record<string, unknown>;
  } catch {
    return {};
  }
}
