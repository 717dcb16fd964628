/** Slips of whoever makes a tool by hand that would pass unseen: names of other libraries, and schemas that would let pass anything. */
import { ToolError } from '../../errors.js';
import { className, foreignSchema, looksLikeSchema } from '../../schema/foreign.js';
import { Names } from '../../schema/nearest.js';
import { annotationKeywords, eachSubschema } from '../../schema/walk.js';
import { decidingKeywords, isKeyword } from '../../schema/well-formed.js';
import { nearest } from '../../schema/words.js';
import type { JsonSchema } from '../../types.js';
import { messageOf } from '../instances/thrown.js';
import { notPlain } from './plain-schema.js';

/** `schema` of a parameter may be of any type. */
export type SchemaOption = 'inputSchema' | 'outputSchema' | 'schema';

const shapes = {
  Tool: '{ name, description, inputSchema, handler }',
  Resource: '{ uri, name, description, read }',
  Prompt: '{ name, description, arguments, render }',
} as const;

/** @throws ToolError INVALID_DEFINITION for what is not even an object */
export function checkIsInit(init: unknown, made: keyof typeof shapes): void {
  if (typeof init === 'object' && init !== null) return;
  const mend = made === 'Tool' && typeof init === 'function' ? '; a function alone becomes a tool by tool(fn)' : '';
  throw new ToolError('INVALID_DEFINITION', `new ${made}() takes one object, ${shapes[made]}${mend}.`);
}

/** What other libraries call it. */
const elsewhere: Readonly<Record<string, string>> = {
  execute: 'handler',
  run: 'handler',
  func: 'handler',
  fn: 'handler',
  function: 'handler',
  call: 'handler',
  invoke: 'handler',
  callback: 'handler',
  parameters: 'inputSchema',
  params: 'inputSchema',
  schema: 'inputSchema',
  input: 'inputSchema',
  input_schema: 'inputSchema',
  parametersJsonSchema: 'inputSchema',
  args: 'inputSchema',
  argsSchema: 'inputSchema',
  output: 'outputSchema',
  output_schema: 'outputSchema',
};

/**
 * State beside the parts is for classes: an object literal has none that is meant.
 * @throws ToolError INVALID_DEFINITION for an option that nobody reads
 */
export function checkUnknown(init: object, key: string, known: readonly string[], place: string, runs = 'handler'): void {
  // Of MCP's definitions, which may be spread here; tasks are none of a handler's affairs.
  if (key === 'execution') return;
  const prototype: unknown = Object.getPrototypeOf(init);
  if (prototype !== Object.prototype && prototype !== null) return;
  const alias = Object.hasOwn(elsewhere, key) ? elsewhere[key] : key;
  const meant = alias === 'handler' ? runs : known.includes(alias as string) ? alias : nearest(key, known);
  const mend = meant === undefined ? '' : `; did you mean '${meant}'?`;
  throw new ToolError('INVALID_DEFINITION', `${place}: unknown option '${key}'${mend} (known: ${known.join(', ')}).`);
}

/** The same of resources and prompts. @param parts what they have beside options; the first is the function */
export function checkOptionNames(declared: object, rules: object, parts: readonly [string, ...string[]], place: string): void {
  for (const key of Object.keys(declared))
    if (!Object.hasOwn(rules, key)) checkUnknown(declared, key, [...parts, ...Object.keys(rules)], place, parts[0]);
}

/** All of it, for a schema that nobody has looked at. @throws ToolError INVALID_DEFINITION */
export function checkSchema(schema: object, which: SchemaOption, place: string, name: string): void {
  checkIsSchema(schema, which, place, name);
  checkKeywords(schema, which, place, name);
}

/** @throws ToolError INVALID_DEFINITION for what is no object, or a schema of another library, or cannot be read */
export function checkIsSchema(schema: unknown, which: SchemaOption, place: string, toolName: string): void {
  try {
    checkKind(schema, which, place, toolName);
    const fault = notPlain(schema as object);
    if (fault !== undefined) throw refused(`'${which}' ${fault}`, place, toolName);
  } catch (error) {
    // A getter or a proxy of the author's.
    throw error instanceof ToolError
      ? error
      : refused(`'${which}' cannot be read: ${messageOf(error)}; give a plain object`, place, toolName);
  }
}

