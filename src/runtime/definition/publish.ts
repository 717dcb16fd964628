/** The published definition: the plan without what is ours alone, frozen. */
import { mapSubschemas } from '../../schema/walk.js';
import type { ContractSchema, JsonSchema, ObjectSchema, ToolDefinition } from '../../types.js';
import type { ToolPlan, ToolSource } from './source.js';

export function publish(source: ToolSource, plan: ToolPlan): Readonly<ToolDefinition> {
  const { title, annotations, icons, _meta } = source.options;
  const definition: ToolDefinition = { name: source.name, inputSchema: withoutMarks(plan.input) as ObjectSchema };
  if (title) definition.title = title;
  if (plan.description) definition.description = plan.description;
  if (plan.output) definition.outputSchema = withoutMarks(plan.output) as ObjectSchema;
  if (annotations) definition.annotations = annotations;
  if (icons) definition.icons = icons;
  if (_meta) definition._meta = _meta;
  const { name, title: shown, description, ...rest } = definition;
  return freeze(structuredClone({ name, ...(shown && { title: shown }), ...(description && { description }), ...rest }));
}

/** A copy of the schema without `x-as`, `x-keys` and `x-class`. */
export function withoutMarks(schema: ContractSchema): JsonSchema {
  const { 'x-as': _as, 'x-keys': _keys, 'x-class': _class, ...rest } = mapSubschemas(schema, withoutMarks);
  return rest;
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}
