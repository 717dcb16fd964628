/** JSON Schema of what may be a class, as a tool publishes it. */
import { ToolError } from '../../errors.js';
import type { Constructor, JsonSchema, ObjectSchema, ReadonlySchema, ToolManifest } from '../../types.js';
import { settingsOf } from '../settings.js';
import { ClassSource, classOf, type Direction } from './class-source.js';
import { checkRoot } from './given-parts.js';
import { givenSchema, objectSchema } from './handler-source.js';
import { frozenCopy, withoutMarks } from './publish.js';
import type { ToolSource } from './source.js';

/** How the schema of a class is found. */
export interface ClassSchemaOptions {
  /** What the build step wrote; otherwise the one of `toolmark/register`, when that runs. */
  manifest?: ToolManifest | ToolManifest[];
}

/**
 * The JSON Schema of a class: its fields' types, narrowed by its class-validator rules.
 * @param options `direction`: `output` gives the schema of results; of arguments otherwise
 * @throws ToolError INVALID_DEFINITION for what is no class; STALE_MANIFEST, also for one that no manifest has
 */
export function schemaFromClass(owner: Constructor, options: ClassSchemaOptions & { direction?: Direction } = {}): Readonly<JsonSchema> {
  const place = 'schemaFromClass()';
  const { direction = 'input', ...rest } = options;
  if (!classOf(owner)) throw new ToolError('INVALID_DEFINITION', `${place} takes a class.`);
  return ofClass(owner, direction, place, rest);
}

/**
 * What a tool has as its `inputSchema`: of a class its schema, of a schema a copy that cannot change.
 * @throws ToolError INVALID_DEFINITION for what is neither, UNSUPPORTED_SCHEMA, STALE_MANIFEST
 */
export function normalizeInputSchema(
  given: JsonSchema | ReadonlySchema | Constructor,
  options: ClassSchemaOptions = {},
): Readonly<ObjectSchema> {
  const place = 'normalizeInputSchema()';
  const owner = classOf(given);
  if (owner) return ofClass(owner, 'input', place, options) as ObjectSchema;
  const { schema } = givenSchema(given as JsonSchema, 'inputSchema', { name: place, place });
  checkRoot(schema, place, place);
  return frozenCopy(withoutMarks(objectSchema(schema))) as ObjectSchema;
}

/**
 * The same of an `outputSchema`, which may be null: there is none then.
 * @throws ToolError INVALID_DEFINITION for what is neither, UNSUPPORTED_SCHEMA, STALE_MANIFEST
 */
export function normalizeOutputSchema(
  given: JsonSchema | ReadonlySchema | Constructor | null | undefined,
  options: ClassSchemaOptions = {},
): Readonly<JsonSchema> | null {
  if (given === null || given === undefined) return null;
  const place = 'normalizeOutputSchema()';
  const owner = classOf(given);
  if (owner) return ofClass(owner, 'output', place, options);
  return frozenCopy(withoutMarks(givenSchema(given as JsonSchema, 'outputSchema', { name: place, place }).schema));
}

function ofClass(owner: Constructor, direction: Direction, place: string, { manifest }: ClassSchemaOptions): Readonly<JsonSchema> {
  const { input, output, naturalOutput = output } = new ClassSource(nothing(place), { [direction]: owner, manifest }).plan();
  return frozenCopy(withoutMarks(direction === 'input' ? input : (naturalOutput ?? {})));
}

/** A source that only has a place. */
const nothing = (place: string): ToolSource => ({
  name: place,
  place,
  options: {},
  settings: settingsOf(),
  isAsync: () => false,
  plan: () => ({ input: {}, wrapsOutput: false, parameters: [], classNamed: () => undefined }),
  call: () => undefined,
});
