/** JSON text where an object or an array is wanted. */
import { nestsDeeper } from './text/depth.js';
import { readLenient } from './text/lenient.js';
import { bigintsIn, parseExactly, withNumbers } from './text/numbers.js';

/** Levels of nesting that such text may have. */
const deepest = 64;
/** JSON strings that hold JSON text again, at most. */
const mostEncodings = 2;

/** Text that opens a bracket, or a string that does. */
export const looksLikeJson = (value: unknown): boolean => typeof value === 'string' && /^\s*["'“‘]?\s*[[{]/.test(value);

/** The object or array that a text is the JSON of; read strictly, then leniently. Undefined for text of anything else, and where a number would be rounded. */
export function jsonIn(text: string): { value: unknown } | undefined {
  let inner = text;
  for (let encodings = 0; encodings < mostEncodings; encodings += 1) {
    if (!/^\s*["[{]/.test(inner)) return undefined;
    const parsed = parse(inner);
    if (!parsed) return undefined;
    const value = parsed.hasBigints ? withNumbers(parsed.value) : parsed.value;
    if (typeof value === 'object' && value !== null) return parsed.hasBigints && bigintsIn(value).length > 0 ? undefined : { value };
    if (typeof value !== 'string') return undefined;
    inner = value;
  }
  return undefined;
}

function parse(text: string): ReturnType<typeof parseExactly> | undefined {
  const strict = strictly(text);
  if (strict) return strict;
  const reading = readLenient(text);
  return reading.problem ? undefined : strictly(reading.text);
}

function strictly(text: string): ReturnType<typeof parseExactly> | undefined {
  if (nestsDeeper(text, deepest)) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}
