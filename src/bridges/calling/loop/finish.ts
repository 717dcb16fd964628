/** Why an answer ended: each bridge has a table from its provider's words to those of here, which are the AI SDK's. */
import { ToolError } from '../../../errors.js';
import { cut } from '../../../schema/words.js';
import { facts, type Provider } from '../facts.js';
import { isFields } from '../shapes.js';

/**
 * `stop`: the model had said all. `tool-calls`: it calls tools. `length`: it reached a limit of tokens. `content-filter`: it was refused
 * or filtered. `error`: the provider failed. `other`: anything else, or nothing is known.
 */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other';

/** How an answer ended. */
export interface Finish {
  readonly reason: FinishReason;
  /** The provider's own word. */
  readonly raw?: string;
  /** Why there is no answer to work with: the run ends with it as an error. */
  readonly failure?: string;
  /** Nothing told of the end but that nothing more came. */
  readonly isUntold?: true;
}

/** By the provider's words. */
export type FinishWords = Readonly<Record<string, FinishReason>>;

/**
 * @param raw the provider's word; an answer without one is whole all the same
 * @param detail what else it said, where it failed
 */
export function finishOf(words: FinishWords, raw: unknown, detail?: unknown): Finish {
  if (typeof raw !== 'string' || raw === '') return { reason: 'other' };
  const reason = Object.hasOwn(words, raw) ? (words[raw] ?? 'other') : 'other';
  if (reason !== 'error') return { reason, raw };
  return { reason, raw, failure: [raw, saidIn(detail)].filter(Boolean).join(': ') };
}

/** Endings that came over the model while it wrote: its last call may lack its arguments. */
const unfinished: ReadonlySet<FinishReason> = new Set(['length', 'content-filter', 'error']);

/** Whether the provider's word is one of those that say so. */
export const isUnfinished = (words: FinishWords, raw: string | null | undefined): boolean => unfinished.has(finishOf(words, raw).reason);

/** There is no answer in what came. */
export const noAnswer = (response: unknown): Finish => ({ reason: 'error', failure: saidIn(response) ?? 'the answer has nothing in it' });

/** Of a stream that ended without saying so. @param hasBegun anything came at all */
export const brokenOff = (hasBegun: boolean): Finish => ({
  reason: 'error',
  failure: hasBegun
    ? 'the stream ended before its last event, so the answer is not whole'
    : 'no event of a stream came; if the server does not stream, ask it without `stream`',
});

/** Of what came in place of a stream. */
export function noStream(came: unknown): Finish {
  const { reason, failure } = brokenOff(false);
  return { reason, failure: saidIn(came) ?? failure ?? '' };
}

/** The error that ends a run. */
export function failureOf(provider: Provider, { failure = 'no reason was given' }: Finish, cause?: unknown): ToolError {
  const end = /[.!?]$/.test(failure) ? '' : '.';
  return new ToolError('CONNECTION_FAILED', `${facts[provider].label} could not answer: ${failure}${end}`, { cause });
}

/** What an operator is told of an answer that came, but not all of it. */
export function warningOf(provider: Provider, { reason, raw, isUntold }: Finish, text: string): string | undefined {
  const { label } = facts[provider];
  if (isUntold) return `${label} did not say why its answer ended: its end may be missing.`;
  const word = raw ?? reason;
  if (reason === 'length') return `The answer of ${label} reached its limit of tokens (${word}): its end is missing.`;
  if (reason === 'content-filter') return `${label} refused or filtered the answer (${word}).`;
  // There were none, or it would not have been the last.
  if (reason === 'tool-calls') return `${label} says that it calls tools (${word}), but there are no calls in its answer.`;
  return reason === 'other' && text.trim() === ''
    ? `${label} said nothing${raw === undefined ? ', and not why' : ` (${raw})`}.`
    : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const longest = 500;

/** What a server says in place of an answer: errors of many shapes, or a page of a proxy. */
export function saidIn(value: unknown): string | undefined {
  const said = textOf(value) ?? (isFields(value) ? placesIn(value).map(textOf).find(Boolean) : undefined);
  return said === undefined ? undefined : cut(said, longest);
}

function placesIn({ error, message, detail, errors, code }: Fields): unknown[] {
  const all = [error, message, detail, Array.isArray(errors) ? errors[0] : undefined];
  return [...all.flatMap((one) => (isFields(one) ? [one['message'], one['code'], one['rawBody']] : [one])), code];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
