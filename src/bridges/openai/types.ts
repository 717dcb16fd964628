/** The SDK's types that this bridge reads and makes. */
import type {
  ChatCompletion,
  ChatCompletionAssistantMessageParam,
  ChatCompletionChunk,
  ChatCompletionMessageParam,
  ChatCompletionTool,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions/completions.js';

/** The types of the official SDK. */
export interface OpenAIChatTypes {
  tool: ChatCompletionTool;
  choice: { tool_choice?: ChatCompletionToolChoiceOption; parallel_tool_calls?: boolean };
  response: ChatCompletion;
  chunk: ChatCompletionChunk;
  message: ChatCompletionMessageParam;
  assistant: ChatCompletionAssistantMessageParam;
}
