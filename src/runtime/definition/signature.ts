/** A tool's arguments as people read them. */
import type { JsonSchema } from '../../types.js';

/** One argument, for display. */
export interface SignatureEntry {
  name: string;
  /** For example `string`, `number[]`, `"asc" | "desc"`. */
  type: string;
  required: boolean;
  default?: unknown;
  description?: string;
}

/** In the order of the schema's properties. */
export function signatureOf(schema: JsonSchema): SignatureEntry[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const entry: SignatureEntry = { name, type: typeText(property), required: schema.required?.includes(name) ?? false };
    if (property.default !== undefined) entry.default = property.default;
    if (property.description !== undefined) entry.description = property.description;
    return entry;
  });
}

/** A schema's type in a few words of TypeScript. */
export function typeText(schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== 'object') return 'any';
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.map(typeText))].join(' | ');
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.map((type) => (type === 'array' ? arrayText(schema) : type)).join(' | ') || 'any';
}

function arrayText(schema: JsonSchema): string {
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeText).join(', ')}]`;
  const item = typeText(schema.items);
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
}
