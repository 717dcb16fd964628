/**
 * Puts a streamed answer together. A bridge turns each chunk of its SDK into deltas; here they become text and calls.
 * Two calls are never glued together, whatever a provider leaves out.
 */
import { ToolError } from '../../errors.js';
import { ToolCalls } from './calls.js';
import { cutOffText, endedEarly, isBlank } from './cut-off.js';
import { idOf, type RawCall } from './shapes.js';
import { addUsage, type Usage } from './usage.js';

/** A piece of a streamed answer. */
export type Delta =
  | { readonly type: 'text'; readonly text: string }
  | CallDelta
  /** All of this call has come. Harmless when it is said again. */
  | { readonly type: 'call-end'; readonly key?: string | number }
  /** Why this call could not be run if nothing more came, in words for the model; null once that does not hold any more. */
  | { readonly type: 'refusal'; readonly key: string | number; readonly refusal: string | null }
  /** The answer has reached a limit: its last call may lack its arguments. */
  | { readonly type: 'cut-off' }
  /** What the answer took. `isTotal`: in place of what was told before. */
  | { readonly type: 'usage'; readonly usage: Usage; readonly isTotal?: boolean };

/** A piece of a call; everything may be missing. */
export interface CallDelta {
  readonly type: 'call';
  /** What tells the calls of the answer apart: an index, or an id of an item. */
  readonly key?: string | number | null;
  /** The id of the call. */
  readonly id?: string | null;
  readonly name?: string | null;
  /** More text of the arguments, or all of them as an object. */
  readonly args?: string | object | null;
  /** `args` are all of the arguments, in place of what came before. */
  readonly isWhole?: boolean;
  /** The arguments are plain text. Such a call needs a `key`, and its end must be said: nothing else tells that it is whole. */
  readonly isText?: true;
}

/** What a delta brought about. */
export type StreamEvent =
  | { readonly type: 'text'; readonly text: string }
  /** `index` counts the calls of the answer from 0. */
  | { readonly type: 'call_start'; readonly index: number; readonly id?: string; readonly name: string }
  | { readonly type: 'call_delta'; readonly index: number; readonly args: string }
  | { readonly type: 'usage'; readonly usage: Usage };

/** A call whose stream ended too early. */
export interface IncompleteCall {
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly message: string;
}

interface Slot {
  key?: string | number;
  id?: string;
  name?: string;
  text: string;
  whole?: object;
  isText?: true;
  refusal?: string | null;
  isEnded: boolean;
  isTold: boolean;
}

/** Collects the deltas of one answer. */
export class StreamAccumulator {
  readonly #slots: Slot[] = [];
  #text = '';
  #usage: Usage | undefined;

  /** @returns what a listener may want to know at once */
  push(...deltas: readonly Delta[]): StreamEvent[] {
    return deltas.flatMap((delta) => this.#take(delta));
  }

  /** All text so far. */
  get text(): string {
    return this.#text;
  }

  /** What was told of it so far. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** The calls so far, in order; names are the provider's. What was cut off is text, which the registry refuses in words for the model. */
  rawCalls(): RawCall[] {
    return this.#inOrder().flatMap((slot) => (slot.name === undefined ? [] : [rawCall({ ...slot, name: slot.name })]));
  }

  /** The same as ToolCalls. */
  calls(): ToolCalls {
    return ToolCalls.fromRaw(this.rawCalls());
  }

  /** What has not come whole: to be asked at the end. */
  incomplete(): IncompleteCall[] {
    return this.#inOrder().flatMap((slot, index) => {
      const message = problemOf(slot);
      if (message === undefined) return [];
      return [{ index, ...(slot.id !== undefined && { id: slot.id }), ...(slot.name !== undefined && { name: slot.name }), message }];
    });
  }

  /** The calls, when all of them are whole. @throws ToolError INVALID_ARGUMENTS */
  finish(): ToolCalls {
    const [first] = this.incomplete();
    if (first) throw new ToolError('INVALID_ARGUMENTS', first.message, first.name === undefined ? {} : { toolName: first.name });
    return this.calls();
  }

  #take(delta: Delta): StreamEvent[] {
    if (delta.type === 'call') return this.#takeCall(delta);
    if (delta.type === 'text') {
      this.#text += delta.text;
      return delta.text === '' ? [] : [{ type: 'text', text: delta.text }];
    }
    if (delta.type === 'usage') {
      this.#usage = delta.isTotal ? delta.usage : addUsage(this.#usage, delta.usage);
      return [{ type: 'usage', usage: this.#usage }];
    }
    const slot = this.#latest(delta.type === 'cut-off' ? undefined : delta.key);
    if (!slot) return [];
    if (delta.type === 'call-end') slot.isEnded = true;
    else if (delta.type === 'refusal') slot.refusal = delta.refusal;
    // Arguments that are there tell themselves whether they are whole.
    else if (!slot.isText && slot.whole === undefined && isBlank(slot.text)) slot.refusal = endedEarly;
    return [];
  }

  #takeCall(delta: CallDelta): StreamEvent[] {
    const key = delta.key ?? undefined;
    const { id } = idOf(delta.id);
    const name = delta.name === null || delta.name === '' ? undefined : delta.name;
    const args = isNothing(delta.args) ? undefined : delta.args;
    if (key === undefined && id === undefined && name === undefined && args === undefined) return [];
    const candidate = this.#candidate(key, id);
    const isMore =
      candidate !== undefined && continues(candidate, { id, name, args, isWhole: delta.isWhole === true, hasKey: key !== undefined });
    const slot = isMore ? candidate : this.#open(key);
    slot.id ??= id;
    slot.name ??= name;
    if (delta.isText) slot.isText = true;
    if (typeof args === 'object') slot.whole = args;
    else if (delta.isWhole === true || (!slot.isText && isPlaceholder(slot, args))) slot.text = args ?? slot.text;
    else slot.text += args ?? '';
    return this.#eventsOf(slot, typeof args === 'string' ? args : undefined, delta.isWhole === true);
  }

  /** Where a key is given it decides; then the id; then what came last. */
  #candidate(key: string | number | undefined, id: string | undefined): Slot | undefined {
    if (key !== undefined) return this.#latest(key);
    return this.#slots.findLast((slot) => id !== undefined && slot.id === id) ?? this.#slots.at(-1);
  }

  #latest(key: string | number | undefined): Slot | undefined {
    return key === undefined ? this.#slots.at(-1) : this.#slots.findLast((slot) => slot.key === key);
  }

  #open(key: string | number | undefined): Slot {
    const slot: Slot = { text: '', isEnded: false, isTold: false, ...(key !== undefined && { key }) };
    this.#slots.push(slot);
    return slot;
  }

  #eventsOf(slot: Slot, args: string | undefined, isWhole: boolean): StreamEvent[] {
    if (slot.name === undefined) return [];
    const index = this.#slots.indexOf(slot);
    const start: StreamEvent = { type: 'call_start', index, ...(slot.id !== undefined && { id: slot.id }), name: slot.name };
    const isFirst = !slot.isTold;
    slot.isTold = true;
    // What came before the name is told with it; what is told as a whole was told in pieces.
    const told = isFirst ? slot.text : isWhole ? '' : (args ?? '');
    return [...(isFirst ? [start] : []), ...(told === '' ? [] : [{ type: 'call_delta', index, args: told } as const])];
  }

  /** By index where every call has one. */
  #inOrder(): Slot[] {
    if (!this.#slots.every(({ key }) => typeof key === 'number')) return this.#slots;
    return this.#slots.toSorted((one, other) => Number(one.key) - Number(other.key));
  }
}

