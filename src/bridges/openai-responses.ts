/** `toolmark/openai-responses`: the Responses API of OpenAI, typed with `openai`. */
export { openaiResponses } from './openai-responses/bridge.js';
export { openaiResponsesDriver } from './openai-responses/driver.js';
export type { OpenAIResponsesTypes } from './openai-responses/types.js';
