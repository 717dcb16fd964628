/** How much a declared schema has of what providers limit. Counted on the schema as it is sent: `$defs` once, references not followed. */
import { eachSubschema } from '../../../schema/walk.js';
import type { JsonSchema } from '../../../types.js';
import type { StrictFacts } from '../facts.js';

/** What one schema has. */
export interface Size {
  properties: number;
  /** Levels of nesting; a schema without any has one. */
  depth: number;
  enumValues: number;
  /** Characters of names of properties and definitions and of values. */
  characters: number;
  /** Properties that are not required. */
  optional: number;
  /** `anyOf`, `oneOf` and lists of types, of one member too. */
  unions: number;
  /** Characters of the strings of the longest enumerations, by number of values. */
  longEnums: { values: number; characters: number }[];
}

/** Keywords that lead a level down; the others stay on the same. */
const deeper = new Set(['properties', 'items', 'additionalProperties', 'prefixItems', 'patternProperties']);

export function sizeOf(root: JsonSchema): Size {
  const size: Size = { properties: 0, depth: 1, enumValues: 0, characters: 0, optional: 0, unions: 0, longEnums: [] };
  const open: { schema: JsonSchema; depth: number }[] = [{ schema: root, depth: 1 }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { schema, depth } = at;
    size.depth = Math.max(size.depth, depth);
    countNames(schema, size);
    countValues(schema, size);
    for (const keyword of ['anyOf', 'oneOf', 'type'] as const) if (Array.isArray(schema[keyword])) size.unions += 1;
    eachSubschema(schema, (sub, [keyword]) => {
      open.push({ schema: sub, depth: keyword === '$defs' ? 1 : deeper.has(String(keyword)) ? depth + 1 : depth });
    });
  }
  return size;
}

function countNames(schema: JsonSchema, size: Size): void {
  if (!schema.properties && !schema.$defs) return;
  const names = Object.keys(schema.properties ?? {});
  const required = new Set(schema.required);
  size.properties += names.length;
  size.optional += names.filter((name) => !required.has(name)).length;
  for (const name of [...names, ...Object.keys(schema.$defs ?? {})]) size.characters += name.length;
}

function countValues(schema: JsonSchema, size: Size): void {
  const values = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  size.enumValues += values.length;
  const characters = values.reduce<number>((sum, value) => sum + String(value).length, 0);
  size.characters += characters;
  if (values.length > 0 && values.every((value) => typeof value === 'string' || value === null))
    size.longEnums.push({ values: values.length, characters });
}

/** Which limit of one tool the schema is over; undefined when it is over none. */
export function overLimit(size: Size, { limits }: StrictFacts): string | undefined {
  const { properties, depth, enumValues, characters, longEnum } = limits;
  const over = (have: number, most: number | undefined, words: string): string | undefined =>
    most !== undefined && have > most ? `${have} ${words} (at most ${most})` : undefined;
  const long = longEnum && size.longEnums.find((one) => one.values > longEnum.values && one.characters > longEnum.characters);
  return (
    over(size.properties, properties, 'properties') ??
    over(size.depth, depth, 'levels of nesting') ??
    over(size.enumValues, enumValues, 'values of enumerations') ??
    over(size.characters, characters, 'characters of names and values') ??
    (long && longEnum && over(long.characters, longEnum.characters, `characters in an enumeration of ${long.values}`))
  );
}
