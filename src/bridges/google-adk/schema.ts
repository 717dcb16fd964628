/** Schemas as the ADK and genai write them (OpenAPI 3.0 with types in capitals) as JSON Schema. */
import { isFields } from '../calling/shapes.js';
import type { JsonSchema } from '../../types.js';

type Fields = Record<string, unknown>;

/** 64-bit numbers come as texts. */
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;

const typeOf = ({ type }: Fields): string | undefined =>
  typeof type === 'string' && type !== 'TYPE_UNSPECIFIED' ? type.toLowerCase() : undefined;

/** JSON Schema stays as it is. The depth of what is given must be bounded. */
export function fromOpenApi(schema: Fields): JsonSchema {
  const { type: given, nullable, propertyOrdering: _order, example, format, ...rest } = schema;
  const made: Fields = { ...rest };
  const type = typeOf(schema);
  if (type !== undefined || Array.isArray(given)) made['type'] = type ?? given;
  if (typeof format === 'string' && format !== 'enum') made['format'] = format;
  if (example !== undefined) made['examples'] ??= [example];
  for (const key of counts) if (typeof made[key] === 'string') made[key] = Number(made[key]);
  // Numbers to choose from are written as texts.
  if (Array.isArray(made['enum']) && (type === 'integer' || type === 'number')) made['enum'] = made['enum'].map(Number);
  for (const key of ['items', 'additionalProperties']) if (isFields(made[key])) made[key] = fromOpenApi(made[key]);
  if (Array.isArray(made['anyOf'])) made['anyOf'] = made['anyOf'].map((one) => (isFields(one) ? fromOpenApi(one) : one));
  if (isFields(made['properties'])) made['properties'] = mapped(made['properties']);
  return nullable === true ? orNull(made) : made;
}

const mapped = (properties: Fields): Fields =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, isFields(one) ? fromOpenApi(one) : one]));

function orNull({ type, enum: values, anyOf, ...rest }: Fields): Fields {
  return {
    ...rest,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...(Array.isArray(anyOf) && { anyOf: [...(anyOf as unknown[]), { type: 'null' }] }),
  };
}
