/** What an answer of Converse says. */
import type { ContentBlock, TokenUsage } from '@aws-sdk/client-bedrock-runtime';
import type { RawCall } from '../calling/shapes.js';
import { type Usage, usageOf } from '../calling/usage.js';
import type { BedrockTypes } from './types.js';

export const contentIn = ({ output }: BedrockTypes['response']): readonly ContentBlock[] => output?.message?.content ?? [];

/** The calls among the blocks. Those of tools that the service runs are its own. */
export function callsIn(content: readonly ContentBlock[]): RawCall[] {
  return content.flatMap(({ toolUse }) => {
    if (toolUse === undefined || toolUse.type === 'server_tool_use') return [];
    return [{ ...(toolUse.toolUseId !== undefined && { id: toolUse.toolUseId }), name: toolUse.name ?? '', args: toolUse.input }];
  });
}

/** All text of the blocks. */
export const textIn = (content: readonly ContentBlock[]): string => content.flatMap(({ text }) => text ?? []).join('');

/** Blocks as they go back with the next request: blank text would be refused. */
export const assistantContent = (content: readonly ContentBlock[]): ContentBlock[] =>
  content.filter(({ text }) => text === undefined || text.trim() !== '');

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
