export { context, param, payload } from './param.js';
export { tool } from './tool.js';
export { toolset } from './toolset.js';
