/** Keywords for what no other keyword looked at. They come last. */
import type { Schema } from '../document.js';
import type { Keyword } from '../keyword.js';

type Fields = Record<string, unknown>;

export const unevaluatedProperties: Keyword = ({ schema, compile }) => {
  const sub = schema['unevaluatedProperties'] as Schema;
  const check = compile(sub);
  return (value, run, seen) => {
    const fields = value as Fields;
    let fits = true;
    for (const key of !seen || seen.hasAll ? [] : run.keys.keysOf(fields)) {
      if (seen?.keys.has(key)) continue;
      seen?.keys.add(key);
      if (sub === false ? run.fail('unevaluatedProperties', value, schema, { key }) : run.into(key, fields[key], check)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    return fits;
  };
};

export const unevaluatedItems: Keyword = ({ schema, compile }) => {
  const sub = schema['unevaluatedItems'] as Schema;
  const check = compile(sub);
  return (value, run, seen) => {
    const items = value as unknown[];
    const start = !seen || seen.hasAll ? Infinity : seen.items;
    let fits = true;
    for (let index = start; index < items.length; index += 1) {
      if (seen?.indexes.has(index) || run.into(index, items[index], check)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    if (seen) seen.items = Infinity;
    return fits;
  };
};
