/**
 * Calls in what a model wrote. Spelling and forgotten brackets are mended; a call that was cut off is handed on as text,
 * which the registry refuses: it never runs with what happened to be there.
 */
import { isFields, type RawCall } from '../calling/shapes.js';
import { sectionsOf, tagged, tags } from './sections.js';
import { callsOf, cutCalls, type FoundValue, parsed, unreadable, valueAt } from './values.js';

/** What a reply says. */
export interface RawReply {
  calls: RawCall[];
  /** What stands beside the calls. */
  text: string;
  /** Further parts by name, as text. */
  fields: Record<string, string>;
}

/** One entry a way of writing calls; the first that finds its own has read the reply. */
const readers: readonly ((reply: string) => RawReply | undefined)[] = [bySections, byTags('tool_calls'), byTags('tool_call'), inProse];

/** Reads a reply in any of the forms. */
export function readCalls(reply: string): RawReply {
  for (const read of readers) {
    const found = read(reply);
    if (found) return found;
  }
  const value = /^\s*\{/.test(reply) ? parsed(reply) : undefined;
  return { calls: [], text: reply, fields: isFields(value) ? fieldsOf(value) : Object.fromEntries(tags(reply)) };
}

/** What the model said beside its calls; all of it where there are none. */
export function textOf(reply: string): string {
  const { calls, text } = readCalls(reply);
  return calls.length > 0 ? text : reply;
}

function bySections(reply: string): RawReply | undefined {
  const sections = sectionsOf(reply);
  if (!sections) return undefined;
  const fields = Object.fromEntries(sections.parts);
  const { tool_calls: body = '' } = fields;
  delete fields['tool_calls'];
  return { calls: markedCalls(body), text: sections.before, fields };
}

/** `tool_call`, one call each, is what several families of open models were trained to write. */
function byTags(name: string): (reply: string) => RawReply | undefined {
  return (reply) => {
    const found = tagged(reply, name);
    return found && { calls: found.bodies.flatMap(markedCalls), text: found.rest, fields: Object.fromEntries(tags(found.rest)) };
  };
}

/** Where a reply says that these are calls, what cannot be read is one too: the model must hear of it. */
function markedCalls(body: string): RawCall[] {
  const calls: RawCall[] = [];
  for (let from = body.search(/[{[]/); from >= 0; from = nextBracket(body, from)) {
    const found = valueAt(body, from);
    if (!found) return [...calls, unreadable(body.slice(from))];
    const text = body.slice(from, found.end);
    calls.push(...(found.isCut ? cutCalls(text) : (callsOf(found.value) ?? [unreadable(text)])));
    from = found.end;
  }
  const isNothing = calls.length > 0 || /^[`\s]*(?:none|null|n\/a|no tool calls?)?[`.\s]*$/i.test(body);
  return isNothing ? calls : [unreadable(body)];
}

function nextBracket(text: string, from: number): number {
  const next = text.slice(from).search(/[{[]/);
  return next < 0 ? -1 : from + next;
}

/** Places that are looked at, at most. */
const mostPlaces = 50;
const beginsCall = /\[\s*\{\s*["'“](?:name|function|type|id)["'”]|\{\s*["'“]\w+["'”]\s*:/g;

/** Bare calls, or in fences: only what surely is meant as calls. */
function inProse(reply: string): RawReply | undefined {
  const calls: RawCall[] = [];
  const fields: Record<string, string> = {};
  let [text, from] = ['', 0];
  for (const match of [...reply.matchAll(beginsCall)].slice(0, mostPlaces)) {
    if (match.index < from) continue;
    const found = valueAt(reply, match.index);
    if (!found) continue;
    const made = callsIn(found, reply.slice(match.index, found.end));
    if (made) {
      calls.push(...made);
      Object.assign(fields, isFields(found.value) && 'tool_calls' in found.value ? fieldsOf(found.value) : {});
      text += reply.slice(from, match.index);
    } else text += reply.slice(from, found.end);
    from = found.end;
  }
  return calls.length === 0 ? undefined : { calls, fields, text: withoutFences(text + reply.slice(from)) };
}

/** What is left of fences around calls. */
const withoutFences = (text: string): string =>
  text
    .replace(/```\w*\s*```/g, '')
    .replace(/```\w*\s*$/, '')
    .trim();

/** A text that is cut off, or cannot be read, is taken for calls only where it says so. */
function callsIn({ value, isCut }: FoundValue, text: string): RawCall[] | undefined {
  if (value !== undefined) return isMeant(value) ? (callsOf(value) ?? [unreadable(text)]) : undefined;
  const isCall = /^[[{\s]*["'](?:tool_calls["']|name["']\s*:[^]*["'](?:args|arguments|parameters)["']\s*:)/.test(text);
  if (!isCall) return undefined;
  return isCut ? cutCalls(text) : [unreadable(text)];
}

const callKeys = new Set(['name', 'args', 'arguments', 'parameters', 'id', 'type', 'function', 'call_id']);

/** Not everything with a name is a call. */
function isMeant(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((one) => isFields(one) && isMeant(one));
  if (!isFields(value)) return false;
  const { tool_calls: calls } = value;
  if (Array.isArray(calls) || isFields(calls) || (typeof calls === 'string' && calls !== '')) return true;
  const hasArguments = ['args', 'arguments', 'parameters'].some((key) => value[key] !== undefined) || isFields(value['function']);
  return hasArguments && Object.keys(value).every((key) => callKeys.has(key));
}

function fieldsOf(value: Record<string, unknown>): Record<string, string> {
  const others = Object.entries(value).filter(([key, field]) => key !== 'tool_calls' && field !== undefined && field !== null);
  return Object.fromEntries(others.map(([key, field]) => [key, typeof field === 'string' ? field : JSON.stringify(field)]));
}
