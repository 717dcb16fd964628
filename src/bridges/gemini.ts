/** `toolmark/gemini`: tools for Gemini's generateContent, typed with `@google/genai`. */
export { gemini } from './gemini/bridge.js';
export { type CallableOptions, type CallableSource, toCallableTool } from './gemini/callable.js';
export { type GeminiClient, geminiDriver } from './gemini/driver.js';
export type { GeminiTypes } from './gemini/types.js';
