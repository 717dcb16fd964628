/** `toolmark/google-adk`: tools for agents of Google's ADK, and out of its declarations. The ADK is loaded when tools are made, or given by the caller. */
import type { FunctionDeclaration } from '@google/genai';
import { withMethods } from '../runtime/option-table.js';
import type { ToolResult } from '../types.js';
import { facts } from './calling/facts.js';
import { failureOf, type NativeSource, type NativeTool, type NativeToolOptions, nativeTools, textAlone } from './calling/native-tools.js';
import { jsonOutput } from './calling/output.js';
import { fromTool } from './google-adk/from.js';
import { loadAdk } from './google-adk/load.js';
import type { AdkContext, AdkModule, AdkRequest, AdkTool } from './google-adk/types.js';

export type { AdkToolLike } from './google-adk/from.js';
export type { AdkContext, AdkModule, AdkRequest, AdkTool } from './google-adk/types.js';

/** How tools are made for the ADK. `extra` gives further fields of a function declaration. */
export interface GoogleAdkOptions extends Omit<NativeToolOptions<AdkContext>, 'media' | 'strict' | 'examples'> {
  /** The module `@google/adk`, where there are several or none can be loaded. */
  adk?: AdkModule | undefined;
}

/** A tool as the agent's types want it: with the module given it is an instance of that module's `BaseTool`. */
export type AdkToolOf<M extends AdkModule> = InstanceType<M['BaseTool']>;

/** Google's ADK. */
export const googleAdk = { provider: 'google-adk' as const, limits: facts['google-adk'], toTools, fromTool };

/**
 * Tools for an `LlmAgent`. A failure is thrown, as the ADK wants it: the model reads `{ error }`.
 * @throws ToolError DUPLICATE_TOOL, or INVALID_DEFINITION for an option that cannot be, or where the ADK is not installed
 */
async function toTools<M extends AdkModule>(source: NativeSource, options: GoogleAdkOptions & { adk: M }): Promise<AdkToolOf<M>[]>;
async function toTools(source: NativeSource, options?: GoogleAdkOptions): Promise<AdkTool[]>;
async function toTools(source: NativeSource, options: GoogleAdkOptions = {}): Promise<AdkTool[]> {
  const tools = nativeTools(source, 'google-adk', { ...options, media: false }, { adk: withMethods('the module @google/adk', 'BaseTool') });
  const RegistryTool = toolClass(options.adk ?? (await loadAdk()));
  return tools.map((tool) => new RegistryTool(tool));
}

/** One class for each module: a BaseTool of another copy of the ADK would be told apart by its agents. */
const classes = new WeakMap<object, ToolClass>();
type ToolClass = new (native: NativeTool<AdkContext>) => AdkTool;

function toolClass(adk: AdkModule): ToolClass {
  const known = classes.get(adk) ?? makeClass(adk.BaseTool as unknown as new (parameters: object) => AdkTool);
  classes.set(adk, known);
  return known;
}

function makeClass(BaseTool: new (parameters: object) => AdkTool): ToolClass {
  return class RegistryTool extends BaseTool {
    readonly #native: NativeTool<AdkContext>;

    constructor(native: NativeTool<AdkContext>) {
      super({ name: native.declaration.name, description: native.description });
      this.#native = native;
    }

    override _getDeclaration(): FunctionDeclaration {
      const { extra, description, declaration } = this.#native;
      return { ...extra, name: declaration.name, description, parametersJsonSchema: declaration.parameters };
    }

    override async runAsync({ args, toolContext }: AdkRequest): Promise<unknown> {
      const { functionCallId: callId, abortSignal: signal } = toolContext;
      return response(await this.#native.run({ args, callId, signal, native: toolContext }), this.#native);
    }
  };
}

/** The ADK puts what is no object into one. Bytes have no place there and are told of in words. */
function response(result: ToolResult, native: NativeTool<AdkContext>): unknown {
  if (result.isError) throw failureOf(result);
  return jsonOutput(result, textAlone(native.parts(result)) ?? '');
}
