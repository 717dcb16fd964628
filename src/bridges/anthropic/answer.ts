/** What an answer of Anthropic says. */
import type Anthropic from '@anthropic-ai/sdk';
import { withoutLast } from '../calling/blocks.js';
import { lastCutOff } from '../calling/cut-off.js';
import { type Finish, finishOf, type FinishWords, isUnfinished } from '../calling/loop/finish.js';
import type { RawCall } from '../calling/shapes.js';
import type { Usage } from '../calling/usage.js';
import type { AnthropicTypes } from './types.js';

/** The calls among the blocks. Those of tools that Anthropic runs are its own. */
export function callsIn({ content, stop_reason: reason }: AnthropicTypes['response']): RawCall[] {
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input }] : []));
  return lastCutOff(calls, isCutOff(reason) && content.at(-1)?.type === 'tool_use');
}

export const isCutOff = (reason: Anthropic.StopReason | null | undefined): boolean => isUnfinished(finishWords, reason);

/** All text of the blocks. */
export function textIn(content: readonly Anthropic.ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}

/**
 * Blocks of an answer as they go back with the next request; thinking with its signature. Blank text would be refused, and so would
 * thinking at the end, which an answer has that broke off.
 */
export function assistantContent(content: readonly Anthropic.ContentBlock[]): Anthropic.ContentBlockParam[] {
  const said = content.filter((block) => block.type !== 'text' || block.text.trim() !== '');
  return withoutLast(said, ({ type }) => type === 'thinking' || type === 'redacted_thinking');
}

const finishWords: FinishWords = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
};

export const finishIn = ({ stop_reason: reason }: { stop_reason?: Anthropic.StopReason | null }): Finish => finishOf(finishWords, reason);

/** The end of a stream: what is said of it, or that it is there. */
export function finishOfChunk(chunk: AnthropicTypes['chunk']): Finish | undefined {
  if (chunk.type === 'message_delta') return chunk.delta.stop_reason ? finishIn(chunk.delta) : undefined;
  return chunk.type === 'message_stop' ? { reason: 'other' } : undefined;
}

/** Input tokens are all that were read, from the cache too. */
export function usageIn(usage: Partial<Anthropic.Usage | Anthropic.MessageDeltaUsage>): Usage {
  const cacheRead = usage.cache_read_input_tokens ?? 0;
  const cacheWrite = usage.cache_creation_input_tokens ?? 0;
  const inputTokens = (usage.input_tokens ?? 0) + cacheRead + cacheWrite;
  const outputTokens = usage.output_tokens ?? 0;
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...(cacheRead > 0 && { cacheReadTokens: cacheRead }),
    ...(cacheWrite > 0 && { cacheWriteTokens: cacheWrite }),
  };
}
