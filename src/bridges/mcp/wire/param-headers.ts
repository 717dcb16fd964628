/**
 * Arguments that a client repeats in the head of a request, so that whoever stands between can route by them (SEP-2243, revision
 * 2026-07-28): the keyword `x-mcp-header` of a property names a header `Mcp-Param-…`.
 */
import { Buffer } from 'node:buffer';
import type { JsonSchema } from '../../../types.js';
import { isObject } from './tools.js';

export const headerKeyword = 'x-mcp-header';

/** One argument that is repeated. */
export interface ParamHeader {
  /** As the schema writes it, without the prefix. */
  name: string;
  /** Keys from the arguments' root. */
  path: readonly string[];
  isNumeric: boolean;
}

/** The declarations of a schema; with a fault, conforming clients leave the tool out. */
export interface ParamHeaders {
  headers: readonly ParamHeader[];
  fault?: string;
}

/** A token of RFC 9110. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Whether each type counts as a number; those that are missing cannot be repeated. */
const isNumericType: Readonly<Record<string, boolean>> = { string: false, boolean: false, integer: true, number: true };

/** Finds the declarations in a schema of arguments, and the first that the specification forbids. */
export function paramHeadersOf(inputSchema: JsonSchema): ParamHeaders {
  const scan = new Scan();
  scan.visit(inputSchema, [], true);
  return scan.fault === undefined ? { headers: scan.headers } : { headers: scan.headers, fault: scan.fault };
}

class Scan {
  readonly headers: ParamHeader[] = [];
  fault: string | undefined;
  readonly #names = new Set<string>();

  /** @param isReachable over `properties` alone: only there an argument has one place */
  visit(schema: unknown, path: readonly string[], isReachable: boolean): void {
    if (!isObject(schema)) return;
    if (headerKeyword in schema) this.#declare(schema, path, isReachable);
    for (const [keyword, inner] of Object.entries(schema)) {
      if (keyword === 'properties' && isObject(inner))
        for (const [key, property] of Object.entries(inner)) this.visit(property, [...path, key], isReachable);
      else if (branching.has(keyword)) for (const one of branchesOf(keyword, inner)) this.visit(one, [...path, `<${keyword}>`], false);
    }
  }

  #declare(schema: Readonly<Record<string, unknown>>, path: readonly string[], isReachable: boolean): void {
    const { [headerKeyword]: name, type } = schema;
    const misfit = this.#misfitOf(name, type, isReachable && path.length > 0);
    if (misfit !== undefined) this.fault ??= `${headerKeyword} of '${path.join('.')}' ${misfit}`;
    // A number is forbidden, yet its header is compared.
    if (misfit !== undefined && misfit !== noNumber) return;
    this.#names.add((name as string).toLowerCase());
    this.headers.push({ name: name as string, path, isNumeric: isNumericType[type as string] ?? false });
  }

  #misfitOf(name: unknown, type: unknown, isReachable: boolean): string | undefined {
    if (!isReachable) return 'is not on a property that only `properties` lead to.';
    if (typeof name !== 'string' || !token.test(name)) return `is no name of a header: ${JSON.stringify(name)}.`;
    if (this.#names.has(name.toLowerCase())) return `repeats the name '${name}'.`;
    if (type === 'number') return noNumber;
    return typeof type === 'string' && type in isNumericType ? undefined : 'is on what is neither string, integer nor boolean.';
  }
}

const noNumber = 'is on a number; only string, integer and boolean have one spelling.';

const named = new Set(['patternProperties', 'dependentSchemas', '$defs', 'definitions']);
const branching = new Set([
  ...named,
  'items',
  'prefixItems',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
]);

function branchesOf(keyword: string, inner: unknown): unknown[] {
  if (named.has(keyword) && isObject(inner)) return Object.values(inner);
  return [inner].flat();
}

/** A header that says something else than the arguments. */
export interface Mismatch {
  header: string;
  message: string;
}

/** The first header that is missing or says something else; what the arguments leave out is not looked for. */
export function mismatchOf(
  headers: readonly ParamHeader[],
  args: unknown,
  sent: Readonly<Record<string, string | undefined>>,
): Mismatch | undefined {
  for (const { name, path, isNumeric } of headers) {
    const value = path.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), args);
    const expected = spelled(value);
    if (expected === undefined) continue;
    const header = `Mcp-Param-${name}`;
    const given = sent[header.toLowerCase()];
    const wrong = given === undefined ? 'is missing' : misfitOfValue(given, expected, isNumeric);
    if (wrong !== undefined)
      return { header, message: `Header mismatch: the header ${header} ${wrong}; it repeats the argument '${path.join('.')}'.` };
  }
  return undefined;
}

function misfitOfValue(given: string, expected: string, isNumeric: boolean): string | undefined {
  const decoded = decode(given);
  if (decoded === undefined) return 'is no valid Base64 of UTF-8';
  const isSame =
    decoded === expected || (isNumeric && decimal.test(decoded) && decimal.test(expected) && Number(decoded) === Number(expected));
  return isSame ? undefined : 'has another value';
}

const decimal = /^-?\d+(?:\.\d+)?$/;

/** What a client would write; other values it does not repeat. */
function spelled(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const isSpelled = typeof value === 'number' && Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isSpelled ? String(value) : undefined;
}

const encoded = /^=\?base64\?(.*)\?=$/s;
const canonical = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decode(value: string): string | undefined {
  const base64 = encoded.exec(value)?.[1];
  if (base64 === undefined) return value;
  if (!canonical.test(base64)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}
