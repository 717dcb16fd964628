/** Tells schemas of other libraries from JSON Schema: to a check their instances would be schemas without a keyword, which let pass anything. */

/** How each library gives its schemas as JSON Schema, by the vendor's name in Standard Schema. */
const conversions: Readonly<Record<string, string>> = {
  zod: "pass z.toJSONSchema(schema, { io: 'input' }) (zod 4), or zodToJsonSchema(schema) of 'zod-to-json-schema' (zod 3)",
  valibot: "pass toJsonSchema(schema) of '@valibot/to-json-schema'",
  arktype: 'pass schema.toJsonSchema()',
  effect: 'pass JSONSchema.make(schema)',
  toolmark: "pass the tool's inputSchema",
};

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => (typeof value === 'object' || typeof value === 'function') && value !== null;

/** What is wrong with such a schema, after "must be": nothing for JSON Schema, and for libraries whose schemas are JSON Schema. */
export function foreignSchema(value: unknown): string | undefined {
  const vendor = vendorOf(value);
  if (vendor === undefined) {
    const made = className(value);
    return made === undefined || saysKeywords(value as object) ? undefined : `JSON Schema, a plain object, and is an instance of ${made}`;
  }
  return `JSON Schema, and is a schema of ${vendor}: ${conversions[vendor] ?? `pass what ${vendor} makes of it as JSON Schema`}`;
}

/** The library that a schema is of; undefined for JSON Schema, and for what is no schema. */
export function vendorOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const standard = value['~standard'];
  if (isObject(standard)) {
    const { vendor } = standard;
    if (isHiddenIn(value)) return undefined;
    return vendor === 'typebox' ? undefined : typeof vendor === 'string' ? vendor : 'another library';
  }
  // Before Standard Schema.
  if (typeof value['safeParse'] === 'function' && '_def' in value) return 'zod';
  if (typeof value['validateAsync'] === 'function') return 'joi';
  return value['__isYupSchema__'] === true ? 'yup' : undefined;
}

/** What `z.toJSONSchema` gives is JSON Schema that carries its check out of sight. */
function isHiddenIn(value: Fields): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && Object.getOwnPropertyDescriptor(value, '~standard')?.enumerable === false;
}

/** The class that a value is an instance of; none for plain objects, of this realm or another, and for lists. */
export function className(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return undefined;
  const made: unknown = prototype.constructor;
  if (typeof made !== 'function') return undefined;
  return made.name === 'Object' ? undefined : made.name || 'a class';
}

/** Some libraries make JSON Schema by classes: what says what is valid is one, whoever made it. */
const saysKeywords = (value: object): boolean =>
  ['type', 'properties', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((keyword) => Object.hasOwn(value, keyword));

/** Whether a value looks as the schema of a property may, or as someone may write one: `'string'`, `{ type: 'string' }`, `z.string()`. */
export function looksLikeSchema(value: unknown): boolean {
  if (typeof value === 'string') return typeNames.has(value.replace(/[?[\]]+$/, ''));
  if (typeof value === 'function') return constructors.has(value) || vendorOf(value) !== undefined;
  return isObject(value) && (typeNames.has(value['type'] as string) || vendorOf(value) !== undefined);
}

const constructors: ReadonlySet<unknown> = new Set([String, Number, Boolean, Array, Object, Date]);
const typeNames: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object', 'date']);
