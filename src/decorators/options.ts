/**
 * Checks what an author wrote in a decorator, at decoration time: one small entry an option.
 */
import { ToolError } from '../errors.js';

/** One option: what it must be, in words and as a predicate. */
interface OptionRule {
  expected: string;
  fits(value: unknown): boolean;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTextArray = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

/** The names MCP allows (specification 2025-11-25, "Tool Names"). */
export const toolNamePattern = /^[A-Za-z0-9._-]{1,128}$/;

const toolName: OptionRule = {
  expected: 'a name of 1 to 128 characters out of A-Z a-z 0-9 . _ -',
  fits: (value) => typeof value === 'string' && toolNamePattern.test(value),
};
const text: OptionRule = { expected: 'a non-empty string', fits: isText };
const texts: OptionRule = { expected: 'an array of non-empty strings', fits: isTextArray };
const object: OptionRule = { expected: 'an object', fits: isObject };
const flag: OptionRule = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };
const anything: OptionRule = { expected: 'anything', fits: () => true };

const hints = new Set(['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']);

const annotations: OptionRule = {
  expected: `an object of ${[...hints].join(', ')} (title a string, hints true or false)`,
  fits: (value) =>
    isObject(value) && Object.entries(value).every(([key, hint]) => hints.has(key) && (key === 'title' ? isText(hint) : flag.fits(hint))),
};

const shared = {
  annotations,
  icons: {
    expected: 'an array of { src, mimeType?, sizes?, theme? }',
    fits: (value) => Array.isArray(value) && value.every((icon) => isObject(icon) && isText(icon['src'])),
  },
  tags: texts,
  meta: object,
  _meta: object,
  timeout: { expected: 'milliseconds, a number above 0', fits: (value) => typeof value === 'number' && value > 0 },
  scopes: texts,
  guard: { expected: 'a function', fits: (value) => typeof value === 'function' },
  strict: flag,
  defer: flag,
} satisfies Record<string, OptionRule>;

/** Options of `@tool` and `tool(fn)`. */
export const toolRules: Record<string, OptionRule> = {
  name: toolName,
  title: text,
  description: text,
  ...shared,
  examples: {
    expected: 'an array of { args, description? }',
    fits: (value) => Array.isArray(value) && value.every((example) => isObject(example) && isObject(example['args'])),
  },
};

const { annotations: _toolHints, strict: _strict, defer: _defer, ...sharedByAll } = shared;

const resourceHints: Readonly<Record<string, OptionRule>> = {
  audience: { expected: '', fits: (value) => Array.isArray(value) && value.every((who) => who === 'user' || who === 'assistant') },
  priority: { expected: '', fits: (value) => typeof value === 'number' && value >= 0 && value <= 1 },
  lastModified: { expected: '', fits: isText },
};

/** Options of `@resource`. */
export const resourceRules: Record<string, OptionRule> = {
  name: text,
  title: text,
  description: text,
  mimeType: text,
  size: { expected: 'bytes, a whole number', fits: (value) => Number.isSafeInteger(value) && (value as number) >= 0 },
  ...sharedByAll,
  annotations: {
    expected: "an object of audience ('user', 'assistant'), priority (0 to 1), lastModified (ISO 8601)",
    fits: (value) =>
      isObject(value) && Object.entries(value).every(([key, hint]) => Object.hasOwn(resourceHints, key) && resourceHints[key]?.fits(hint)),
  },
};

/** Options of `@prompt`. */
export const promptRules: Record<string, OptionRule> = { name: toolName, title: text, description: text, ...sharedByAll };

/** Options of `@complete`. */
export const completeRules: Record<string, OptionRule> = { prompt: text, resource: text, argument: text };

/** Options of `form<T>()`. */
export const formRules: Record<string, OptionRule> = { name: text, schema: object };

/** Options of `@toolset`. */
export const toolsetRules: Record<string, OptionRule> = {
  prefix: { expected: 'a string out of A-Z a-z 0-9 . _ -', fits: (value) => typeof value === 'string' && /^[A-Za-z0-9._-]*$/.test(value) },
  ...shared,
};

/** Options of `@param` and `@payload`. */
export const paramRules: Record<string, OptionRule> = {
  name: text,
  description: text,
  schema: object,
  default: anything,
  examples: { expected: 'an array', fits: Array.isArray },
  secret: flag,
  header: {
    expected: "the name of a header (letters, digits and !#$%&'*+-.^_`|~)",
    fits: (value) => typeof value === 'string' && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value),
  },
};

/** @throws ToolError INVALID_DEFINITION, naming the place, the option and what it should be. */
export function checkOptions(options: unknown, rules: Record<string, OptionRule>, place: string): void {
  if (!isObject(options)) throw invalid(place, `options must be an object, not ${describe(options)}`);
  for (const [key, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) throw invalid(place, `unknown option '${key}'; known: ${Object.keys(rules).join(', ')}`);
    if (value !== undefined && !rule.fits(value)) throw invalid(place, `option '${key}' must be ${rule.expected}, not ${describe(value)}`);
  }
}

export function invalid(place: string, what: string): ToolError {
  return new ToolError('INVALID_DEFINITION', `${place}: ${what}.`);
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  return value === null || typeof value !== 'object' ? String(value) : 'an object';
}
