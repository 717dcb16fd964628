// The bridges to frameworks, as their own types want what they give; compiled as imports.ts is, and not run.
import { Agent } from '@openai/agents-core';
import { generateText, type LanguageModel, type ToolSet } from 'ai';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { ToolRegistry } from 'toolmark';
import { aiSdk } from 'toolmark/ai-sdk';
import { googleAdk } from 'toolmark/google-adk';
import { langchain } from 'toolmark/langchain';
import { mastra } from 'toolmark/mastra';
import { openaiAgents } from 'toolmark/openai-agents';

const registry = new ToolRegistry();
const set: ToolSet = aiSdk.toTools(registry, { context: ({ toolCallId }) => ({ meta: { toolCallId } }) });

export const answer = async (model: LanguageModel) => generateText({ model, prompt: '', tools: set });
export const structured = async (): Promise<StructuredToolInterface[]> => langchain.toTools(registry, { onError: 'throw' });
export const agent = async () => new Agent({ name: 'agent', tools: await openaiAgents.toTools(registry) });
export const adkTools = async (): Promise<{ name: string }[]> => googleAdk.toTools(registry);
export const mastraIds = Object.values(mastra.toTools(registry)).map(({ id }) => id);
