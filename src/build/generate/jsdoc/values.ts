/** Values written in tags: `@default`, `@example`, `@examples`, `@enum`. Nothing is ever run. */
import type { ContractSchema, JsonValue } from '../../../types.js';
import { constantValue } from '../constants.js';
import { ts } from '../engine.js';

/** A value written as JSON or as a TypeScript literal. */
export function literalText(text: string): JsonValue | undefined {
  const source = ts.createSourceFile('value.ts', `(${text})`, ts.ScriptTarget.Latest, false);
  const [statement] = source.statements;
  const broken = (source as ts.SourceFile & { parseDiagnostics?: unknown[] }).parseDiagnostics?.length;
  if (broken || source.statements.length !== 1 || !statement || !ts.isExpressionStatement(statement)) return undefined;
  return constantValue(statement.expression);
}

/** The types a schema lets through; undefined when any. */
export function typesOf(schema: ContractSchema, resolve: (schema: ContractSchema) => ContractSchema | undefined): Set<string> | undefined {
  if (schema.$ref !== undefined) {
    const target = resolve(schema);
    return target && target !== schema ? typesOf(target, resolve) : undefined;
  }
  if (schema.type !== undefined) return new Set([schema.type].flat());
  if (!schema.anyOf) return undefined;
  const branches = schema.anyOf.map((branch) => typesOf(branch, resolve));
  const known = branches.filter((branch) => branch !== undefined);
  return known.length < branches.length ? undefined : new Set(known.flatMap((branch) => [...branch]));
}

/** Whether the text runs something when taken as code. */
export const isRequire = (text: string): boolean => /^\(?\s*(?:require|import)\s*\(/.test(text);

/** Reads a value as the field's type wants it: on a string the text itself, quoted or not; else a literal. */
export function valueFor(text: string, types: Set<string> | undefined): JsonValue | undefined {
  const trimmed = text.trim();
  const literal = literalText(trimmed);
  const others = types && [...types].filter((type) => type !== 'string' && type !== 'null');
  if (!types || !types.has('string')) return literal;
  if (typeof literal === 'string' && /^["'`]/.test(trimmed)) return literal;
  if (literal === null && types.has('null')) return null;
  if (others && others.length > 0 && literal !== undefined && others.includes(kind(literal))) return literal;
  return trimmed;
}

/** JSON Schema's type of a value; whole numbers are numbers. */
export const kind = (value: JsonValue): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
