/** The other way round: a tool of ours out of a declaration, or out of a tool of the ADK. */
import type { FunctionDeclaration } from '@google/genai';
import { ToolError } from '../../errors.js';
import type { ToolInit } from '../../runtime/definition/handler-source.js';
import { Tool } from '../../runtime/tool.js';
import { copyWithinBounds } from '../../schema/bounds.js';
import { shortJson } from '../../schema/words.js';
import type { JsonSchema } from '../../types.js';
import { isFields } from '../calling/shapes.js';
import { fromOpenApi } from './schema.js';
import type { AdkContext, AdkTool } from './types.js';

/** As much of a tool of the ADK as is needed. */
export type AdkToolLike = Pick<AdkTool, '_getDeclaration' | 'runAsync'>;

/**
 * A tool out of a function declaration, or out of a tool of the ADK, which it runs then.
 * @param handler runs the calls; without it, and without a tool that could, there is the definition alone
 * @throws ToolError INVALID_DEFINITION for what is no declaration, UNSUPPORTED_SCHEMA for a schema that is too large
 */
export function fromTool(source: FunctionDeclaration | AdkToolLike, handler?: ToolInit['handler']): Tool {
  const runs = isAdkTool(source) ? source : undefined;
  const { name, description, ...schemas } = declarationOf(runs ? runs._getDeclaration() : source);
  const inputSchema = schemaOf(name, schemas.parametersJsonSchema, schemas.parameters);
  const outputSchema = schemaOf(name, schemas.responseJsonSchema, schemas.response);
  const run = handler ?? (runs && runner(runs));
  return new Tool({
    name,
    imported: true,
    ...(description !== undefined && description !== '' && { description }),
    ...(inputSchema && { inputSchema }),
    ...(outputSchema && { outputSchema }),
    ...(run && { handler: run }),
  });
}

const isAdkTool = (source: unknown): source is AdkToolLike =>
  isFields(source) && typeof source['_getDeclaration'] === 'function' && typeof source['runAsync'] === 'function';

function declarationOf(source: unknown): FunctionDeclaration & { name: string } {
  if (!isFields(source)) throw invalid(`a function declaration is an object, not ${shortJson(source, 40)}`);
  const { name, description } = source;
  if (name === undefined || name === null || name === '') throw invalid('the function declaration has no name');
  if (typeof name !== 'string') throw invalid(`the name must be a text, not ${shortJson(name, 40)}`);
  if (description !== undefined && description !== null && typeof description !== 'string')
    throw invalid(`the description of '${name}' must be a text, not ${shortJson(description, 40)}`);
  return { ...source, name, description: description ?? undefined };
}

/** One of both; JSON Schema is taken as it is. */
function schemaOf(name: string, json: unknown, openApi: unknown): JsonSchema | undefined {
  const schema = json ?? openApi ?? undefined;
  if (schema === undefined) return undefined;
  if (!isFields(schema)) throw invalid(`a schema of '${name}' must be an object, not ${shortJson(schema, 40)}`);
  try {
    const copy = copyWithinBounds(schema);
    return json === undefined || json === null ? fromOpenApi(copy) : copy;
  } catch (cause) {
    throw new ToolError('UNSUPPORTED_SCHEMA', `A schema of '${name}': ${(cause as Error).message}.`, { toolName: name, cause });
  }
}

const invalid = (reason: string): ToolError => new ToolError('INVALID_DEFINITION', `googleAdk.fromTool: ${reason}.`);

/** Outside of an agent there is as much of a context as a call has. */
function runner(tool: AdkToolLike): NonNullable<ToolInit['handler']> {
  return async (args, { callId, signal }) => {
    const toolContext: AdkContext = { ...(callId !== undefined && { functionCallId: callId }), abortSignal: signal };
    return tool.runAsync({ args, toolContext });
  };
}
