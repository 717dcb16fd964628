/** Looks objects with known fields through: what is missing, what does not fit, what is unknown; told in the interpreter's order. */
import type { Run } from '../../schema/engine/run.js';
import type { ContractSchema } from '../../types.js';
import { countKeys, isJsonObject } from './json-object.js';
import type { ObjectRules } from './object.js';
import { doubt, type Reading, type State } from './reading.js';
import { explained, type Part, type Search, type SearchContext, searchOf, within } from './search.js';
import { literal, type Writer } from './writer.js';

/** Within the loop over an object's keys this costs nothing. */
const { hasOwnProperty: hasOwn } = Object.prototype;

interface Known {
  name: string;
  reading: Reading;
  part: Part;
}

/** The steps of a search, apart from the fields. */
interface Steps {
  /** Of what is no object. */
  other: Search;
  missing(value: Record<string, unknown>, run: Run): void;
  /** Of an object that has other keys than those of its known fields. */
  unknown(value: Record<string, unknown>, state: State, run: Run): unknown;
  required: readonly string[];
  keyChars: number;
  /** The reader has told how many fields fit. */
  isWhole: boolean;
}

export function searchObject({ fields, isWhole = false }: ObjectRules, part: ContractSchema, context: SearchContext): Search {
  const { properties = {}, required = [] } = part;
  const readings = new Map(fields.map(({ name, reading }) => [name, reading]));
  const known = Object.entries(properties).flatMap(([name, sub]): Known[] => {
    const reading = readings.get(name);
    return reading ? [{ name, reading, part: sub }] : [];
  });
  const steps: Steps = {
    other: explained(part, context),
    missing: missingKeys(part, required),
    unknown: unknownKeys(part, new Set(Object.keys(properties)), context),
    required,
    isWhole,
    keyChars: known.reduce((sum, { name }) => sum + name.length, 0),
  };
  return context.generate((writer) => writeSearch(writer, known, steps, context)) ?? closeSearch(known, steps, context);
}

function closeSearch(known: readonly Known[], steps: Steps, context: SearchContext): Search {
  const fields = known.map(({ name, reading, part }) => ({ name, search: searchOf(reading, part, context) }));
  const { other, missing, unknown, required, keyChars, isWhole } = steps;
  return (value, state, run) => {
    if (!isJsonObject(value)) return other(value, state, run);
    if (isWhole && state.fitting === fields.length) return void unknown(value, state, run);
    state.nodes += fields.length;
    state.chars += keyChars;
    if (required.some((key) => value[key] === undefined)) missing(value, run);
    let sent = 0;
    for (const [index, { name, search }] of fields.entries()) {
      const given = value[name];
      if (given === undefined) continue;
      sent += 1;
      if (!isWhole || index >= state.fitting) within(name, given, search, state, run);
    }
    if (countKeys(value, state) !== sent) unknown(value, state, run);
  };
}

function writeSearch(writer: Writer, known: readonly Known[], steps: Steps, context: SearchContext): string {
  const { isWhole } = steps;
  return writer.functionOf('v, s, r', () => {
    writer.line(`if (!${writer.constant(isJsonObject)}(v)) return ${writer.constant(steps.other)}(v, s, r);`);
    const unknown = `${writer.constant(steps.unknown)}(v, s, r);`;
    // All fields fit, so it is the keys.
    if (isWhole) writer.line(`if (s.fitting === ${known.length}) return ${unknown}`);
    writer.line(`s.nodes += ${known.length}; s.chars += ${steps.keyChars};`);
    const isMissing = steps.required.map((key) => `v[${literal(key)}] === undefined`).join(' || ');
    if (isMissing) writer.line(`if (${isMissing}) ${writer.constant(steps.missing)}(v, r);`);
    const sent = writer.name();
    writer.line(`let ${sent} = 0;`);
    for (const [index, { name, reading, part }] of known.entries()) {
      const given = writer.keep(`v[${literal(name)}]`);
      const search = (which: Search): string => `${writer.constant(within)}(${literal(name)}, ${given}, ${writer.constant(which)}, s, r);`;
      writer.line(`if (${given} !== undefined) ${sent}++;`);
      writer.block(`if (${given} !== undefined${isWhole ? ` && s.fitting <= ${index}` : ''})`, () => {
        if (reading.search) writer.line(search(searchOf(reading, part, context)));
        else {
          const explain = search(explained(part, context));
          // The one that the reader refused need not be read again.
          writer.line(isWhole ? `if (s.fitting === ${index}) ${explain} else` : '');
          writer.attempt(explain, () => reading.write(writer, given));
        }
      });
    }
    writer.line(`if (${writer.constant(countKeys)}(v, s) !== ${sent}) ${unknown}`);
  });
}

const missingKeys = (part: ContractSchema, required: readonly string[]): Steps['missing'] => {
  return (value, run) => {
    for (const key of required) if (value[key] === undefined) run.fail('required', value, part, { key });
  };
};

/** Unknown keys are told where the schema takes none, and else left to the long way. */
function unknownKeys(part: ContractSchema, known: ReadonlySet<string>, context: SearchContext): Steps['unknown'] {
  return (value, state, run) => {
    // Of too many keys some were not counted.
    if (state.isExcessive || part.additionalProperties !== false) return doubt(state);
    for (const key in value) {
      if (known.has(key)) continue;
      const given = value[key];
      // What is undefined is left out before the schema is asked.
      if (given === undefined || !hasOwn.call(value, key)) return doubt(state);
      state.nodes += 1;
      state.chars += key.length;
      context.count(given, state, run.path.length + 1);
      run.fail('additionalProperties', value, part, { key });
    }
    return undefined;
  };
}
