/** Calls with a plain text in place of JSON: which argument the text is. */
import type { ObjectSchema } from '../../types.js';

const isText = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && (schema as { type?: unknown }).type === 'string';

/** The argument that a plain text is: the only one, or the only one that is required. Undefined where that is no text. */
export function textArgument({ properties = {}, required = [] }: Partial<ObjectSchema> = {}): string | undefined {
  const names = Object.keys(properties);
  const [name, ...others] = names.length === 1 ? names : required;
  return name !== undefined && others.length === 0 && isText(properties[name]) ? name : undefined;
}

/** The text of a call. */
export function textOfCall(args: unknown): string {
  if (typeof args === 'string') return args;
  const text: unknown = Object.values(args ?? {}).find((value) => typeof value === 'string');
  return typeof text === 'string' ? text : '';
}

/** The same text under the name that its tool has for it. */
export function asTextArgument(args: object, schema: ObjectSchema): object {
  const name = textArgument(schema);
  return name === undefined || Object.hasOwn(args, name) ? args : { [name]: textOfCall(args) };
}

/** The description of a tool that is called with a text: what the text is to be stands there too, as there is no schema. */
export function describedText(
  description: string | null | undefined,
  parameters: Readonly<Record<string, unknown>> | null | undefined,
  argument: string,
): { description?: string } {
  const { [argument]: text } = (parameters?.['properties'] ?? {}) as Record<string, { description?: string }>;
  const words = [description, text?.description].filter(Boolean).join('\n');
  return words === '' ? {} : { description: words };
}
