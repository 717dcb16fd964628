export { complete } from './complete.js';
export { form } from './form.js';
export { context, param, payload } from './param.js';
export { prompt } from './prompt.js';
export { resource } from './resource.js';
export { tool } from './tool.js';
export { toolset } from './toolset.js';
