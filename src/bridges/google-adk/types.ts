/** As much of the ADK (2.0) as is used here. Its package is too large to be built against. */
import type { FunctionDeclaration } from '@google/genai';

/** A call's context: `Context` of the ADK. */
export interface AdkContext {
  readonly functionCallId?: string;
  readonly abortSignal?: AbortSignal;
  /** The session's state, for example. */
  readonly state?: unknown;
}

/** What `runAsync` gets. */
export interface AdkRequest<C extends AdkContext = AdkContext> {
  args: Record<string, unknown>;
  toolContext: C;
}

/** `BaseTool` of the ADK. */
export interface AdkTool {
  readonly name: string;
  readonly description: string;
  readonly isLongRunning: boolean;
  _getDeclaration(): FunctionDeclaration | undefined;
  runAsync(request: AdkRequest): Promise<unknown>;
  processLlmRequest(request: object): Promise<void>;
}

/** The module `@google/adk`, whose `BaseTool` is abstract in its types only. */
export interface AdkModule {
  // eslint-disable-next-line typescript/no-explicit-any -- the ADK's own class is passed in: its constructor and methods name types that are not here
  BaseTool: abstract new (parameters: any) => any;
}
