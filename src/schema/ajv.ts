/** Ajv, for the verdict on schemas that it judges rightly; its generated code is the fastest there is. */
import type { Ajv as AjvType, Format, Options } from 'ajv';
import type { JsonSchema } from '../types.js';
import type { Dialect } from './dialect.js';
import { formatCheck, formatNames } from './formats.js';
import { loadAjv } from './libraries.cjs';
import { isMultipleOf } from './multiple-of.js';
import type { ReadPattern } from './pattern.js';
import { withTaggedUnions } from './tagged-unions.js';
import { firstPair } from './unique.js';
import { eachSubschema } from './walk.js';

/** Keywords that Ajv judges otherwise than the specification does, or that are its own. */
const notForAjv = [
  '$id',
  '$anchor',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependencies',
  'contains',
  'discriminator',
  'id',
  'nullable',
  '$async',
];

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Only shared definitions by a plain name: of other references Ajv resolves some wrongly. */
const plainReference = /^#\/(?:\$defs|definitions)\/[\w.-]+$/;

function isPlain(schema: JsonSchema, dialect: Dialect): boolean {
  const { $ref, properties = {}, required = [], dependentRequired = {} } = schema;
  if (notForAjv.some((keyword) => Object.hasOwn(schema, keyword))) return false;
  if ($ref !== undefined && (dialect === 'draft-07' || !plainReference.test($ref))) return false;
  // Comparing objects, Ajv trips over keys such as `valueOf`.
  if (![schema.const, ...(schema.enum ?? [])].every(isScalar)) return false;
  // A name that is empty is no missing name to Ajv.
  if ([required, ...Object.values(dependentRequired as object)].some((names: string[]) => names.includes(''))) return false;
  return !Object.hasOwn(properties, '__proto__') && !required.includes('__proto__');
}

/** Whether Ajv may generate code here, and agrees with the specification on each keyword of the schema. */
export function isForAjv(root: JsonSchema | boolean, dialect: Dialect): boolean {
  if (typeof root === 'boolean' || !mayGenerateCode()) return false;
  const seen = new Set<JsonSchema>();
  const open = [root];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    if (!isPlain(schema, dialect)) return false;
    eachSubschema(schema, (sub) => open.push(sub));
  }
  return true;
}

let generatesCode: boolean | undefined;

/** Not on edge hosts, nor under `--disallow-code-generation-from-strings`. */
function mayGenerateCode(): boolean {
  if (generatesCode === undefined) {
    try {
      // oxlint-disable-next-line typescript/no-implied-eval -- the question is whether this is allowed
      generatesCode = typeof new Function('') === 'function';
    } catch {
      generatesCode = false;
    }
  }
  return generatesCode;
}

/** Ajv with our keywords; it keeps something of every schema it compiled, so its life is limited. */
interface Engine {
  ajv: AjvType;
  compiled: number;
}

const mostCompiled = 500;

/** A cache of constants, so that a second copy of this package merely has its own. */
const engines = new Map<Dialect, Engine>();

function engineOf(dialect: Dialect, readPattern: ReadPattern): Engine {
  const known = engines.get(dialect);
  if (known && known.compiled < mostCompiled) return known;
  const regExp = Object.assign((source: string) => readPattern(source), { code: 'new RegExp' });
  const { Ajv, Ajv2019, Ajv2020 } = loadAjv();
  const Maker = { 'draft-07': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 }[dialect];
  const ajv = new Maker({
    strict: false,
    strictNumbers: true,
    // Own keys only: else `constructor` is there on every object.
    ownProperties: true,
    addUsedSchema: false,
    validateSchema: false,
    messages: false,
    logger: false,
    code: { regExp: regExp as unknown as NonNullable<Options['code']>['regExp'] },
  });
  // What it notes for `unevaluated…`, which it is never given, goes wrong where branches differ.
  ajv.opts.unevaluated = false;
  for (const name of formatNames()) addFormat(ajv, name);
  for (const keyword of ['uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ ...own('uniqueItems', 'array'), validate: (isWanted: boolean, items: unknown[]) => !isWanted || !firstPair(items) });
  ajv.addKeyword({ ...own('multipleOf', 'number'), validate: (divisor: number, value: number) => isMultipleOf(value, divisor) });
  const engine = { ajv, compiled: 0 };
  engines.set(dialect, engine);
  return engine;
}

function addFormat(ajv: AjvType, name: string): void {
  const { kind, fits } = formatCheck(name) ?? {};
  if (fits) ajv.addFormat(name, { type: kind, validate: fits } as Format);
}

const own = (keyword: string, type: 'array' | 'number') => ({ keyword, type, errors: false }) as const;

/**
 * The verdict; undefined for what Ajv cannot compile, and where it is not there.
 * @param readPattern the same for all schemas of a process, as engines are shared
 */
export function compileWithAjv(schema: JsonSchema, dialect: Dialect, readPattern: ReadPattern): ((value: unknown) => boolean) | undefined {
  const { $schema: _dialect, ...bare } = schema;
  try {
    // Without a name of its own, Ajv does not find the root again.
    const named = { ...withTaggedUnions(bare), $id: 'toolmark:schema' };
    const engine = engineOf(dialect, readPattern);
    engine.compiled += 1;
    const verdict = engine.ajv.compile(named) as (value: unknown) => boolean;
    // The compiled function lives on; the engine must not hold every schema it ever saw.
    engine.ajv.removeSchema(named);
    return verdict;
  } catch {
    // What a schema that cannot be compiled left behind must not disturb the next one.
    engines.delete(dialect);
    return undefined;
  }
}
