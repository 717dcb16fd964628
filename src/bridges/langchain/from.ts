/** The other way round: a tool of ours out of a tool of LangChain. */
import { ToolError } from '../../errors.js';
import { Tool } from '../../runtime/tool.js';
import { isFields } from '../calling/shapes.js';
import { loadSchemas } from './load.js';

/** As much of a structured tool as is needed, made by `tool()` or of a class of one's own. */
export interface LangChainToolLike {
  readonly name: string;
  readonly description?: string;
  /** Of zod (3 or 4), or JSON Schema. */
  readonly schema: unknown;
  invoke(args: never, config?: { signal?: AbortSignal }): Promise<unknown>;
}

/**
 * A tool that runs the other; what that gives is given unchanged.
 * Arguments are checked against its schema as JSON Schema, by us; LangChain checks again where it would.
 * @throws ToolError INVALID_DEFINITION for what is no tool of LangChain
 */
export async function fromTool(tool: LangChainToolLike): Promise<Tool> {
  const given: unknown = tool;
  if (!isFields(given) || typeof given['name'] !== 'string' || typeof given['invoke'] !== 'function' || !isFields(given['schema']))
    throw new ToolError('INVALID_DEFINITION', 'langchain.fromTool: a tool of LangChain has a name, a schema and invoke().');
  const { toJsonSchema } = await loadSchemas();
  const { name, description, schema } = tool;
  return new Tool({
    name,
    imported: true,
    ...(description !== undefined && description !== '' && { description }),
    // As the caller writes it: a default makes what has one optional. A copy, as zod's answer says that it is one of zod's.
    inputSchema: { ...toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], { io: 'input' }) },
    handler: async (args, { signal }) => {
      try {
        return await tool.invoke(args as never, { signal });
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new ToolError('EXECUTION_FAILED', `Failed to call LangChain tool ${name}: ${message}`, { toolName: name, cause });
      }
    },
  });
}
