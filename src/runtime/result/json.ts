/** Any value a method returns -> JSON, or a clear reason why not. */
import { types } from 'node:util';
import { instanceToPlain } from 'class-transformer';
import { ToolError } from '../../errors.js';
import type { Constructor, JsonValue } from '../../types.js';
import type { Limits } from '../limits.js';
import { hidesFields } from '../transformer.js';

/** One conversion: its work is bounded, and it knows which objects it is inside of. */
interface Conversion {
  limits: Limits;
  nodes: number;
  inside: Set<object>;
}

/**
 * @returns undefined for what JSON leaves out: undefined, functions, symbols
 * @throws ToolError INVALID_RESULT for a cycle, or over the limits
 */
export function toJson(value: unknown, limits: Limits): JsonValue | undefined {
  return convert(value, { limits, nodes: 0, inside: new Set() });
}

/** Whether `JSON.stringify` at once gives the text of what `toJson` would: a plain object of texts, numbers, truth values and nulls. */
export function isFlat(value: unknown, { resultNodes }: Limits): boolean {
  if (typeof value !== 'object' || value === null || !isPlain(value)) return false;
  const keys = Object.keys(value);
  return keys.length < resultNodes && keys.every((key) => isScalar((value as Record<string, unknown>)[key]));
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;

type Converter = { fits(value: object): boolean; json(value: never, conversion: Conversion): JsonValue | undefined };

/** Objects that have a JSON form of their own, first match wins. */
const converters: readonly Converter[] = [
  { fits: (value) => value instanceof Date, json: (value: Date) => (Number.isNaN(value.getTime()) ? null : value.toISOString()) },
  { fits: (value) => value instanceof URL, json: (value: URL) => value.href },
  {
    fits: (value) => value instanceof Uint8Array,
    json: (value: Uint8Array) => Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'),
  },
  { fits: (value) => value instanceof ArrayBuffer, json: (value: ArrayBuffer) => Buffer.from(value).toString('base64') },
  {
    fits: (value) => ArrayBuffer.isView(value) && !(value instanceof DataView),
    json: (value: Int32Array, conversion) => list(value, conversion),
  },
  { fits: (value) => value instanceof Map, json: (value: Map<unknown, unknown>, conversion) => mapJson(value, conversion) },
  { fits: (value) => value instanceof Set, json: (value: Set<unknown>, conversion) => list([...value], conversion) },
  { fits: (value) => value instanceof RegExp, json: (value: RegExp) => String(value) },
  { fits: (value) => value instanceof Error, json: (value: Error) => ({ name: value.name, message: value.message }) },
  { fits: types.isBoxedPrimitive, json: (value: object, conversion) => convert(value.valueOf(), conversion) },
  { fits: Array.isArray, json: (value: unknown[], conversion) => list(value, conversion) },
];

function convert(value: unknown, conversion: Conversion): JsonValue | undefined {
  conversion.nodes += 1;
  if (conversion.nodes > conversion.limits.resultNodes) throw tooMany(conversion.limits);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object') return undefined;
  if (conversion.inside.has(value)) throw invalid('it contains itself (a cycle)');
  if (conversion.inside.size >= conversion.limits.resultDepth)
    throw invalid(`it is nested deeper than ${conversion.limits.resultDepth} levels`);
  conversion.inside.add(value);
  try {
    return objectJson(value, conversion);
  } finally {
    conversion.inside.delete(value);
  }
}

function objectJson(value: object, conversion: Conversion): JsonValue | undefined {
  if (isPlain(value)) return fields(value, conversion);
  const converter = converters.find(({ fits }) => fits(value));
  if (converter) return converter.json(value as never, conversion);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return convert(toJSON.call(value), conversion);
  const owner: unknown = (Object.getPrototypeOf(value) as { constructor?: unknown } | null)?.constructor;
  const isHiding = typeof owner === 'function' && owner !== Object && hidesFields(owner as Constructor, value);
  return fields(isHiding ? (instanceToPlain(value, { enableCircularCheck: true }) as object) : value, conversion);
}

/** As most results are: none of the converters is for it. */
function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && typeof (value as { toJSON?: unknown }).toJSON !== 'function';
}

function list(items: ArrayLike<unknown>, conversion: Conversion): JsonValue[] {
  // Before anything is copied: a sparse array may claim four thousand million items.
  if (items.length > conversion.limits.resultNodes) throw tooMany(conversion.limits);
  return Array.from(items, (item) => convert(item, conversion) ?? null);
}

function fields(value: object, conversion: Conversion): { [key: string]: JsonValue } {
  const json: { [key: string]: JsonValue } = {};
  for (const key of Object.keys(value)) {
    const converted = convert((value as Record<string, unknown>)[key], conversion);
    if (converted !== undefined) put(json, key, converted);
  }
  return json;
}

/** An object where keys are text, numbers or the like; a list of pairs otherwise. */
function mapJson(map: ReadonlyMap<unknown, unknown>, conversion: Conversion): JsonValue {
  if ([...map.keys()].some((key) => typeof key === 'object' && key !== null))
    return list(
      [...map].map((pair) => [...pair]),
      conversion,
    );
  const json: { [key: string]: JsonValue } = {};
  for (const [key, value] of map) {
    const converted = convert(value, conversion);
    if (converted !== undefined) put(json, String(key), converted);
  }
  return json;
}

function put(json: { [key: string]: JsonValue }, key: string, value: JsonValue): void {
  // Defining costs ten times as much as setting, which would do something else for this one name.
  if (key !== '__proto__') json[key] = value;
  else Object.defineProperty(json, key, { value, enumerable: true, configurable: true, writable: true });
}

const tooMany = ({ resultNodes }: Limits): ToolError => invalid(`it holds more than ${resultNodes} values`);

function invalid(reason: string): ToolError {
  return new ToolError('INVALID_RESULT', `the result has no JSON form: ${reason}`);
}
