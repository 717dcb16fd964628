/** Looks objects with known fields through: what is missing, what does not fit, what is unknown; told in the interpreter's order. */
import type { Run } from '../../schema/engine/run.js';
import type { ContractSchema } from '../../types.js';
import { countKeys, isJsonObject } from './json-object.js';
import type { Field } from './object.js';
import { doubt, type State } from './reading.js';
import { explained, type Search, type SearchContext, searchOf, within } from './search.js';

export function searchObject(fields: readonly Field[], part: ContractSchema, context: SearchContext): Search {
  const { properties = {}, required = [] } = part;
  const explain = explained(part, context);
  const readings = new Map(fields.map(({ name, reading }) => [name, reading]));
  const known = Object.entries(properties).flatMap(([name, sub]) => {
    const reading = readings.get(name);
    return reading ? [{ name, search: searchOf(reading, sub, context) }] : [];
  });
  const keyChars = known.reduce((sum, { name }) => sum + name.length, 0);
  const searchUnknown = unknownKeys(part, new Set(Object.keys(properties)), context);
  return (value, state, run) => {
    if (!isJsonObject(value)) return explain(value, state, run);
    state.nodes += known.length;
    state.chars += keyChars;
    for (const key of required) if (value[key] === undefined) run.fail('required', value, part, { key });
    let sent = 0;
    for (const { name, search } of known) {
      const given = value[name];
      if (given === undefined) continue;
      sent += 1;
      within(name, given, search, state, run);
    }
    const keys = countKeys(value, state);
    if (state.isExcessive) doubt(state);
    else if (keys !== sent) searchUnknown(value, state, run);
  };
}

/** Unknown keys are told where the schema takes none, and else left to the long way. */
function unknownKeys(part: ContractSchema, known: ReadonlySet<string>, context: SearchContext) {
  return (value: Record<string, unknown>, state: State, run: Run): void => {
    for (const key in value) {
      if (known.has(key)) continue;
      // What is undefined is left out before the schema is asked.
      if (part.additionalProperties !== false || value[key] === undefined || !Object.hasOwn(value, key)) return void doubt(state);
      state.nodes += 1;
      state.chars += key.length;
      context.count(value[key], state, run.path.length + 1);
      run.fail('additionalProperties', value, part, { key });
    }
  };
}
