/** Values of which the schema says nothing: they are counted and copied in one go. */
import { isSafeKey, setOwn } from '../instances/copy.js';
import { isPlain } from '../arguments/guard.js';
import { doubt, refused, type Read, type Reading, type State } from './reading.js';
import type { Writer } from './writer.js';

export class AnyReading implements Reading {
  /** @param depth levels of the arguments above the value, within its definition */
  constructor(private readonly depth: number) {}

  close(): Read {
    const { depth } = this;
    return (value, state) => sure(copyOf(value, state, state.depth + depth), state);
  }

  write(writer: Writer, value: string): string {
    const copy = writer.keep(`${writer.constant(copyOf)}(${value}, s, s.depth + ${this.depth})`);
    writer.doubtIf(`${copy} === F`);
    return copy;
  }
}

const sure = (copy: unknown, state: State): unknown => (copy === refused ? doubt(state) : copy);

/** JSON as it is; anything else, and keys that are left out of copies, go the long way. */
function copyOf(value: unknown, state: State, depth: number): unknown {
  if (typeof value === 'string') {
    state.chars += value.length;
    return value;
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : refused;
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth >= state.limits.argumentDepth || !isPlain(value)) return refused;
  return Array.isArray(value) ? copyOfItems(value, state, depth) : copyOfFields(value as Record<string, unknown>, state, depth);
}

function copyOfItems(items: readonly unknown[], state: State, depth: number): unknown {
  state.nodes += items.length;
  if (state.nodes > state.limits.argumentNodes) return refused;
  const copy: unknown[] = [];
  // By index: an iterator may give anything.
  for (let index = 0; index < items.length; index += 1) {
    const made = copyOf(items[index], state, depth + 1);
    if (made === refused) return refused;
    copy.push(made);
  }
  return copy;
}

function copyOfFields(fields: Record<string, unknown>, state: State, depth: number): unknown {
  const copy: Record<string, unknown> = {};
  const keys = Object.keys(fields);
  state.isExcessive ||= keys.length > state.limits.argumentNodes;
  if (state.isExcessive) return refused;
  for (const key of keys) {
    state.nodes += 1;
    state.chars += key.length;
    if (state.nodes > state.limits.argumentNodes || !isSafeKey(key)) return refused;
    const made = copyOf(fields[key], state, depth + 1);
    if (made === refused) return refused;
    setOwn(copy, key, made);
  }
  return copy;
}
