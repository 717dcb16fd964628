/** `toolmark/bedrock`: tools for Bedrock's Converse, typed with `@aws-sdk/client-bedrock-runtime`. */
export { bedrock } from './bedrock/bridge.js';
export { type BedrockClient, bedrockDriver } from './bedrock/driver.js';
export type { BedrockTypes } from './bedrock/types.js';