function checkKind(schema: unknown, which: SchemaOption, place: string, toolName: string): void {
  const foreign = foreignSchema(schema);
  if (foreign !== undefined) {
    const made = which === 'schema' ? undefined : className(schema);
    throw refused(
      `'${which}' must be ${foreign}${made === undefined ? '' : '; a class itself will do, its instance will not'}`,
      place,
      toolName,
    );
  }
  if (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) return;
  throw which === 'inputSchema' ? noObject(place, toolName) : refused(`'${which}' must be a JSON Schema, an object`, place, toolName);
}

/** @throws ToolError INVALID_DEFINITION for arguments that are no object */
export function checkRoot({ type }: JsonSchema, place: string, toolName: string): void {
  if (type !== undefined && ![type].flat().includes('object')) throw noObject(place, toolName);
}

const noObject = (place: string, toolName: string): ToolError =>
  refused(`'inputSchema' must be a JSON Schema with "type": "object" at its root`, place, toolName);

/** Keywords whose values are looked at nowhere, names that are nobody's, and words that other programs write beside the keywords. */
const isOther = /^(?:default|examples?|x-.*|\$.*|(?:ts|bson|java)Type|kind|errorMessage)$/;

/** With one of these there is more to a schema than properties in the wrong place. */
const structures = ['properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'patternProperties'];

/** Slips in the names of what a schema holds. @throws ToolError INVALID_DEFINITION */
export function checkKeywords(schema: object, which: SchemaOption, place: string, toolName: string): void {
  checkHasProperties(schema, which, place, toolName);
  checkSpelling(schema as JsonSchema, which, place, toolName);
}

/** Words of other programs that look like keywords. */
const spelledSo = /^(?:typeof|formatM(?:in|ax)imum|content|contents|context|contain(?:er|ed)|multiple|definition|requiredIf)$/;

let keywords: Names | undefined;

/** The keyword that a name is a slip of: one edit away, two where it is long; a short one may be anybody's annotation. */
function meantKeyword(name: string): string | undefined {
  if (isKeyword(name) || isOther.test(name) || spelledSo.test(name) || name.length < 5) return undefined;
  if ((annotationKeywords as readonly string[]).includes(name)) return undefined;
  keywords ??= new Names(decidingKeywords);
  return keywords.nearest(name, name.length < 8 ? 1 : 2);
}

/** A misspelt keyword says nothing, so that anything passes: `propertys`, `minLenght`, `max_items`. */
function checkSpelling(root: JsonSchema, which: SchemaOption, place: string, toolName: string): void {
  const seen = new Set<object>([root]);
  for (const schema of seen) {
    for (const name of Object.keys(schema)) {
      const meant = meantKeyword(name);
      if (meant === undefined || Object.hasOwn(schema, meant)) continue;
      throw refused(
        `'${which}': '${name}' is no keyword of JSON Schema; did you mean '${meant}'? Annotations begin with 'x-'`,
        place,
        toolName,
      );
    }
    eachSubschema(schema as JsonSchema, (sub) => seen.add(sub));
  }
}

/**
 * Properties that stand where `properties` does: `{ sku: 'string' }`, `{ sku: { type: 'string' } }`.
 * @throws ToolError INVALID_DEFINITION
 */
export function checkHasProperties(schema: object, which: SchemaOption, place: string, toolName: string): void {
  if (structures.some((keyword) => keyword in schema)) return;
  const misplaced = Object.entries(schema).find(([name, value]) => !isOther.test(name) && !isKeyword(name) && looksLikeSchema(value));
  if (!misplaced) return;
  const [name, value] = misplaced;
  const foreign = foreignSchema(value);
  const mend =
    foreign === undefined
      ? `write for example { type: 'object', properties: { ${name}: { type: 'string' } }, required: ['${name}'] }`
      : `it must be ${foreign.replace('(schema', '(z.object({ … })')}`;
  throw refused(`'${which}' is no JSON Schema: '${name}' is none of its keywords; ${mend}`, place, toolName);
}

const refused = (reason: string, place: string, toolName: string): ToolError =>
  new ToolError('INVALID_DEFINITION', `${place}: ${reason}.`, { toolName });
