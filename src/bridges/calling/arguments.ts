/** Arguments for APIs that take an object and nothing else. */
import { parsedJson } from './json-text.js';
import { isFields } from './shapes.js';

/** The object, or that which JSON text holds; an empty one for what was cut off, which cannot go back as it is. */
export function objectArguments(args: unknown): Record<string, unknown> {
  const value = typeof args === 'string' ? parsedJson(args) : args;
  return isFields(value) ? value : {};
}
