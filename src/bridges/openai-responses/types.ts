/** The SDK's types that this bridge reads and makes. */
import type { Response, ResponseCreateParams, ResponseInputItem, ResponseStreamEvent, Tool } from 'openai/resources/responses/responses.js';

/** The types of the official SDK. What the model says is a list of items. */
export interface OpenAIResponsesTypes {
  tool: Tool;
  choice: { tool_choice?: NonNullable<ResponseCreateParams['tool_choice']>; parallel_tool_calls?: boolean };
  response: Response;
  chunk: ResponseStreamEvent;
  message: ResponseInputItem;
  assistant: ResponseInputItem[];
}
