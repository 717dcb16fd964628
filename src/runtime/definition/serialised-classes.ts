/** What class-transformer's decorators on a class do to the form that travels: hidden fields, other names, other types. */
import { mapSubschemas } from '../../schema/walk.js';
import type { Constructor, ContractSchema, JsonSchema } from '../../types.js';
import { type Direction, fieldForm } from '../transformer.js';

/** A copy in which every class of the schema says what really travels in that direction. */
export function serialisedClasses(
  schema: ContractSchema,
  classNamed: (name: string) => Constructor | undefined,
  direction: Direction,
): ContractSchema {
  const change = (part: ContractSchema): ContractSchema => {
    const inner = mapSubschemas(part, change);
    const owner = inner['x-class'] === undefined ? undefined : classNamed(inner['x-class']);
    return owner && inner.properties ? serialised(inner, owner, direction) : inner;
  };
  return change(schema);
}

function serialised(schema: ContractSchema, owner: Constructor, direction: Direction): ContractSchema {
  const properties: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const form = fieldForm(owner, key, direction);
    if (form.hidden) continue;
    names.set(key, form.name);
    properties[form.name] = form.free ? annotationsOf(property) : property;
  }
  const required = schema.required?.flatMap((key) => names.get(key) ?? []);
  const { required: _required, ...rest } = schema;
  return { ...rest, properties, ...(required && required.length > 0 && { required }) };
}

/** Of a field that `@Transform` turns into something of its own, only the words are known. */
function annotationsOf({ title, description, deprecated }: JsonSchema): JsonSchema {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
}
