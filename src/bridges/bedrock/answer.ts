/** What an answer of Converse says. */
import type { ContentBlock, StopReason, TokenUsage } from '@aws-sdk/client-bedrock-runtime';
import { withoutLast } from '../calling/blocks.js';
import { lastCutOff } from '../calling/cut-off.js';
import { type Finish, finishOf, type FinishWords, isUnfinished } from '../calling/loop/finish.js';
import type { RawCall } from '../calling/shapes.js';
import { type Usage, usageOf } from '../calling/usage.js';
import type { BedrockTypes } from './types.js';

export const contentIn = ({ output }: BedrockTypes['response']): readonly ContentBlock[] => output?.message?.content ?? [];

/** The calls among the blocks. Those of tools that the service runs are its own. */
export function callsIn(response: BedrockTypes['response']): RawCall[] {
  const content = contentIn(response);
  const calls = content.flatMap(({ toolUse }) => {
    if (toolUse === undefined || toolUse.type === 'server_tool_use') return [];
    return [{ ...(toolUse.toolUseId !== undefined && { id: toolUse.toolUseId }), name: toolUse.name ?? '', args: toolUse.input }];
  });
  return lastCutOff(calls, isCutOff(response.stopReason) && content.at(-1)?.toolUse !== undefined);
}

export const isCutOff = (reason: StopReason | undefined): boolean => isUnfinished(finishWords, reason);

/** All text of the blocks. */
export const textIn = (content: readonly ContentBlock[]): string => content.flatMap(({ text }) => text ?? []).join('');

/** Blocks as they go back with the next request: blank text would be refused, and reasoning at the end, where an answer broke off. */
export function assistantContent(content: readonly ContentBlock[]): ContentBlock[] {
  const said = content.filter(({ text }) => text === undefined || text.trim() !== '');
  return withoutLast(said, ({ reasoningContent }) => reasoningContent !== undefined);
}

const finishWords: FinishWords = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  content_filtered: 'content-filter',
  guardrail_intervened: 'content-filter',
  malformed_model_output: 'error',
  malformed_tool_use: 'error',
};

export const finishIn = ({ stopReason }: { stopReason?: StopReason | undefined }): Finish => finishOf(finishWords, stopReason);

export function usageIn(usage: TokenUsage | undefined): Usage | undefined {
  if (!usage) return undefined;
  const { inputTokens, outputTokens, totalTokens, cacheReadInputTokens, cacheWriteInputTokens } = usage;
  return usageOf({
    inputTokens,
    outputTokens,
    totalTokens,
    cacheReadTokens: cacheReadInputTokens,
    cacheWriteTokens: cacheWriteInputTokens,
  });
}
