/** What a keyword of the engine is: one small entry that makes a check. */
import type { JsonSchema } from '../../types.js';
import type { ReadPattern } from '../pattern.js';
import type { Resource, Schema, SchemaDocument } from './document.js';
import type { Check } from './run.js';

/** What a keyword can ask for while its check is made. */
export interface Making {
  /** The schema that the keyword stands in. */
  schema: JsonSchema;
  resource: Resource;
  document: SchemaDocument;
  /** The check of a subschema. */
  compile(sub: Schema): Check;
  /** The check of a schema that a reference leads to; made at its first use, as references may lead back. */
  compileAt(target: Schema, resource: Resource): Check;
  pattern: ReadPattern;
}

/** Makes the check of one keyword; none when there is nothing to check. */
export type Keyword = (making: Making) => Check | undefined;

/** Keywords by the kind of value they speak of; values of other kinds pass. */
export interface Vocabulary {
  any?: Readonly<Record<string, Keyword>>;
  string?: Readonly<Record<string, Keyword>>;
  number?: Readonly<Record<string, Keyword>>;
  array?: Readonly<Record<string, Keyword>>;
  object?: Readonly<Record<string, Keyword>>;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
