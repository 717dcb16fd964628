/** The calls that a model asked for, in no provider's dialect. */
import { defaultLimits } from '../../runtime/limits.js';
import { nestsDeeper } from '../../schema/repair/text/depth.js';
import { parseExactly } from '../../schema/repair/text/numbers.js';
import { readText } from '../../runtime/arguments/text.js';
import type { JsonSchema, Repair, ToolCall } from '../../types.js';
import { ToolCallResults } from './results.js';
import { idOf, isFields, rawCallsIn, type RawCall } from './shapes.js';

export type { RawCall } from './shapes.js';

/** One call. `args` is an object; or the text as the model wrote it, where no object can be read from it exactly. */
export interface ParsedCall extends ToolCall {
  args: object | string;
  /** Why the arguments are no object. The registry refuses such a call, in words for the model. */
  problem?: string;
  /** What came in place of an object, where it is no text. */
  raw?: unknown;
  /** The model wrote one plain text, as for a custom tool of OpenAI: `args` has it as its one value. */
  isText?: true;
  /** Why there is nothing to run, in words for the model. */
  refusal?: string;
  /** What was mended in the text of the arguments; not enumerable. */
  readonly repairs?: readonly Repair[];
}

/** Keeps `ToolCalls.from` apart from `Array.from`. */
const ListOfCalls = Array as unknown as new () => ParsedCall[];

/**
 * The calls of one turn, in order: an array. May carry their results.
 * The text that JSON.stringify gives can be read again by `ToolCalls.from`.
 */
export class ToolCalls extends ListOfCalls {
  /** The results of these calls, where a history carries both. */
  readonly results?: ToolCallResults;

  /** Use `ToolCalls.from` for what comes from a model. */
  constructor(calls?: Iterable<ParsedCall>, results?: ToolCallResults) {
    super();
    if (calls) for (const call of calls) this.push(call);
    if (results) this.results = results;
  }

  /** What `map` and the like make is an ordinary array. */
  static get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /**
   * Reads one call, a list, or an object that carries calls, in the shape of any API.
   * @throws ToolError INVALID_ARGUMENTS for what is no call
   */
  static from(value: unknown): ToolCalls {
    if (value instanceof ToolCalls) return value;
    const calls = rawCallsIn(value).map(parsedCall);
    // The list may be of the other copy of this package.
    const carried = isFields(value) ? (value['tool_call_results'] ?? value['toolCallResults']) : (value as { results?: unknown }).results;
    if (carried === undefined || carried === null) return new ToolCalls(withoutRepeatedIds(calls));
    const results = ToolCallResults.from(carried);
    return new ToolCalls(withIdsOf(results, calls), results);
  }

  /** Reads a list of `{ name, args }`. @throws ToolError INVALID_ARGUMENTS */
  static fromList(calls: readonly object[]): ToolCalls {
    return ToolCalls.from([...calls]);
  }

  /** Makes calls of what a bridge found: their arguments are text or an object, or missing. */
  static fromRaw(calls: Iterable<RawCall>): ToolCalls {
    const parsed = new ToolCalls();
    for (const call of calls) parsed.push(parsedCall(call));
    return withoutRepeatedIds(parsed);
  }

  /** What a prompt says of the form that calls are to have. */
  static description(): string {
    return (
      'Tool calls must be a JSON object like {"tool_calls": [{"name": "TOOL_NAME", "args": {"ARGUMENT": "VALUE"}}]}: ' +
      'each call has the name of a tool and an object with its arguments.'
    );
  }

  /** The schema of that form. */
  static get jsonSchema(): JsonSchema {
    return structuredClone(callsSchema);
  }

  /** The same calls with their results. */
  withResults(results: ToolCallResults): ToolCalls {
    return new ToolCalls(this, results);
  }

  /** Calls without an id get `call_{turn}_{index}`; both count from 0. */
  withIds(turn = 0): ToolCalls {
    return new ToolCalls(
      Array.from(this, (call, index) => (call.id === undefined ? copyOf(call, { id: callIdFor(turn, index) }) : call)),
      this.results,
    );
  }

  /** The calls with other names or arguments; the same where `change` gives nothing. */
  changed(change: (call: ParsedCall) => Partial<Pick<ParsedCall, 'id' | 'name' | 'args'>> | undefined): ToolCalls {
    let changed: ParsedCall[] | undefined;
    for (let index = 0; index < this.length; index += 1) {
      const call = this[index] as ParsedCall;
      const changes = change(call);
      if (changes) (changed ??= Array.from(this))[index] = copyOf(call, changes);
    }
    return changed ? new ToolCalls(changed, this.results) : this;
  }

  /** As a model reads them in a prompt: neither ids nor results. */
  format(): { tool_calls: { name: string; args: object | string }[] } {
    return { tool_calls: Array.from(this, ({ name, args }) => ({ name, args })) };
  }

