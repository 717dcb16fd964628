/** Arrays, tuples and sets. */
import type { ContractSchema } from '../../types.js';
import { doubt, refused, type Read, type Reading } from './reading.js';
import type { Search, SearchContext } from './search.js';
import { searchArray } from './search-array.js';
import { literal, type Writer } from './writer.js';

/** What an array must be. */
export interface ArrayRules {
  /** Of the first items, each its own. */
  prefix: readonly Reading[];
  /** Of all further ones; undefined where there may be none. */
  items?: Reading;
  minItems?: number;
  maxItems?: number;
  /** Items are scalars and must differ. */
  unique: boolean;
  /** It arrives as a `Set`. */
  isSet: boolean;
}

export class ArrayReading implements Reading {
  readonly #most: number;

  constructor(private readonly rules: ArrayRules) {
    this.#most = Math.min(rules.maxItems ?? Infinity, rules.items ? Infinity : rules.prefix.length);
  }

  close(): Read {
    const { prefix, items, minItems = 0, unique, isSet } = this.rules;
    const first = prefix.map((reading) => reading.close());
    const rest = items?.close();
    return (value, state) => {
      if (!Array.isArray(value)) return refused;
      const { length } = value as unknown[];
      state.nodes += length;
      if (state.nodes > state.limits.argumentNodes) return doubt(state);
      if (length < minItems || length > this.#most) return refused;
      const made = Array.from<unknown>({ length });
      for (let index = 0; index < length; index += 1) {
        const read = first[index] ?? rest;
        const item = read ? read(value[index], state) : refused;
        if (item === refused) return refused;
        made[index] = item;
      }
      if (!unique && !isSet) return made;
      const set = new Set(made);
      return unique && set.size !== length ? refused : isSet ? set : made;
    };
  }

  write(writer: Writer, value: string): string {
    const { prefix, items, minItems = 0, unique, isSet } = this.rules;
    writer.refuseIf(`!Array.isArray(${value})`);
    const length = writer.keep(`${value}.length`);
    writer.line(`s.nodes += ${length};`);
    if (minItems > 0) writer.refuseIf(`${length} < ${literal(minItems)}`);
    if (Number.isFinite(this.#most)) writer.refuseIf(`${length} > ${literal(this.#most)}`);
    writer.doubtIf(`s.nodes > s.limits.argumentNodes`);
    const made = writer.keep(`new Array(${length})`);
    for (const [index, reading] of prefix.entries())
      writer.block(`if (${length} > ${index})`, () => writeItem(writer, reading, value, made, String(index)));
    if (items) {
      const index = writer.name();
      writer.block(`for (let ${index} = ${prefix.length}; ${index} < ${length}; ${index}++)`, () =>
        writeItem(writer, items, value, made, index),
      );
    }
    if (!unique && !isSet) return made;
    const set = writer.keep(`new Set(${made})`);
    if (unique) writer.refuseIf(`${set}.size !== ${length}`);
    return isSet ? set : made;
  }

  search(part: ContractSchema, context: SearchContext): Search {
    return searchArray(this.rules, part, context);
  }
}

function writeItem(writer: Writer, reading: Reading, value: string, made: string, index: string): void {
  const item = writer.keep(`${value}[${index}]`);
  writer.line(`${made}[${index}] = ${reading.write(writer, item)};`);
}
