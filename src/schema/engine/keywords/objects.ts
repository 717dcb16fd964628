/** Keywords of objects. A key whose value is undefined counts as absent where the schema names it: JSON has no such thing. */
import { inTurn } from '../in-turn.js';
import type { Schema } from '../document.js';
import { isObject, type Keyword, type Vocabulary } from '../keyword.js';
import { type Check, type Run, Sink } from '../run.js';

type Fields = Record<string, unknown>;

const has = (fields: Fields, key: string): boolean => Object.hasOwn(fields, key) && fields[key] !== undefined;

const properties: Keyword = ({ schema, compile }) => {
  const checks = Object.entries(schema.properties ?? {}).map(([name, sub]) => [name, compile(sub)] as const);
  return (value, run, seen) => {
    const fields = value as Fields;
    let fits = true;
    for (const [name, check] of checks) {
      const field = fields[name];
      if (field === undefined || !Object.hasOwn(fields, name)) continue;
      seen?.keys.add(name);
      if (run.into(name, field, check)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    return fits;
  };
};

const patternProperties: Keyword = ({ schema, compile, pattern }) => {
  const checks = Object.entries(schema.patternProperties ?? {}).map(([source, sub]) => [pattern(source), compile(sub)] as const);
  return (value, run, seen) => {
    const fields = value as Fields;
    let fits = true;
    for (const key of run.keys.keysOf(fields)) {
      for (const [expression, check] of checks) {
        if (!expression.test(key)) continue;
        seen?.keys.add(key);
        if (run.into(key, fields[key], check)) continue;
        if (run.sink === undefined) return false;
        fits = false;
      }
    }
    return fits;
  };
};

/** One key too many: a failure of its own when the schema takes none, else what is wrong with its value. */
function takesKey(
  keyword: string,
  run: Run,
  check: Check | undefined,
  fields: Fields,
  key: string,
  schema: Parameters<Run['fail']>[2],
): boolean {
  return check === undefined ? run.fail(keyword, fields, schema, { key }) : run.into(key, fields[key], check);
}

const additionalProperties: Keyword = ({ schema, compile, pattern }) => {
  const sub = schema.additionalProperties as Schema;
  const known = new Set(isObject(schema.properties) ? Object.keys(schema.properties) : []);
  const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties).map(pattern) : [];
  const check = sub === false ? undefined : compile(sub);
  return (value, run, seen) => {
    const fields = value as Fields;
    let fits = true;
    for (const key of run.keys.keysOf(fields)) {
      if (known.has(key) || patterns.some((expression) => expression.test(key))) continue;
      seen?.keys.add(key);
      if (sub === true || takesKey('additionalProperties', run, check, fields, key, schema)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    return fits;
  };
};

const propertyNames: Keyword = ({ schema, compile }) => {
  const check = compile(schema['propertyNames'] as Schema);
  return (value, run) => {
    let fits = true;
    for (const key of run.keys.keysOf(value as Fields)) {
      if (run.quietly(key, check, undefined)) continue;
      if (run.sink === undefined) return false;
      fits = false;
      const [inner] = run.sink.isFull ? [] : run.collect(key, check, new Sink(1, 1)).failures;
      run.fail('propertyNames', value, schema, { key, detail: inner });
    }
    return fits;
  };
};

const required: Keyword = ({ schema }) => {
  const names = schema.required ?? [];
  return (value, run) => {
    let fits = true;
    for (const key of names) {
      if (has(value as Fields, key)) continue;
      if (run.sink === undefined) return false;
      fits = run.fail('required', value, schema, { key });
    }
    return fits;
  };
};

function wanting(trigger: string, wanted: readonly string[], schema: Parameters<Run['fail']>[2]): Check {
  return (value, run) => {
    const fields = value as Fields;
    if (!has(fields, trigger)) return true;
    let fits = true;
    for (const key of wanted) if (!has(fields, key)) fits = run.fail('dependentRequired', value, schema, { key, detail: trigger });
    return fits;
  };
}

const inPlace =
  (trigger: string, check: Check): Check =>
  (value, run, seen) =>
    !has(value as Fields, trigger) || check(value, run, seen);

/** `dependentRequired`, `dependentSchemas`, and draft-07's `dependencies`, which was both. */
const dependent =
  (keyword: string): Keyword =>
  ({ schema, compile, document }) => {
    if (document.dialect === 'draft-07' && keyword !== 'dependencies') return undefined;
    const entries = Object.entries(schema[keyword] as Record<string, Schema | string[]>);
    return inTurn(
      entries.map(([trigger, wanted]) => (Array.isArray(wanted) ? wanting(trigger, wanted, schema) : inPlace(trigger, compile(wanted)))),
    );
  };

const size =
  (keyword: 'minProperties' | 'maxProperties', fits: (count: number, wanted: number) => boolean): Keyword =>
  ({ schema }) => {
    const wanted = schema[keyword] as number;
    return (value, run) => fits(run.keys.keysOf(value as Fields).length, wanted) || run.fail(keyword, value, schema);
  };

export const objects: Vocabulary = {
  object: {
    required,
    properties,
    patternProperties,
    additionalProperties,
    propertyNames,
    dependentRequired: dependent('dependentRequired'),
    dependentSchemas: dependent('dependentSchemas'),
    dependencies: dependent('dependencies'),
    minProperties: size('minProperties', (count, least) => count >= least),
    maxProperties: size('maxProperties', (count, most) => count <= most),
  },
};
