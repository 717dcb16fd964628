/** From the text of arguments to a value: JSON, and with repair on, what can only be meant as that JSON. */
import { nestsDeeper } from '../../schema/repair/text/depth.js';
import { readLenient, type TextProblem } from '../../schema/repair/text/lenient.js';
import { parseExactly } from '../../schema/repair/text/numbers.js';
import { kindOf } from '../../schema/words.js';
import type { Repair, RepairKind } from '../../types.js';
import type { Limits } from '../limits.js';

/** What the text holds, or what is wrong with it. A message never quotes the text. */
export type TextResult = { value: unknown; hasBigints: boolean; repairs: Repair[]; message?: undefined } | { message: string };

/** Texts inside texts that are read, at most. */
const mostEncodings = 2;

/**
 * @param isRepairing whether blank text and null, a fence around the text, JSON in a JSON string and lenient JSON are taken
 */
export function readText(text: string, limits: Limits, isRepairing: boolean): TextResult {
  if (Buffer.byteLength(text) > limits.argumentBytes)
    return { message: `the arguments are larger than ${limits.argumentBytes} bytes; send less` };
  if (nestsDeeper(text, limits.argumentDepth)) return { message: `the arguments are nested deeper than ${limits.argumentDepth} levels` };
  if (text.trim() === '') return readBlank(text, isRepairing);
  return isRepairing ? new RepairingReader(text, limits).read() : readStrict(text);
}

function readBlank(text: string, isRepairing: boolean): TextResult {
  if (!isRepairing) return { message: 'the text of the arguments is empty; send {} for no arguments' };
  return { value: {}, hasBigints: false, repairs: [repairOf('empty-text', text, 'object')] };
}

function readStrict(text: string): TextResult {
  const parsed = parse(text);
  if (parsed) return { ...parsed, repairs: [] };
  const { problem, departsAt } = readLenient(text);
  return { message: describe(problem ?? { kind: 'malformed', at: departsAt }, text) };
}

/** Takes one layer off the text after the other, each at most as often as a model means it. */
class RepairingReader {
  readonly #repairs: Repair[] = [];
  #text: string;

  constructor(
    readonly whole: string,
    readonly limits: Limits,
  ) {
    this.#text = whole;
  }

  read(): TextResult {
    let encodings = 0;
    for (;;) {
      const parsed = parse(this.#text) ?? this.#withoutFence() ?? this.#lenient();
      if ('message' in parsed) return parsed;
      const { value } = parsed;
      // Some send null where there are no arguments.
      if (value === null)
        return { value: {}, hasBigints: false, repairs: [...this.#repairs, repairOf('empty-text', this.#text, 'object')] };
      if (typeof value !== 'string' || encodings === mostEncodings) return { ...parsed, repairs: this.#repairs };
      // Only an object is worth a second reading: other text is told of as it stands.
      if (!/^\s*["{]/.test(value)) return { ...parsed, repairs: [] };
      if (nestsDeeper(value, this.limits.argumentDepth))
        return { message: `the arguments are nested deeper than ${this.limits.argumentDepth} levels` };
      encodings += 1;
      this.#repairs.push(repairOf('json', this.#text, 'text'));
      this.#text = value;
    }
  }

  #withoutFence(): Parsed | undefined {
    const inside = this.#repairs.length === 0 ? insideFence(this.#text) : undefined;
    if (inside === undefined) return undefined;
    this.#repairs.push(repairOf('fence', this.#text, 'text'));
    this.#text = inside;
    return parse(inside);
  }

  #lenient(): Parsed | { message: string } {
    const reading = readLenient(this.#text);
    const parsed = reading.problem ? undefined : parse(reading.text);
    if (!parsed) return { message: describe(reading.problem ?? { kind: 'malformed', at: reading.departsAt }, this.#text) };
    this.#repairs.push(repairOf('lenient-json', this.#text, kindOf(parsed.value)));
    return parsed;
  }
}

interface Parsed {
  value: unknown;
  hasBigints: boolean;
}

function parse(text: string): Parsed | undefined {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** An opening fence with the word or the line after it, whatever that says. */
const openingFence = /^\s*(`{3,}|~{3,})(?:[^\n{["']*\n|\w*[^\S\n]*(?=[{["']))?/;

/** What one fence holds, when it stands around the whole text. */
function insideFence(text: string): string | undefined {
  const [opening, fence] = openingFence.exec(text) ?? [];
  const body = text.trimEnd().slice(opening?.length);
  return fence !== undefined && body.endsWith(fence) ? body.slice(0, -fence.length) : undefined;
}

/** No schema says yet which of it is secret, so nothing of the text is shown. */
function repairOf(kind: RepairKind, before: string, after: string): Repair {
  return { path: [], kind, before: `text of ${before.length} characters`, after };
}

type Wording = (at: number, text: string) => string;

/** One entry a problem; positions are counted from 1, as people do. */
const wordings: Record<TextProblem['kind'], Wording> = {
  truncated: (_at, text) => `the JSON text of the arguments is truncated at ${text.length} characters; send it again, complete, or shorter`,
  'second-value': (at) => `the arguments hold more than one JSON value: a second begins at character ${at + 1}; send one JSON object`,
  'text-before': () => 'the arguments are not JSON; send one JSON object, such as {"name": "value"}, and nothing else',
  'text-after': (at) => `something follows the JSON of the arguments, at character ${at + 1}; send one JSON object and nothing else`,
  malformed: (at) =>
    `the arguments are not valid JSON (near character ${at + 1}); send one JSON object with double-quoted keys and strings`,
};

function describe(problem: TextProblem, text: string): string {
  if (text.trim() === '[object Object]')
    return 'the arguments are the text [object Object], which an object becomes when it is not encoded as JSON; send one JSON object';
  const { kind, at } = behindFence(text) ?? problem;
  return wordings[kind](at, text);
}

/** Within a fence, the trouble with the JSON counts; when that is whole, it is the fence that was never closed. */
function behindFence(text: string): TextProblem | undefined {
  const offset = openingFence.exec(text)?.[0].length;
  if (offset === undefined) return undefined;
  const { kind, at } = readLenient(text.slice(offset)).problem ?? { kind: 'truncated', at: text.length };
  return { kind, at: at + offset };
}
