/** By keyword, what its value has to be. Some generators write null for what is not there, numbers as texts, or one example for a list. */
import { isSchema } from './rule.js';

type IsFit = (value: unknown) => boolean;

const isNumber: IsFit = (value) => typeof value === 'number' && Number.isFinite(value);
const isCount: IsFit = (value) => Number.isInteger(value) && (value as number) >= 0;
const isText: IsFit = (value) => typeof value === 'string';
const isFlag: IsFit = (value) => typeof value === 'boolean';
const isSubschema: IsFit = (value) => isFlag(value) || isSchema(value);
const isTextList: IsFit = (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isMapOf =
  (isFit: IsFit): IsFit =>
  (value) =>
    isSchema(value) && Object.values(value).every(isFit);

const fits: ReadonlyMap<string, IsFit> = new Map([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, isNumber] as const),
  ['multipleOf', (value) => isNumber(value) && (value as number) > 0],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'].map(
    (keyword) => [keyword, isCount] as const,
  ),
  ...['pattern', 'format', 'contentEncoding', 'contentMediaType'].map((keyword) => [keyword, isText] as const),
  ...['uniqueItems', 'deprecated'].map((keyword) => [keyword, isFlag] as const),
  ...['contains', 'not', 'if', 'then', 'else', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'].map(
    (keyword) => [keyword, isSubschema] as const,
  ),
  ['dependentRequired', isMapOf(isTextList)],
  ['dependentSchemas', isMapOf(isSubschema)],
  ['examples', Array.isArray],
  ['const', (value) => value !== undefined],
]);

/** Whether the value is one that the keyword may have; true of keywords that are not in the table. */
export const isFitting = (keyword: string, value: unknown): boolean => fits.get(keyword)?.(value) ?? true;

/** The names of types. */
export const typeNames: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** One type, or a list of several. */
export const isType = (value: unknown): boolean =>
  typeNames.has(value) || (Array.isArray(value) && value.length > 0 && isTextList(value) && value.every((one) => typeNames.has(one)));
