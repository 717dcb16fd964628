/** The SDK's types that this bridge reads and makes. */
import type { ConverseResponse, ConverseStreamOutput, Message, Tool, ToolChoice, ToolInputSchema } from '@aws-sdk/client-bedrock-runtime';

export interface BedrockTypes {
  tool: Tool;
  /** For the `toolConfig` of a request. Converse has no choice of none: empty then, and the tools must be left out. */
  choice: { toolChoice?: ToolChoice };
  response: Partial<Pick<ConverseResponse, 'output' | 'usage' | 'stopReason'>>;
  chunk: ConverseStreamOutput;
  message: Message;
  assistant: Message;
}

/** Any JSON, in the SDK's word. */
export type Json = ToolInputSchema.JsonMember['json'];
