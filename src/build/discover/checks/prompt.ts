/** Whether a prompt's parameters can be texts, as its arguments are on the wire. */
import type { Check } from '../marked.js';
import { isTextLike } from '../text-like.js';
import { checkGives, checkNoRest } from './results.js';

export const checkPrompt: Check = (method, _mark, context) => {
  checkGives(method, 'prompt', context);
  checkNoRest(method, 'prompt', context);
  for (const { name, schema, node } of method.arguments) {
    if (schema && !isTextLike(schema, context.$defs))
      context.report('TM1043', node, name, `the prompt ${method.owner}`, "a text, as a prompt's argument is");
  }
};
