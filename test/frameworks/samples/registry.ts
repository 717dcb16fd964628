/** The tools of these samples: those of the atlas. */
export { question, registry } from '../../../samples/providers/registry.js';