interface Piece {
  id: string | undefined;
  name: string | undefined;
  args: string | object | undefined;
  isWhole: boolean;
  hasKey: boolean;
}

/** Whether a piece belongs to a call that has begun. What is absent tells nothing. */
function continues(slot: Slot, piece: Piece): boolean {
  const { id, name, args } = piece;
  if (differ(slot.id, id) || differ(slot.name, name)) return false;
  // The whole is told once more at the end.
  if (piece.isWhole) return true;
  // What looks like JSON in a text is no sign of anything.
  if (slot.isText) return piece.hasKey;
  if (beginsArguments(args) && isWholeJson(slot))
    return piece.hasKey && id === undefined && name === undefined && isPlaceholder(slot, args);
  if (id !== undefined && slot.id !== undefined) return true;
  if (slot.isEnded) return false;
  if (name !== undefined && slot.name !== undefined) return repeatsName(slot, piece);
  // A late name or id, or more arguments. An id after whole arguments begins another call, unless the key says otherwise.
  return id === undefined || slot.name === undefined || piece.hasKey || !isWholeJson(slot);
}

/** Some begin a call with an empty object, whose place the arguments take then. */
const isNothing = (args: CallDelta['args']): args is undefined | null | '' =>
  args === undefined || args === null || args === '' || (typeof args === 'object' && Object.keys(args).length === 0);

const isPlaceholder = ({ text, whole }: Slot, args: string | object | undefined): boolean =>
  whole === undefined && text.trim() === '{}' && typeof args === 'string' && /^\s*\{/.test(args);

const differ = (known: string | undefined, told: string | undefined): boolean =>
  known !== undefined && told !== undefined && known !== told;

const beginsArguments = (args: string | object | undefined): boolean => typeof args === 'object' || /^\s*\{/.test(args ?? '');

/** Some say the name with every piece; but two calls without arguments look alike too, unless there is a key. */
function repeatsName(slot: Slot, { args, hasKey }: Piece): boolean {
  if (hasKey) return args === undefined || !isWholeJson(slot);
  return slot.text !== '' && !isWholeJson(slot);
}

function isWholeJson({ text, whole }: Slot): boolean {
  if (whole !== undefined) return true;
  if (!/^\s*\{[^]*\}\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function rawCall({ id, name, whole, text, isText, isEnded, refusal }: Slot & { name: string }): RawCall {
  const call = { ...idOf(id), name, ...(refusal && { refusal }) };
  if (!isText) return { ...call, args: whole ?? (text.trim() === '' ? {} : text) };
  return { ...call, args: text, isText, ...(!isEnded && { refusal: cutOffText(text) }) };
}

function problemOf({ name, whole, text, isText, isEnded, refusal }: Slot): string | undefined {
  if (name === undefined) return 'The stream brought tool-call arguments without the name of a tool.';
  if (refusal) return `The stream ended with incomplete tool-call arguments of '${name}': ${refusal}`;
  if (isText) return isEnded ? undefined : `The stream ended with an incomplete input of '${name}'.`;
  if (whole !== undefined || text.trim() === '') return undefined;
  const [call] = ToolCalls.fromRaw([{ name, args: text }]);
  return call?.problem === undefined ? undefined : `The stream ended with incomplete tool-call arguments of '${name}': ${call.problem}.`;
}
