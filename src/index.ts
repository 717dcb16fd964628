export * from './decorators/index.js';
export { errorCodes, ToolError, type ToolErrorCode, type ToolErrorInit } from './errors.js';
export type * from './types.js';
