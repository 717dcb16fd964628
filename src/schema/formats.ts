/** Formats are asserted, by the functions of ajv-formats; those it does not know say nothing. */
import { loadFormats } from './libraries.cjs';

type FormatCheck = (value: never) => boolean;

/** The check of a format for strings or for numbers; undefined when it says nothing of such values. */
export function formatCheck(format: unknown, kind: 'string' | 'number'): FormatCheck | undefined {
  if (typeof format !== 'string') return undefined;
  const fullFormats = loadFormats();
  if (!Object.hasOwn(fullFormats, format)) return undefined;
  const known = fullFormats[format as keyof typeof fullFormats] as unknown;
  if (typeof known !== 'object' || known === null)
    return kind === 'string' && typeof known === 'function' ? (known as FormatCheck) : undefined;
  if (known instanceof RegExp) return kind === 'string' ? (text: string) => known.test(text) : undefined;
  const { type = 'string', validate } = known as { type?: string; validate: unknown };
  if (type !== kind) return undefined;
  return validate instanceof RegExp ? (text: string) => validate.test(text) : (validate as FormatCheck);
}
