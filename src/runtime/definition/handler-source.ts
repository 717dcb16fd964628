/** `new Tool({ …, handler })`: a tool whose schemas were written by hand. */
import { checkOptions, toolNamePattern, toolRules } from '../../decorators/options.js';
import { ToolError } from '../../errors.js';
import { copyWithinBounds, SchemaOutOfBounds } from '../../schema/bounds.js';
import { rebase } from '../../schema/rebase.js';
import { compileSchema } from '../../schema/validator.js';
import type { ContractSchema, JsonSchema, ReadonlySchema, ToolContext, ToolOptions } from '../../types.js';
import { settingsOf } from '../settings.js';
import { withoutArrivals, withoutMarks } from './publish.js';
import { noArguments, isAsyncFunction, type ToolPlan, type ToolSource } from './source.js';

/** What makes a tool by hand. */
export interface ToolInit extends ToolOptions {
  name: string;
  /** Of the arguments object; absent for a tool without arguments. */
  inputSchema?: JsonSchema | ReadonlySchema;
  /** Of the result; anything but an object is published as `{ result: … }`. */
  outputSchema?: JsonSchema | ReadonlySchema;
  /** The schemas came from elsewhere: their size is bounded, and their patterns run in linear time. */
  imported?: boolean;
  /** Gets the checked arguments; without it the tool can be listed but not called. */
  handler?(args: Record<string, unknown>, context: ToolContext): unknown;
}

/** @throws ToolError INVALID_DEFINITION for a bad name, schema or handler */
export function handlerSource(init: ToolInit): ToolSource {
  const { name, handler, imported = false, inputSchema: _input, outputSchema: _output, ...options } = init;
  const [givenInput, givenOutput] = [init.inputSchema, init.outputSchema] as (JsonSchema | undefined)[];
  const place = `new Tool(${JSON.stringify(name)})`;
  if (typeof name !== 'string' || !toolNamePattern.test(name)) {
    throw new ToolError('INVALID_DEFINITION', `${place}: the name must be 1 to 128 characters out of A-Z a-z 0-9 . _ -.`);
  }
  if (handler !== undefined && typeof handler !== 'function') {
    throw new ToolError('INVALID_DEFINITION', `${place}: 'handler' must be a function.`, { toolName: name });
  }
  for (const option of ['scopes', 'guard'] as const) checkOptions({ [option]: options[option] }, toolRules, place);
  checkIsObject(place, name, givenInput, givenOutput);
  const inputSchema = imported ? withinBounds(givenInput, `the input schema of ${place}`, name) : givenInput;
  const outputSchema = imported ? withinBounds(givenOutput, `the output schema of ${place}`, name) : givenOutput;
  checkRoot(place, name, inputSchema);
  // Looked over now, so that a fault is told where it stands and not to a model.
  if (inputSchema) compileSchema(inputSchema, `the input schema of ${place}`, { isImported: imported });
  if (outputSchema) compileSchema(outputSchema, `the output schema of ${place}`, { isImported: imported });
  return {
    name,
    place,
    options: { ...options, name },
    settings: settingsOf(),
    isImported: imported,
    isAsync: () => isAsyncFunction(handler),
    plan: () => {
      try {
        return handlerPlan(unmarked(inputSchema, imported), unmarked(outputSchema, imported), options);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new ToolError('UNSUPPORTED_SCHEMA', `A schema of ${place} is nested too deeply.`, { toolName: name, cause: error });
      }
    },
    call: ([args, context]) => {
      if (!handler)
        throw new ToolError('NOT_IMPLEMENTED', `Tool '${name}' has no handler, so it cannot be called here.`, { toolName: name });
      return handler.call(init, args as Record<string, unknown>, context as ToolContext);
    },
  };
}

/** Marks of the build step make what a handler does not expect; a schema from elsewhere sets none at all. */
function unmarked(schema: JsonSchema | undefined, imported: boolean): JsonSchema | undefined {
  try {
    return schema && (imported ? withoutMarks : withoutArrivals)(schema);
  } catch (error) {
    // One that contains itself is told when it is published.
    if (error instanceof RangeError) return schema;
    throw error;
  }
}

/** A copy, which cannot change any more. @throws ToolError UNSUPPORTED_SCHEMA for one that is too large */
function withinBounds(schema: JsonSchema | undefined, what: string, toolName: string): JsonSchema | undefined {
  try {
    return schema && copyWithinBounds(schema);
  } catch (error) {
    if (!(error instanceof SchemaOutOfBounds)) throw error;
    throw new ToolError('UNSUPPORTED_SCHEMA', `${what}: ${error.message}.`, { toolName, cause: error });
  }
}

/** Before a copy is made, which is an object whatever was given. */
function checkIsObject(place: string, toolName: string, input: unknown, output: unknown): void {
  const isObject = (schema: unknown): boolean => typeof schema === 'object' && schema !== null && !Array.isArray(schema);
  if (input !== undefined && !isObject(input)) throw badInput(place, toolName);
  if (output !== undefined && !isObject(output))
    throw new ToolError('INVALID_DEFINITION', `${place}: 'outputSchema' must be a JSON Schema, an object.`, { toolName });
}

function checkRoot(place: string, toolName: string, schema: JsonSchema | undefined): void {
  const type = schema?.type;
  if (type !== undefined && type !== 'object') throw badInput(place, toolName);
}

function badInput(place: string, toolName: string): ToolError {
  return new ToolError('INVALID_DEFINITION', `${place}: 'inputSchema' must be a JSON Schema with "type": "object" at its root.`, {
    toolName,
  });
}

function handlerPlan(inputSchema: JsonSchema | undefined, outputSchema: JsonSchema | undefined, options: ToolOptions): ToolPlan {
  const wrapsOutput = outputSchema !== undefined && outputSchema.type !== 'object';
  const plan: ToolPlan = {
    input: { ...(inputSchema ?? noArguments), type: 'object' },
    wrapsOutput,
    parameters: [
      { name: 'args', role: 'payload' },
      { name: 'context', role: 'context' },
    ],
    classNamed: () => undefined,
  };
  if (outputSchema) plan.output = wrapsOutput ? wrapOutput(outputSchema) : outputSchema;
  if (wrapsOutput) plan.naturalOutput = outputSchema;
  if (options.description) plan.description = options.description;
  if (options.examples) plan.examples = options.examples;
  return plan;
}

/** The schema of `{ result: … }`; shared definitions move to the new root, where references look for them. */
export function wrapOutput(schema: ContractSchema): ContractSchema {
  const { $defs, definitions, $schema, ...result } = rebase(schema, '#/properties/result');
  const root: ContractSchema = { type: 'object', properties: { result }, required: ['result'], additionalProperties: false };
  if ($schema !== undefined) root['$schema'] = $schema;
  if ($defs !== undefined) root.$defs = $defs;
  if (definitions !== undefined) root['definitions'] = definitions;
  return root;
}
