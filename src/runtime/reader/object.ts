/** Objects with known fields: plain ones and instances of classes. Unknown fields go the long way. */
import type { Constructor, ContractSchema } from '../../types.js';
import { setOwn } from '../instances/copy.js';
import type { CheckInstance, Exceptions } from '../rules/index.js';
import { countKeys, hasProto, isJsonObject, isObject } from './json-object.js';
import { doubt, refused, type Read, type Reading, type State } from './reading.js';
import type { Search, SearchContext } from './search.js';
import { searchObject } from './search-object.js';
import { literal, type Writer } from './writer.js';

/** One field. Its name is none that every object has anyway. */
export interface Field {
  name: string;
  reading: Reading;
  isRequired: boolean;
  /** Makes the value of a field that was not sent, fresh each time. */
  fallback?: (state: State) => unknown;
}

/** What an object is read into. */
export interface ObjectRules {
  fields: readonly Field[];
  /** The class of the instance; a plain object without. */
  owner?: Constructor;
  rules?: RulesLeft;
  /** These are the arguments as a whole: what was refused is told by its field, so that reasons are looked for from there on. */
  isWhole?: boolean;
}

/** The rules of a class that its schema does not say. */
export interface RulesLeft {
  /** Undefined when the schema says all of them, but for exceptions. */
  check?: CheckInstance;
  /** Every rule; takes the place of `check` when a value is an exception. */
  checkAll?: CheckInstance;
  /** By field: the values on which the schema says less than the rules. */
  exceptions: Exceptions;
}

export class ObjectReading implements Reading {
  readonly #keyChars: number;

  constructor(private readonly rules: ObjectRules) {
    this.#keyChars = rules.fields.reduce((sum, { name }) => sum + name.length, 0);
  }

  close(): Read {
    const { owner, rules, isWhole } = this.rules;
    const fields = this.rules.fields.map((field) => ({
      ...field,
      read: field.reading.close(),
      isException: rules?.exceptions.get(field.name),
    }));
    const keyChars = this.#keyChars;
    return (value, state) => {
      if (!isJsonObject(value)) return isObject(value) ? doubt(state) : refused;
      state.nodes += fields.length;
      state.chars += keyChars;
      const values: unknown[] = [];
      let sent = 0;
      let check = rules?.check;
      for (const { name, read, isRequired, isException } of fields) {
        const given = value[name];
        const made = given === undefined ? undefined : read(given, state);
        if (isWhole) state.fitting = values.length;
        if (made === refused || (given === undefined && isRequired)) return refused;
        if (given !== undefined) sent += 1;
        if (given !== undefined && isException?.(given)) check = rules?.checkAll;
        values.push(made);
      }
      if (isWhole) state.fitting = fields.length;
      if (countKeys(value, state) !== sent) return doubt(state);
      const made = owner ? (Reflect.construct(owner as new () => object, []) as Record<string, unknown>) : {};
      if (check) state.made.push(made, check);
      for (const [index, { name, fallback }] of fields.entries()) {
        if (values[index] !== undefined) made[name] = values[index];
        else if (fallback && made[name] === undefined) made[name] = fallback(state);
      }
      return made;
    };
  }

