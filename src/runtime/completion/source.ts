/** What a completion is made of: a method marked with `@complete`, a function given by hand, or the choices that a schema lists. */
import type { CompleteOptions, Completion, JsonSchema, ToolContext } from '../../types.js';
import { type Method, plannedSource } from '../definition/method-source.js';
import type { ToolPlan, ToolSource } from '../definition/source.js';

/** Proposes values for an argument, given what was typed so far and the other arguments' texts. */
export type Completer = (
  value: string,
  others: Record<string, string>,
  context: ToolContext,
) => string[] | Completion | Promise<string[] | Completion>;

/** A completion, and what it is for. */
export interface CompletionSource {
  options: CompleteOptions;
  /** Of the class: the prompt's name may be given without it. */
  prefix: string;
  source: ToolSource;
}

export function methodCompletion(method: Method, options: CompleteOptions, prefix: string): CompletionSource {
  const called = { kind: 'completion' as const, name: completionName(options), options: {} };
  return { options, prefix, source: plannedSource(method, called, () => completionPlan) };
}

/** @param target what it completes, for its settings */
export function handMadeCompletion(options: CompleteOptions, complete: Completer, target: ToolSource): CompletionSource {
  const source: ToolSource = {
    kind: 'completion',
    name: completionName(options),
    place: target.place,
    options: {},
    settings: target.settings,
    isAsync: () => true,
    plan: () => completionPlan,
    call: ([value, others, context]) => complete(value as string, others as Record<string, string>, context as ToolContext),
  };
  return { options, prefix: '', source };
}

export const completionName = ({ prompt, resource, argument }: CompleteOptions): string => `${argument} of ${prompt ?? resource ?? ''}`;

/** The parameters of every completion. */
const completionPlan: ToolPlan = {
  input: {
    type: 'object',
    properties: { value: { type: 'string' }, others: { type: 'object', additionalProperties: { type: 'string' } } },
    required: ['value', 'others'],
    additionalProperties: false,
  },
  wrapsOutput: false,
  parameters: [
    { name: 'value', role: 'property' },
    { name: 'others', role: 'property' },
    { name: 'context', role: 'context' },
  ],
  classNamed: () => undefined,
};

/** The texts that a schema lists, as far as it lists all that fit. */
export function choicesOf(schema: JsonSchema | boolean | undefined): string[] {
  if (typeof schema !== 'object') return [];
  const { enum: members, const: only, oneOf, anyOf, items, type } = schema;
  if (members) return members.filter(isScalar).map(String);
  if (only !== undefined) return [only].filter(isScalar).map(String);
  if (type === 'boolean') return ['true', 'false'];
  if (type === 'array') return choicesOf(items);
  return (oneOf ?? anyOf ?? []).flatMap(choicesOf);
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
