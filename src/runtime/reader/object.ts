/** Objects with known fields: plain ones and instances of classes. Unknown fields go the long way. */
import type { Constructor } from '../../types.js';
import { setOwn } from '../instances/copy.js';
import type { CheckInstance } from '../rules/index.js';
import { refused, type Read, type Reading, type State } from './reading.js';
import { literal, type Writer } from './writer.js';

/** One field. Its name is none that every object has anyway. */
export interface Field {
  name: string;
  reading: Reading;
  isRequired: boolean;
  /** Makes the value of a field that was not sent, fresh each time. */
  fallback?: () => unknown;
}

/** What an object is read into. */
export interface ObjectRules {
  fields: readonly Field[];
  /** The class of the instance; a plain object without. */
  owner?: Constructor;
  /** The rules of the class that the schema does not say. */
  check?: CheckInstance;
}

/** A JSON object of this realm; its fields cannot come from elsewhere. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export class ObjectReading implements Reading {
  readonly #keyChars: number;

  constructor(private readonly rules: ObjectRules) {
    this.#keyChars = rules.fields.reduce((sum, { name }) => sum + name.length, 0);
  }

  close(): Read {
    const { owner, check } = this.rules;
    const fields = this.rules.fields.map((field) => ({ ...field, read: field.reading.close() }));
    const keyChars = this.#keyChars;
    return (value, state) => {
      if (!isJsonObject(value)) return refused;
      state.nodes += fields.length;
      state.chars += keyChars;
      const values: unknown[] = [];
      let sent = 0;
      for (const { name, read, isRequired } of fields) {
        const given = value[name];
        const made = given === undefined ? undefined : read(given, state);
        if (made === refused || (given === undefined && isRequired)) return refused;
        if (given !== undefined) sent += 1;
        values.push(made);
      }
      if (countKeys(value) !== sent) return refused;
      const made = owner ? (Reflect.construct(owner as new () => object, []) as Record<string, unknown>) : {};
      if (check) state.made.push(made, check);
      for (const [index, { name, fallback }] of fields.entries()) {
        if (values[index] !== undefined) made[name] = values[index];
        else if (fallback && made[name] === undefined) made[name] = fallback();
      }
      return made;
    };
  }

  write(writer: Writer, value: string): string {
    const { fields, owner, check } = this.rules;
    writeIsJsonObject(writer, value);
    if (fields.length > 0) writer.line(`s.nodes += ${fields.length}; s.chars += ${this.#keyChars};`);
    const sent = writer.name();
    writer.line(`let ${sent} = ${fields.filter(({ isRequired }) => isRequired).length};`);
    const read = fields.map((field) => ({ ...field, ...writeField(writer, field, value, sent) }));
    const keys = writer.name();
    writer.line(`let ${keys} = 0; for (const key in ${value}) ${keys}++;`);
    writer.refuseIf(`${keys} !== ${sent}`);
    const required = owner ? [] : read.filter(({ isRequired }) => isRequired);
    const made = writer.keep(
      owner ? `new ${writer.constant(owner)}()` : `{ ${required.map(({ name, result }) => `${literal(name)}: ${result}`).join(', ')} }`,
    );
    if (check) writer.line(`s.made.push(${made}, ${writer.constant(check)});`);
    for (const { name, isRequired, given, result, fallback } of read) {
      const place = `${made}[${literal(name)}]`;
      if (isRequired && owner) writer.line(`${place} = ${result};`);
      else if (!isRequired) {
        writer.line(`if (${given} !== undefined) ${place} = ${result};`);
        if (fallback) writer.line(`else if (${place} === undefined) ${place} = ${writer.constant(fallback)}();`);
      }
    }
    return made;
  }
}

function writeIsJsonObject(writer: Writer, value: string): void {
  writer.refuseIf(`typeof ${value} !== 'object' || ${value} === null`);
  const prototype = writer.keep(`Object.getPrototypeOf(${value})`);
  writer.refuseIf(`${prototype} !== ${writer.constant(Object.prototype)} && ${prototype} !== null`);
}

/** @returns the variable of what was sent, and the expression of what was made of it */
function writeField(writer: Writer, { name, reading, isRequired }: Field, value: string, sent: string): { given: string; result: string } {
  const given = writer.keep(`${value}[${literal(name)}]`);
  if (isRequired) {
    writer.refuseIf(`${given} === undefined`);
    return { given, result: reading.write(writer, given) };
  }
  const result = writer.name();
  writer.line(`let ${result};`);
  writer.block(`if (${given} !== undefined)`, () => {
    writer.line(`${sent}++;`);
    writer.line(`${result} = ${reading.write(writer, given)};`);
  });
  return { given, result };
}

function countKeys(value: object): number {
  let count = 0;
  // eslint-disable-next-line guard-for-in -- inherited keys count on purpose: they show a polluted prototype
  for (const _key in value) count += 1;
  return count;
}

/** Objects whose fields all have the same schema, whatever their names: records, and maps. */
export class RecordReading implements Reading {
  /** @param keyOf makes the key of a map; without it a plain object is made */
  constructor(
    private readonly values: Reading,
    private readonly keyOf?: (key: string) => unknown,
  ) {}

  close(): Read {
    return this.#reader(this.values.close());
  }

  write(writer: Writer, value: string): string {
    const values = writer.fn(this.values);
    const result = writer.keep(`${writer.constant((read: Read) => this.#reader(read))}(${values})(${value}, s)`);
    writer.refuseIf(`${result} === F`);
    return result;
  }

  #reader(read: Read): Read {
    const { keyOf } = this;
    return (value, state) => {
      if (!isJsonObject(value)) return refused;
      const record: Record<string, unknown> = {};
      const map = new Map<unknown, unknown>();
      for (const key of Object.keys(value)) {
        const made = isCounted(key, state) ? read(value[key], state) : refused;
        if (made === refused) return refused;
        if (keyOf) map.set(keyOf(key), made);
        else setOwn(record, key, made);
      }
      return keyOf ? map : record;
    };
  }
}

/** Keys that copies leave out go the long way. */
function isCounted(key: string, state: State): boolean {
  state.nodes += 1;
  state.chars += key.length;
  return state.nodes <= state.limits.argumentNodes && key !== '__proto__' && key !== 'constructor' && key !== 'prototype';
}
