/** Calls out of one JSON value as a model spells it, whole or cut off. */
import { defaultLimits } from '../../runtime/limits.js';
import { nestsDeeper } from '../../schema/repair/text/depth.js';
import { readLenient } from '../../schema/repair/text/lenient.js';
import { ToolCalls } from '../calling/calls.js';
import { parsedJson } from '../calling/json-text.js';
import { isFields, rawCallsIn, type RawCall } from '../calling/shapes.js';
import { closed, extentOf } from './balance.js';

/** What begins at one place of a text. */
export interface FoundValue {
  /** Undefined where it cannot be read. */
  readonly value: unknown;
  readonly isCut: boolean;
  readonly end: number;
}

/** The value that begins at a bracket; undefined where the brackets do not match. */
export function valueAt(text: string, start: number): FoundValue | undefined {
  const extent = extentOf(text, start);
  if (!extent) return undefined;
  const isCut = extent.open.length > 0;
  return { value: isCut ? undefined : parsed(extent.text), isCut, end: extent.end };
}

/** JSON, or what can only be meant as that JSON. */
export function parsed(text: string): unknown {
  if (nestsDeeper(text, defaultLimits.argumentDepth)) return undefined;
  return parsedJson(text) ?? parsedJson((readLenient(text) as { text?: string }).text ?? '');
}

/** The calls of a value in any shape; undefined where it has another. */
export function callsOf(value: unknown): RawCall[] | undefined {
  if (value === undefined) return undefined;
  try {
    // A single call may stand in place of the list.
    return rawCallsIn(isFields(value) && isFields(value['tool_calls']) ? value['tool_calls'] : value);
  } catch {
    return undefined;
  }
}

const isWrapper = /^\{\s*["']?tool_?[cC]alls/;
const argumentNames = ['args', 'arguments', 'parameters', 'input'];

/** The calls of a text that ended too early: those that are whole, and what is there of the last. */
export function cutCalls(text: string): RawCall[] {
  const extent = extentOf(text, 0);
  if (!extent) return [unreadable(text)];
  const { open, isInString } = extent;
  const call = open.findIndex(({ bracket, at }) => bracket === '{' && !isWrapper.test(text.slice(at)));
  const begin = open[call]?.at ?? text.length;
  const before = callsOf(parsed(closedText(text.slice(0, begin)))) ?? [];
  // It broke off between two calls, or between the arguments of the last and its bracket.
  if (call < 0 && !isInString) return before;
  const last = text.slice(begin);
  const value = call === open.length - 1 && !isInString ? parsed(closedText(last)) : undefined;
  const isWhole = isFields(value) && argumentNames.some((key) => isFields(value[key]));
  return [...before, ...((isWhole ? callsOf(value) : undefined) ?? [cutOff(last)])];
}

function closedText(text: string): string {
  const extent = extentOf(text, 0);
  return extent ? closed(extent.text, extent.open) : text;
}

const nameIn = /["']?(?:name|tool_name)["']?\s*:\s*["']([^"'\s]+)["']/;
const nameOf = (text: string): string | undefined => nameIn.exec(text)?.[1];
/** For what says that it is a call, but not of which tool. */
const noName = 'tool_calls';

/** Where a tool is named, its registry refuses the text, as it is no whole JSON. */
function cutOff(text: string): RawCall {
  const name = nameOf(text);
  if (name !== undefined) return { name, args: text };
  const refusal = `The reply ended within a call, after ${text.length} characters of it. Nothing was run: send the calls again, complete, or shorter.`;
  return { name: noName, args: text, refusal };
}

/** What says that it is a call, but is none: the model is told why, and where. */
export const unreadable = (text: string): RawCall => ({
  name: nameOf(text) ?? noName,
  args: text,
  refusal: `The call could not be read, and nothing was run: ${whyUnreadable(text)}. ${ToolCalls.description()}`,
});

function whyUnreadable(text: string): string {
  if (!/[{[]/.test(text)) return 'it is no JSON';
  if (nestsDeeper(text, defaultLimits.argumentDepth)) return `it is nested deeper than ${defaultLimits.argumentDepth} levels`;
  if (parsed(text) !== undefined) return 'it is JSON, but has not the name of a tool and its arguments where they are wanted';
  const { problem, departsAt } = readLenient(text);
  return `it is no valid JSON, near character ${(problem?.at ?? departsAt) + 1} of ${text.length}`;
}