  write(writer: Writer, value: string): string {
    const { fields, owner, rules, isWhole } = this.rules;
    writeIsJsonObject(writer, value);
    if (fields.length > 0) writer.line(`s.nodes += ${fields.length}; s.chars += ${this.#keyChars};`);
    const sent = writer.name();
    writer.line(`let ${sent} = ${fields.filter(({ isRequired }) => isRequired).length};`);
    const exceptional = rules && rules.exceptions.size > 0 ? writer.name() : undefined;
    if (exceptional !== undefined) writer.line(`let ${exceptional} = false;`);
    const read = fields.map((field, index) => {
      const isException = rules?.exceptions.get(field.name);
      const onGiven = (given: string): void => {
        if (isException) writer.line(`if (${writer.call(isException, given)}) ${exceptional} = true;`);
      };
      const refusal = isWhole ? `s.fitting = ${index}; ${writer.refusal}` : writer.refusal;
      return { ...field, ...writer.refusing(refusal, () => writeField(writer, field, value, sent, onGiven)) };
    });
    const keys = writer.name();
    writer.line(`let ${keys} = 0;`);
    writer.line(
      `for (const key in ${value}) if (++${keys} > s.limits.argumentNodes) { s.isExcessive = s.isUnsure = true; ${writer.refusal} }`,
    );
    writer.refusing(isWhole ? `s.fitting = ${fields.length}; ${writer.refusal}` : writer.refusal, () =>
      writer.doubtIf(`${keys} !== ${sent}`),
    );
    const required = owner ? [] : read.filter(({ isRequired }) => isRequired);
    const made = writer.keep(
      owner ? `new ${writer.constant(owner)}()` : `{ ${required.map(({ name, result }) => `${literal(name)}: ${result}`).join(', ')} }`,
    );
    if (rules) writeRules(writer, made, rules, exceptional);
    for (const { name, isRequired, given, result, fallback } of read) {
      const place = `${made}[${literal(name)}]`;
      if (isRequired && owner) writer.line(`${place} = ${result};`);
      else if (!isRequired) {
        writer.line(`if (${given} !== undefined) ${place} = ${result};`);
        if (fallback) writer.line(`else if (${place} === undefined) ${place} = ${writer.constant(fallback)}(s);`);
      }
    }
    return made;
  }

  /** The same, as a reading of the arguments as a whole. */
  asWhole(): ObjectReading {
    return new ObjectReading({ ...this.rules, isWhole: true });
  }

  search(part: ContractSchema, context: SearchContext): Search {
    return searchObject(this.rules, part, context);
  }
}

function writeRules(writer: Writer, made: string, { check, checkAll }: RulesLeft, exceptional: string | undefined): void {
  const push = (which: CheckInstance): string => `s.made.push(${made}, ${writer.constant(which)});`;
  if (exceptional !== undefined && checkAll) writer.line(`if (${exceptional}) ${push(checkAll)}${check ? ` else ${push(check)}` : ''}`);
  else if (check) writer.line(push(check));
}

function writeIsJsonObject(writer: Writer, value: string): void {
  writer.refuseIf(`typeof ${value} !== 'object' || ${value} === null`);
  const prototype = hasProto ? `${value}.__proto__` : `Object.getPrototypeOf(${value})`;
  // An array is surely none; another kind of object may stand for one.
  writer.line(`if (${prototype} !== ${writer.constant(Object.prototype)}) { s.isUnsure ||= !Array.isArray(${value}); ${writer.refusal} }`);
}

/**
 * @param onGiven writes what else is to be done with a value that was sent
 * @returns the variable of what was sent, and the expression of what was made of it
 */
function writeField(
  writer: Writer,
  { name, reading, isRequired }: Field,
  value: string,
  sent: string,
  onGiven: (given: string) => void,
): { given: string; result: string } {
  const given = writer.keep(`${value}[${literal(name)}]`);
  if (isRequired) {
    writer.refuseIf(`${given} === undefined`);
    const result = reading.write(writer, given);
    onGiven(given);
    return { given, result };
  }
  const result = writer.name();
  writer.line(`let ${result};`);
  writer.block(`if (${given} !== undefined)`, () => {
    writer.line(`${sent}++;`);
    writer.line(`${result} = ${reading.write(writer, given)};`);
    onGiven(given);
  });
  return { given, result };
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
      if (!isJsonObject(value)) return isObject(value) ? doubt(state) : refused;
      const record: Record<string, unknown> = {};
      const map = new Map<unknown, unknown>();
      const keys = Object.keys(value);
      state.isExcessive ||= keys.length > state.limits.argumentNodes;
      if (state.isExcessive) return doubt(state);
      for (const key of keys) {
        const made = isCounted(key, state) ? read(value[key], state) : doubt(state);
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
