/** `toolmark/ai-sdk`: tools for `generateText`, `streamText` and agents of the Vercel AI SDK. Nothing of the SDK is loaded. */
import type { Schema, ToolExecutionOptions, ToolSet } from 'ai';
import { flag } from '../runtime/option-table.js';
import { Tool } from '../runtime/tool.js';
import type { Issue, JsonValue, ObjectSchema, ToolResult } from '../types.js';
import { withoutStack } from '../errors.js';
import { facts } from './calling/facts.js';
import {
  failureOf,
  hasExtra,
  type NativeSource,
  type NativeTool,
  type NativeToolOptions,
  nativeTools,
  outputOf,
  textAlone,
} from './calling/native-tools.js';
import type { ResultPart } from './calling/parts.js';
import { isFields } from './calling/shapes.js';

/** How tools are made for the AI SDK. `extra` gives further fields of a tool, such as `needsApproval` or `providerOptions`. */
export interface AiSdkOptions extends NativeToolOptions<ToolExecutionOptions> {
  /** False: arguments are judged when the tool runs, and not before, when it might not be approved. */
  validate?: boolean | undefined;
}

type AiTool = ToolSet[string];
type ModelOutput = Awaited<ReturnType<NonNullable<AiTool['toModelOutput']>>>;
type ContentOutput = Extract<ModelOutput, { type: 'content' }>;

/** The Vercel AI SDK. */
export const aiSdk = {
  provider: 'ai-sdk' as const,
  limits: facts['ai-sdk'],
  /**
   * A set of tools for `generateText` and the like, each by a legal name. A failure is thrown, as the SDK wants it: the model reads its message.
   * @throws ToolError DUPLICATE_TOOL, or INVALID_DEFINITION for an option that cannot be
   */
  toTools(source: NativeSource, options: AiSdkOptions = {}): ToolSet {
    // Without a prototype: a model may call for `constructor`.
    const tools = Object.create(null) as ToolSet;
    for (const tool of nativeTools(source, 'ai-sdk', options, { validate: flag })) tools[tool.declaration.name] = aiTool(tool, options);
    return tools;
  },
};

function aiTool(native: NativeTool<ToolExecutionOptions>, { validate = true }: AiSdkOptions): AiTool {
  const { description, parameters, strict, examples, tool } = native.declaration;
  // What was accepted last: it comes next, unless the same tool is called twice at once.
  let accepted: unknown;
  const made: Record<string, unknown> = {
    inputSchema: inputSchema(parameters, (value) => {
      accepted = native.ownArguments(value);
      return validate && tool instanceof Tool ? verdict(tool, accepted) : { success: true, value: accepted };
    }),
    execute: async (args: unknown, call: ToolExecutionOptions) => {
      const areOwn = typeof args === 'object' && args !== null && args === accepted;
      const result = await native.run({ args, areOwn, callId: call.toolCallId, signal: call.abortSignal, native: call });
      if (result.isError) throw failureOf(result);
      return outputFor(result, native);
    },
    toModelOutput,
  };
  const { title } = tool;
  if (description !== undefined) made['description'] = description;
  if (title !== undefined) made['title'] = title;
  if (strict) made['strict'] = strict;
  if (examples.length > 0) made['inputExamples'] = examples.map(({ args: input }) => ({ input }));
  return (hasExtra(native) ? { ...native.extra, ...made } : made) as AiTool;
}

// ---- arguments -----------------------------------------------------------------------------------------------------

type Verdict = { success: true; value: unknown } | { success: false; error: Error };

/** What the SDK's own `jsonSchema` makes; the key is its registered symbol. Its form for Standard Schema would close every object. */
function inputSchema(schema: ObjectSchema, validate: (value: unknown) => Verdict | Promise<Verdict>): Schema {
  return { [Symbol.for('vercel.ai.schema')]: true, _type: undefined, jsonSchema: schema, validate } as unknown as Schema;
}

/** Refuses only what the call would refuse as well: what can be mended is mended there. At once, unless a rule is asynchronous. */
function verdict(tool: Tool, args: unknown): Verdict | Promise<Verdict> {
  const found = tool.faultsOf(args);
  const told = (issues: readonly Issue[] | undefined): Verdict =>
    issues ? { success: false, error: refusalOf(tool, issues) } : { success: true, value: args };
  return found instanceof Promise ? found.then(told) : told(found);
}

/** The SDK wraps it in an error of its own, which knows where it was. */
function refusalOf({ name }: Tool, issues: readonly Issue[]): Error {
  const told = issues.map(({ message, path }) => (path.length === 0 ? message : `/${path.map(String).join('/')}: ${message}`)).join('; ');
  return withoutStack(() => new Error(`Invalid arguments for tool '${name}': ${told}.`));
}

// ---- results -------------------------------------------------------------------------------------------------------

/** What the tool gave, as JSON; or the parts of content that the model is to see, in the SDK's own form for them. */
function outputFor(result: ToolResult, native: NativeTool<ToolExecutionOptions>): JsonValue | ContentOutput {
  const shown = native.parts(result);
  return textAlone(shown) === undefined ? { type: 'content', value: shown.map(contentPart) } : outputOf(result, native);
}

function contentPart(part: ResultPart): ContentOutput['value'][number] {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { data, mimeType: mediaType, name } = part;
  if (part.type === 'image') return { type: 'image-data', data, mediaType };
  return { type: 'file-data', data, mediaType, ...(name !== undefined && { filename: name }) };
}

/** Reads the output alone, which may come out of a stored conversation. */
function toModelOutput({ output }: { output: unknown }): ModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output };
  return isContent(output) ? output : { type: 'json', value: (output ?? null) as Extract<ModelOutput, { type: 'json' }>['value'] };
}

const partTypes: ReadonlySet<unknown> = new Set(['text', 'image-data', 'file-data']);

function isContent(output: unknown): output is ContentOutput {
  if (!isFields(output) || output['type'] !== 'content' || !Array.isArray(output['value'])) return false;
  const parts: unknown[] = output['value'];
  return (
    parts.some((part) => isFields(part) && part['type'] !== 'text') && parts.every((part) => isFields(part) && partTypes.has(part['type']))
  );
}
