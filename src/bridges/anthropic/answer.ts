/** What an answer of Anthropic says. */
import type Anthropic from '@anthropic-ai/sdk';
import { lastCutOff } from '../calling/cut-off.js';
import type { RawCall } from '../calling/shapes.js';
import type { Usage } from '../calling/usage.js';
import type { AnthropicTypes } from './types.js';

/** The calls among the blocks. Those of tools that Anthropic runs are its own. */
export function callsIn({ content, stop_reason: reason }: AnthropicTypes['response']): RawCall[] {
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input }] : []));
  return lastCutOff(calls, isCutOff(reason) && content.at(-1)?.type === 'tool_use');
}

export const isCutOff = (reason: Anthropic.StopReason | null | undefined): boolean =>
  reason === 'max_tokens' || reason === 'model_context_window_exceeded';

/** All text of the blocks. */
export function textIn(content: readonly Anthropic.ContentBlock[]): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}

/** Blocks of an answer as they go back with the next request; thinking with its signature. Empty text would be refused. */
export function assistantContent(content: readonly Anthropic.ContentBlock[]): Anthropic.ContentBlockParam[] {
  return content.filter((block) => block.type !== 'text' || block.text !== '');
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
