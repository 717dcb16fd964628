/** The SDK's types that this bridge reads and makes. */
import type { Content, GenerateContentResponse, Tool, ToolConfig } from '@google/genai';

export interface GeminiTypes {
  tool: Tool;
  /** For the `config` of a request. */
  choice: { toolConfig?: ToolConfig };
  response: Pick<GenerateContentResponse, 'candidates' | 'usageMetadata' | 'promptFeedback'>;
  chunk: Pick<GenerateContentResponse, 'candidates' | 'usageMetadata' | 'promptFeedback'>;
  message: Content;
  assistant: Content;
}