  /** With results, the ids stand with those; without, with the calls. */
  toJSON(): object {
    const calls = Array.from(this, ({ id, name, args, raw, isText }) => ({
      ...(id !== undefined && !this.results && { id }),
      ...(isText && { type: 'custom' }),
      name,
      args: raw ?? args,
    }));
    return { tool_calls: calls, ...(this.results && { tool_call_results: this.results.toJSON() }) };
  }
}

const callsSchema: JsonSchema = {
  type: 'object',
  properties: {
    tool_calls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, args: { type: 'object', additionalProperties: true } },
        required: ['name', 'args'],
      },
    },
  },
  required: ['tool_calls'],
};

/** The id of a call that came without one. */
export function callIdFor(turn: number, index: number): string {
  return `call_${turn}_${index}`;
}

/** The turn for which an id was made here, as far as can be told; undefined for one that came from elsewhere. */
export function madeIdTurn(id: string): number | undefined {
  const [, turn] = id.length < 32 ? (/^call_(\d+)_\d+$/.exec(id) ?? []) : [];
  return turn === undefined ? undefined : Number(turn);
}

export const isMadeId = (id: string): boolean => madeIdTurn(id) !== undefined;

function copyOf(call: ParsedCall, changes: Partial<ParsedCall>): ParsedCall {
  return withRepairs({ ...call, ...changes }, call.repairs);
}

function withRepairs(call: ParsedCall, repairs: readonly Repair[] | undefined): ParsedCall {
  return repairs && repairs.length > 0 ? Object.defineProperty(call, 'repairs', { value: repairs }) : call;
}

/** Results of a stored history say which ids the calls had. */
function withIdsOf(results: ToolCallResults, calls: ParsedCall[]): ParsedCall[] {
  const fit = results.length === calls.length && calls.every(({ name }, index) => results[index]?.name === name);
  if (!fit) return calls;
  return calls.map((call, index) => (call.id === undefined ? copyOf(call, idOf(results[index]?.callId)) : call));
}

/**
 * Some servers give all calls of an answer one id: a result could not be told from the next, so only the first keeps it. Where ids will
 * be made, none is kept that looks like one of those: it might be made again.
 */
function withoutRepeatedIds<C extends ParsedCall[]>(calls: C): C {
  if (calls.length < 2) return calls;
  const seen = new Set<string>();
  for (const call of calls) {
    if (call.id === undefined) continue;
    if (seen.has(call.id)) delete call.id;
    else seen.add(call.id);
  }
  if (seen.size < calls.length) for (const call of calls) if (isMadeId(call.id ?? '')) delete call.id;
  return calls;
}

/** For a call that does not say of which tool. */
const noName = 'tool_calls';
const isName = (name: unknown): boolean => typeof name === 'string' && name !== '';

/** Reads the arguments. Only text that means one object, exactly, becomes it. */
export function parsedCall(raw: RawCall): ParsedCall {
  return isName(raw.name)
    ? namedCall(raw)
    : namedCall({ ...raw, name: noName, refusal: 'The call has no name of a tool: nothing was run.' });
}

function namedCall({ id, name, args, isText, refusal }: RawCall): ParsedCall {
  const refused = refusal !== undefined && { refusal };
  if (isText) return { ...idOf(id), name, args: isFields(args) ? args : { [textKey]: textOf(args) }, isText, ...refused };
  if (refused) return { ...idOf(id), name, args: textOf(args), ...refused };
  const plain = typeof args === 'string' ? plainObject(args) : (args ?? {});
  if (typeof plain === 'object' && !Array.isArray(plain))
    return typeof id === 'string' && id !== '' ? { id, name, args: plain } : { ...idOf(id), name, args: plain };
  const call = { ...idOf(id), name };
  if (typeof args !== 'string') return { ...call, args: {}, raw: args, problem: notAnObject };
  const read = readText(args, defaultLimits, true);
  if (read.message !== undefined) return { ...call, args, problem: read.message };
  // Integers that a number would round are read by the registry, which knows what is wanted.
  if (read.hasBigints) return { ...call, args };
  if (!isFields(read.value)) return { ...call, args: {}, raw: args, problem: notAnObject };
  return withRepairs({ ...call, args: read.value }, args === '' ? undefined : read.repairs);
}

/** Nearly all arguments are short JSON of one object, which takes no reader. */
function plainObject(text: string): object | undefined {
  if (text.length > 4096 || nestsDeeper(text, defaultLimits.argumentDepth)) return undefined;
  try {
    const { value, hasBigints } = parseExactly(text);
    return !hasBigints && isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (args: unknown): string => (typeof args === 'string' ? args : (JSON.stringify(args) ?? ''));

/** What a text is called until it is known how its tool calls it. */
const textKey = 'input';

const notAnObject = 'the arguments must be one JSON object';
