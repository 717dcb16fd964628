import Anthropic from '@anthropic-ai/sdk';
import { anthropic } from '../../../../../src/bridges/anthropic.js';
import { anthropicToolProblems } from '../../legal/index.js';
import { listOf } from '../chat-wire.js';
import type { Json } from '../../legal/schema.js';
import type { Subject, WireResult } from '../subject.js';

const blocksOf = (message: Json | undefined): Json[] =>
  typeof message?.['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : listOf(message?.['content']);

/** Each call has its result first thing in the next message, and nothing else has one. */
function messageProblems(body: Json): string[] {
  const messages = listOf(body['messages']);
  return messages.flatMap((message, index) => {
    const calls = blocksOf(message).filter(({ type }) => type === 'tool_use');
    const answers = blocksOf(messages[index + 1]).filter(({ type }) => type === 'tool_result');
    const ids = answers.map((answer) => answer['tool_use_id']);
    const before = blocksOf(messages[index - 1]).filter(({ type }) => type === 'tool_use');
    return [
      ...calls.filter(({ id }) => !ids.includes(id)).map(({ id }) => `tool_use ids without tool_result: ${String(id)}`),
      ...calls.filter(({ id }) => !/^[a-zA-Z0-9_-]+$/.test(String(id))).map(({ id }) => `an id ${String(id)}`),
      ...calls.filter(({ input }) => typeof input !== 'object' || input === null).map(() => 'input that is no object'),
      ...blocksOf(message).flatMap((block) => blockProblems(block, before)),
      ...(blocksOf(message).length === 0 ? ['a message without content'] : []),
      ...(String(blocksOf(message).at(-1)?.['type']).endsWith('thinking')
        ? ['The final block in an assistant message cannot be `thinking`.']
        : []),
    ];
  });
}

function blockProblems(block: Json, before: readonly Json[]): string[] {
  if (block['type'] === 'text') return String(block['text']).trim() === '' ? ['text content blocks must contain non-whitespace text'] : [];
  if (block['type'] !== 'tool_result') return [];
  const isCall = before.some(({ id }) => id === block['tool_use_id']);
  const inner = Array.isArray(block['content']) ? listOf(block['content']).flatMap((one) => blockProblems(one, [])) : [];
  return [...inner, ...(isCall ? [] : [`unexpected tool_use_id ${String(block['tool_use_id'])}`])];
}

/** What holds of the tools together. */
export function listProblems(tools: readonly Json[]): string[] {
  const isDeferred = (tool: Json): boolean => tool['defer_loading'] === true;
  const problems: string[] = [];
  if (tools.length > 0 && tools.every(isDeferred)) problems.push('All tools have defer_loading set.');
  if (tools.some((tool) => isDeferred(tool) && tool['cache_control'])) problems.push('cache_control and defer_loading');
  if (tools.some(isDeferred) && tools.some((tool) => tool['input_examples'])) problems.push('input_examples with tool search');
  const isSearch = (tool: Json): boolean => String(tool['type']).startsWith('tool_search_tool_');
  if (tools.some(isDeferred) && !tools.some(isSearch)) problems.push('defer_loading without tool search');
  return problems;
}

function results(body: Json): WireResult[] {
  return listOf(body['messages'])
    .flatMap(blocksOf)
    .filter(({ type }) => type === 'tool_result')
    .map((block) => {
      const parts = blocksOf(block);
      return {
        id: String(block['tool_use_id']),
        text: parts.flatMap((part) => (part['type'] === 'text' ? [String(part['text'])] : [])).join('\n'),
        isError: block['is_error'] === true,
        images: parts.filter(({ type }) => type === 'image').length,
      };
    });
}

export const anthropicSubject: Subject = {
  title: 'Anthropic Messages',
  bridge: anthropic,
  model: 'claude-sonnet-5',
  client: (baseURL, fetch) => new Anthropic({ baseURL, apiKey: 'none', fetch, maxRetries: 0 }),
  user: (content) => ({ role: 'user', content }),
  id: (number) => `toolu_${'abcdefgh'.charAt(number)}${number}`,
  problems: (body) => [...anthropicToolProblems(listOf(body['tools'])), ...listProblems(listOf(body['tools'])), ...messageProblems(body)],
  refusal: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  tools: (body) =>
    listOf(body['tools']).map(({ name, input_schema: schema, strict }) => ({
      name: String(name),
      schema: schema as Json,
      ...(typeof strict === 'boolean' && { strict }),
    })),
  choice: ({ tool_choice }) => tool_choice,
  results,
  choices: {
    auto: { wire: { type: 'auto' } },
    none: { wire: { type: 'none' } },
    any: { wire: { type: 'any' } },
    tool: { wire: { type: 'tool', name: 'search' } },
    list: 'refused',
  },
  parallelOff: { wire: { type: 'auto', disable_parallel_tool_use: true } },
  takesImages: true,
  strict: true,
};
