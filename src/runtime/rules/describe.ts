/** Tells in a property's description what its schema does not say. */
import { argumentsOf, defaultMessage } from './built-in.js';
import { constraintsOf, type RuleRecord } from './metadata.js';
import type { RuleEntry } from './table/index.js';

/** A sentence for a model, or undefined where there is nothing to tell. */
export function sentenceOf(rule: RuleRecord, entry: RuleEntry | undefined, conditional: boolean): string | undefined {
  const sentence = entry ? entry.describe?.(argumentsOf(rule)) : customSentence(rule);
  if (sentence === undefined) return undefined;
  const each = rule.each && entry ? sentence.replace(/^Must/, 'Each item must') : sentence;
  return conditional ? `In some cases only: ${each.charAt(0).toLowerCase()}${each.slice(1)}` : each;
}

/** A custom rule is told by its message; one that is made from the value or cannot be made yet falls back to the rule's name. */
function customSentence(rule: RuleRecord): string {
  const constraint = constraintsOf(rule)[0];
  const message = typeof rule.message === 'string' ? rule.message : ownMessage(rule);
  const text = message === undefined ? undefined : substitute(message, rule);
  if (text !== undefined && text !== '' && !/\$(value|target|property|constraint)/.test(text)) return asSentence(text);
  const name = rule.name ?? constraint?.name;
  return name ? `Must pass the check '${name}'.` : 'Must pass a check of the server.';
}

function ownMessage(rule: RuleRecord): string | undefined {
  const message = defaultMessage(rule);
  // A message that speaks of the value says "undefined" here.
  return message !== undefined && !/\bundefined\b/.test(message) ? message : undefined;
}

/** class-validator's tokens, as far as they are known before a call. */
function substitute(message: string, rule: RuleRecord): string {
  const withArguments = message.replace(/\$constraint(\d+)/g, (token, index: string) => {
    const argument = argumentsOf(rule)[Number(index) - 1];
    return argument === undefined ? token : plain(argument);
  });
  const target = typeof rule.target === 'string' ? rule.target : rule.target.name;
  return withArguments.replace(/\$property/g, () => rule.propertyName).replace(/\$target/g, () => target);
}

/** An argument as class-validator's messages show it. */
export function plain(argument: unknown): string {
  if (Array.isArray(argument)) return argument.map(plain).join(', ');
  if (typeof argument === 'symbol') return argument.description ?? '';
  return typeof argument === 'object' && argument !== null && Object.getPrototypeOf(argument) === null ? '[object]' : String(argument);
}

function asSentence(text: string): string {
  const trimmed = text.trim();
  const sentence = `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** The description with the sentences after it; one that is already there is not repeated. */
export function withSentences(description: string | undefined, sentences: readonly string[]): string | undefined {
  let text = description?.trim() ?? '';
  for (const sentence of sentences) {
    if (text.includes(sentence)) continue;
    text = text === '' ? sentence : `${/[.!?:]$/.test(text) ? text : `${text}.`} ${sentence}`;
  }
  return text === '' ? undefined : text;
}
