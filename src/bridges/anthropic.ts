/** `toolmark/anthropic`: tools for Anthropic's Messages API, typed with `@anthropic-ai/sdk`. */
export { type AnthropicClient, anthropicDriver } from './anthropic/driver.js';
export { anthropic } from './anthropic/bridge.js';
export { mcpBeta } from './anthropic/mcp.js';
export type { AnthropicTypes } from './anthropic/types.js';
