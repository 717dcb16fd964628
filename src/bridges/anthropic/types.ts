/** The SDK's types that this bridge reads and makes. */
import type Anthropic from '@anthropic-ai/sdk';

export interface AnthropicTypes {
  tool: Anthropic.ToolUnion;
  choice: { tool_choice?: Anthropic.ToolChoice };
  response: Pick<Anthropic.Message, 'content'> & Partial<Pick<Anthropic.Message, 'usage' | 'stop_reason'>>;
  chunk: Anthropic.RawMessageStreamEvent;
  message: Anthropic.MessageParam;
  assistant: Anthropic.MessageParam;
}
