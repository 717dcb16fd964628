/** Looks that tell of nearly every result that nothing need be cut, and cost next to nothing. */
import type { ContentBlock, JsonValue } from '../../../types.js';

/** Whether neither the texts together nor that of a resource are longer. */
export function textsWithin(content: readonly ContentBlock[], most: number): boolean {
  let total = 0;
  for (const block of content) {
    if (block.type === 'text') total += block.text.length;
    else if (block.type === 'resource' && block.resource.text !== undefined && block.resource.text.length > most) return false;
  }
  return total <= most;
}

/** Whether the JSON of a value surely has at most so many characters. False where only writing it would tell. */
export const jsonWithin = (value: JsonValue, most: number): boolean => charactersLeft(value, most, mostDepth) >= 0;

const mostDepth = 64;
/** Characters of an escaped one, and of the longest number. */
const [escaped, longest] = [6, 25];

function charactersLeft(value: JsonValue, most: number, depth: number): number {
  if (typeof value === 'string') return most - escaped * value.length - 2;
  if (typeof value !== 'object' || value === null) return most - longest;
  if (depth === 0) return -1;
  let left = most - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = charactersLeft(item, left - 1, depth - 1);
      if (left < 0) return left;
    }
    return left;
  }
  for (const key of Object.keys(value)) {
    left = charactersLeft(value[key] ?? null, left - escaped * key.length - 4, depth - 1);
    if (left < 0) return left;
  }
  return left;
}
