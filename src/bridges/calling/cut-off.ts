/** Calls of answers that reached a limit: what cannot be known to be whole is not run, and the model is told. */
import { isFields, type RawCall } from './shapes.js';

/** What the model is told of a call that did not come whole. */
export const endedEarly = 'The answer ended within this call, and nothing was run; send it again, complete, or shorter.';

/** The same of a plain text. */
export const cutOffText = (text: string): string =>
  `The input was cut off after ${text.length} characters, and nothing was run; send it again, complete, or shorter.`;

/** No arguments, or none yet. */
export const isBlank = (args: unknown): boolean =>
  args === undefined ||
  args === null ||
  (typeof args === 'string' && args.trim() === '') ||
  (isFields(args) && Object.keys(args).length === 0);

/** A call at which the answer was cut off. Text of JSON tells by itself whether it is whole; nothing at all does not, nor does an object. */
export function cutOff(call: RawCall): RawCall {
  if (call.isText) return { ...call, refusal: cutOffText(String(call.args)) };
  return isBlank(call.args) || typeof call.args === 'object' ? { ...call, refusal: endedEarly } : call;
}

/** The calls of an answer that may have been cut off at its last one. */
export const lastCutOff = (calls: readonly RawCall[], isCut: boolean): RawCall[] =>
  calls.map((call, index) => (isCut && index === calls.length - 1 ? cutOff(call) : call));
