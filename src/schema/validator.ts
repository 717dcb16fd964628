/** Compiles a JSON Schema into a check, with Ajv in the schema's own dialect. */
import type { Ajv as AjvType, ErrorObject, Options, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ToolError } from '../errors.js';
import type { Issue, JsonSchema } from '../types.js';
import { issuesOf } from './issues.js';
import { eachSubschema } from './walk.js';

/** Gives what is wrong with a value; nothing when it fits. Never changes the value. */
export type ShapeCheck = (value: unknown) => Issue[];

/** Reads a pattern as JSON Schema does, with the flag `u`, and without it where only that works. */
const readPattern = Object.assign(
  (pattern: string, flags: string): RegExp => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'new RegExp' },
);

const options: Options = {
  allErrors: true,
  strict: false,
  // Own keys only: else `constructor` is there on every object.
  ownProperties: true,
  verbose: true,
  addUsedSchema: false,
  logger: false,
  code: { regExp: readPattern },
};

type Dialect = 'draft-07' | '2019-09' | '2020-12';

const makers: Record<Dialect, () => AjvType> = {
  'draft-07': () => new Ajv(options),
  '2019-09': () => new Ajv2019(options) as unknown as AjvType,
  '2020-12': () => new Ajv2020(options) as unknown as AjvType,
};

/** Compiled dialects: a cache of constants, so that a second copy of this package merely has its own. */
const engines = new Map<Dialect, AjvType>();

function engineOf(dialect: Dialect): AjvType {
  const known = engines.get(dialect);
  if (known) return known;
  const engine = makers[dialect]();
  (addFormats as unknown as (ajv: AjvType) => void)(engine);
  engines.set(dialect, engine);
  return engine;
}

function dialectOf(schema: JsonSchema): Dialect {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  if (/draft-0[4-7]/.test(named)) return 'draft-07';
  if (named.includes('2019-09')) return '2019-09';
  return named === '' && hasItemsList(schema) ? 'draft-07' : '2020-12';
}

/** `items: [ … ]` is a tuple of draft-07; 2020-12 calls it `prefixItems`. */
function hasItemsList(schema: JsonSchema): boolean {
  if (Array.isArray(schema.items)) return true;
  let found = false;
  eachSubschema(schema, (sub) => (found ||= hasItemsList(sub)));
  return found;
}

/**
 * @param what for messages, for example `the input schema of tool 'x'`
 * @param mostIssues issues told; a last one counts the rest
 * @throws ToolError UNSUPPORTED_SCHEMA when the schema is none, or refers to what is not in it
 */
export function compileSchema(schema: JsonSchema, what: string, mostIssues = 20): ShapeCheck {
  const validate = compile(schema, what);
  return (value) => (validate(value) ? [] : issuesOf((validate.errors ?? []) as ErrorObject[], mostIssues));
}

function compile(schema: JsonSchema, what: string): ValidateFunction {
  const engine = engineOf(dialectOf(schema));
  // Every draft's name but the three we know is left out: the rules of the dialect apply.
  const { $schema: _dialect, ...bare } = schema;
  try {
    return engine.compile(bare);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError('UNSUPPORTED_SCHEMA', `${what} cannot be compiled: ${reason.slice(0, 500)}.`, { cause: error });
  } finally {
    // The compiled function lives on; the engine must not hold every schema it ever saw.
    engine.removeSchema(bare);
  }
}
