/** Compiles a JSON Schema into a check, with Ajv in the schema's own dialect. */
import type { Ajv as AjvType, ErrorObject, Options, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ToolError } from '../errors.js';
import type { Issue, JsonSchema } from '../types.js';
import { issuesOf } from './issues.js';
import { PatternBudget, patternReader, PatternTimeout } from './pattern.js';
import { refersByShape } from './rebase.js';
import { branchMark, withTaggedUnions } from './tagged-unions.js';
import { uniqueItems } from './unique.js';
import { eachSubschema } from './walk.js';
import { cut } from './words.js';

/** Gives what is wrong with a value; nothing when it fits. Never changes the value. */
export type ShapeCheck = (value: unknown) => Issue[];

const options: Options = {
  strict: false,
  // Own keys only: else `constructor` is there on every object.
  ownProperties: true,
  addUsedSchema: false,
  logger: false,
};

/** `verdict` stops at the first error; `reasons` finds all of them, and is needed only when something was refused. */
type Purpose = 'verdict' | 'reasons';
type Dialect = 'draft-07' | '2019-09' | '2020-12';

const makers: Record<Dialect, (all: Options) => AjvType> = {
  'draft-07': (all) => new Ajv(all),
  '2019-09': (all) => new Ajv2019(all),
  '2020-12': (all) => new Ajv2020(all),
};

/** Ajv with our keywords; it keeps something of every schema it compiled, so its life is limited. */
interface Engine {
  ajv: AjvType;
  purpose: Purpose;
  budget: PatternBudget;
  compiled: number;
}

const mostCompiled = 500;

/** Engines by purpose and dialect: a cache of constants, so that a second copy of this package merely has its own. */
const engines = new Map<string, Engine>();

function engineOf(dialect: Dialect, purpose: Purpose): Engine {
  const key = `${purpose} ${dialect}`;
  const known = engines.get(key);
  if (known && known.compiled < mostCompiled) return known;
  const budget = new PatternBudget();
  const regExp = Object.assign(patternReader(budget), { code: 'new RegExp' }) as unknown as NonNullable<Options['code']>['regExp'];
  const isFull = purpose === 'reasons';
  const ajv = makers[dialect]({ ...options, allErrors: isFull, verbose: isFull, code: { regExp } });
  (addFormats as unknown as (ajv: AjvType) => void)(ajv);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(uniqueItems);
  if (isFull) ajv.addKeyword({ keyword: branchMark, schemaType: 'string', validate: () => false });
  const engine: Engine = { ajv, purpose, budget, compiled: 0 };
  engines.set(key, engine);
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

/** What a check needs to know beside the schema. */
export interface CheckOptions {
  /** Issues told; a last one counts the rest. */
  mostIssues?: number;
}

/**
 * @param what for messages, for example `the input schema of tool 'x'`
 * @throws ToolError UNSUPPORTED_SCHEMA when the schema is none, or refers to what is not in it
 */
export function compileSchema(schema: JsonSchema, what: string, { mostIssues = 20 }: CheckOptions = {}): ShapeCheck {
  const dialect = dialectOf(schema);
  const accepts = compile(engineOf(dialect, 'verdict'), schema, what);
  let explain: Compiled | undefined;
  return (value) => {
    try {
      if (accepts(value).length === 0) return [];
      explain ??= compile(engineOf(dialect, 'reasons'), schema, what);
      return issuesOf(explain(value), mostIssues);
    } catch (error) {
      if (error instanceof PatternTimeout)
        return [{ message: `a text takes too long to check against the pattern ${cut(error.pattern, 100)}; send a shorter one`, path: [] }];
      if (error instanceof ToolError) throw error;
      if (error instanceof RangeError) throw unsupported(what, error);
      // Comparing with objects trips over keys such as `valueOf`.
      return [{ message: 'the value cannot be compared with what is allowed', path: [] }];
    }
  };
}

/** Ajv's errors; none when the value fits. */
type Compiled = (value: unknown) => readonly ErrorObject[];

function compile(engine: Engine, schema: JsonSchema, what: string): Compiled {
  const validate = compiled(engine, schema, what);
  return (value) => {
    engine.budget.reset();
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

function compiled(engine: Engine, schema: JsonSchema, what: string): ValidateFunction {
  // Every draft's name but the three we know is left out: the rules of the dialect apply. `$async` is Ajv's own, and would make the verdict a promise.
  const { $schema: _dialect, $async: _async, ...bare } = schema;
  let tagged: JsonSchema | undefined;
  try {
    // Without a name of its own, Ajv does not find the root again.
    tagged = withTaggedUnions(
      bare.$id === undefined && refersByShape(bare) ? { ...bare, $id: 'toolmark:schema' } : bare,
      engine.purpose === 'reasons',
    );
    return engine.ajv.compile(tagged);
  } catch (error) {
    throw unsupported(what, error);
  } finally {
    engine.compiled += 1;
    // The compiled function lives on; the engine must not hold every schema it ever saw.
    if (tagged) engine.ajv.removeSchema(tagged);
  }
}

function unsupported(what: string, error: unknown): ToolError {
  const isEndless = error instanceof RangeError;
  const reason = isEndless ? 'its references lead back to themselves' : error instanceof Error ? error.message : String(error);
  return new ToolError('UNSUPPORTED_SCHEMA', `${what} cannot be compiled: ${reason.slice(0, 500)}.`, { cause: error });
}
