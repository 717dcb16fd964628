// Options that may be undefined, under exactOptionalPropertyTypes; compiled as ../imports.ts is, and not run.
import type OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions/completions.js';
import type { ToolRegistry } from 'toolmark';
import { aiSdk } from 'toolmark/ai-sdk';
import { runTools } from 'toolmark/calling';
import { openai, openaiDriver } from 'toolmark/openai';

interface Settings {
  signal: AbortSignal | undefined;
  strict: boolean | undefined;
  contextWindow: number | undefined;
  maxToolResultChars: number | undefined;
}

export async function ask(client: OpenAI, registry: ToolRegistry, settings: Settings): Promise<unknown[]> {
  const model = 'gpt-5.5';
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hi.' }];
  const { strict, contextWindow, maxToolResultChars } = settings;
  const ran = await runTools({ client: openaiDriver(client), model, messages, registry, ...settings });
  return [
    ...ran.messages.map(({ role }) => role),
    openai.toTools(registry.list(), { strict }),
    openai.toToolChoice('auto', registry.list(), { parallel: strict }),
    aiSdk.toTools(registry, { strict, contextWindow, maxToolResultChars }),
  ];
}
