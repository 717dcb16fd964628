/** Calls out of one JSON value as a model spells it, whole or cut off. */
import { defaultLimits } from '../../runtime/limits.js';
import { nestsDeeper } from '../../schema/repair/text/depth.js';
import { readLenient } from '../../schema/repair/text/lenient.js';
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
  return tryParse(text) ?? tryParse((readLenient(text) as { text?: string }).text ?? '');
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
const nameOf = (text: string): string => nameIn.exec(text)?.[1] ?? 'tool_calls';

/** Its text is no whole JSON, so it is refused in words for the model. */
const cutOff = (text: string): RawCall => ({ name: nameOf(text), args: text === '' ? '{' : text });

/** What says that it is a call, but is none. No list of arguments is ever run. */
export const unreadable = (text: string): RawCall => ({ name: nameOf(text), args: [text] });
