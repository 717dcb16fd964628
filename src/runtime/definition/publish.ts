/** The published definition: the plan without what is ours alone, frozen. */
import { ToolError } from '../../errors.js';
import { mapSubschemas } from '../../schema/walk.js';
import type { ContractSchema, JsonSchema, ObjectSchema, ToolDefinition } from '../../types.js';
import type { ToolPlan, ToolSource } from './source.js';

/** @throws ToolError UNSUPPORTED_SCHEMA for what cannot be written as JSON */
export function publish(source: ToolSource, plan: ToolPlan): Readonly<ToolDefinition> {
  try {
    return frozenDefinition(source, plan);
  } catch (error) {
    // The stack overflows on a schema without an end; functions and the like cannot be copied.
    const reason =
      error instanceof RangeError
        ? 'a schema contains itself (use $ref instead), or is nested too deeply'
        : error instanceof Error
          ? error.message
          : String(error);
    throw new ToolError('UNSUPPORTED_SCHEMA', `The definition of tool '${source.name}' (${source.place}) is no JSON: ${reason}.`, {
      toolName: source.name,
      cause: error,
    });
  }
}

function frozenDefinition(source: ToolSource, plan: ToolPlan): Readonly<ToolDefinition> {
  const { title, annotations, icons, _meta } = source.options;
  const schemaOf = (schema: ContractSchema): ObjectSchema => (plan.isFinished ? schema : frozenCopy(withoutMarks(schema))) as ObjectSchema;
  const definition: Partial<ToolDefinition> = { name: source.name };
  if (title) definition.title = frozenCopy(title);
  if (plan.description) definition.description = frozenCopy(plan.description);
  definition.inputSchema = schemaOf(plan.input);
  if (plan.output) definition.outputSchema = schemaOf(plan.output);
  if (annotations) definition.annotations = frozenCopy(annotations);
  if (icons) definition.icons = frozenCopy(icons) as ToolDefinition['icons'];
  if (_meta) definition._meta = frozenCopy(_meta);
  return Object.freeze(definition as ToolDefinition);
}

/** A schema, or anything else that is JSON, as it is published: a copy that cannot change. */
export const frozenCopy = <T>(value: T): Readonly<T> => freeze(plainCopy(value) as T);

/** A copy without the marks that only the build step may set; `x-secret` an author may write by hand. */
export function withoutArrivals(schema: ContractSchema): ContractSchema {
  const { 'x-as': _as, 'x-keys': _keys, 'x-class': _class, ...rest } = mapSubschemas(schema, withoutArrivals);
  return rest;
}

/** A copy of the schema without `x-as`, `x-keys`, `x-class` and `x-secret`. */
export function withoutMarks(schema: ContractSchema): JsonSchema {
  const { 'x-as': _as, 'x-keys': _keys, 'x-class': _class, 'x-secret': _secret, ...rest } = mapSubschemas(schema, withoutMarks);
  return rest;
}

/** `structuredClone` gives arrays of another realm under Jest, which its matchers then refuse. */
function plainCopy(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`a ${typeof value} cannot be copied`);
  if (Array.isArray(value)) return value.map(plainCopy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainCopy(inner)]));
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}
