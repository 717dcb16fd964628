/** What a prompt's method gave, as messages. */
import { ToolError } from '../../errors.js';
import { kindOf } from '../../schema/words.js';
import type { ContentBlock, PromptMessage, RenderedPrompt } from '../../types.js';
import type { CompiledTool } from '../compiled-tool.js';
import type { Limits } from '../limits.js';
import { contentBlock, isContent } from '../result/content.js';
import { toJson } from '../result/json.js';
import { invalidResult } from '../result/shape.js';

/**
 * A string or MCP content is a message of the user; messages pass as they are; a list of such is a list of messages.
 * @throws ToolError INVALID_RESULT for anything else
 */
export function renderedPrompt(tool: CompiledTool, value: unknown, description: string | undefined, limits: Limits): RenderedPrompt {
  try {
    const whole = isWhole(value) ? value : { messages: value };
    const told = typeof whole.description === 'string' ? whole.description : description;
    const messages = Array.isArray(whole.messages) ? whole.messages.flatMap(messagesOf) : messagesOf(whole.messages);
    return { ...(told !== undefined && { description: told }), messages: toJson(messages, limits) as unknown as PromptMessage[] };
  } catch (error) {
    throw invalidResult(tool.source, error);
  }
}

const isWhole = (value: unknown): value is { description?: unknown; messages: unknown } =>
  typeof value === 'object' && value !== null && 'messages' in value;

function messagesOf(value: unknown): PromptMessage[] {
  if (!isMessage(value)) return [{ role: 'user', content: contentOf(value) }];
  const { role, content } = value;
  return [content].flat().map((one) => ({ role, content: contentOf(one) }));
}

function isMessage(value: unknown): value is { role: PromptMessage['role']; content: unknown } {
  if (typeof value !== 'object' || value === null || !('content' in value)) return false;
  const { role } = value as { role?: unknown };
  return role === 'user' || role === 'assistant';
}

function contentOf(value: unknown): ContentBlock {
  if (typeof value === 'string') return { type: 'text', text: value };
  if (isContent(value)) return contentBlock(value);
  throw new ToolError(
    'INVALID_RESULT',
    `it gave ${kindOf(value)} where a prompt gives a string, { role: 'user' or 'assistant', content }, MCP content, or a list of such`,
  );
}
