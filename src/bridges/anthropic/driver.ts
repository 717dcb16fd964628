/** Drives Anthropic's client, or one that looks like it: of Bedrock, Vertex and the like. */
import type Anthropic from '@anthropic-ai/sdk';
import { anthropic } from './bridge.js';
import { checkClient } from '../calling/loop/check-client.js';
import type { Driver } from '../calling/loop/driver.js';
import { eventStreamOf } from '../calling/loop/event-stream.js';
import { assistantContent, finishIn, finishOfChunk, textIn, usageIn } from './answer.js';
import { mcpBeta } from './mcp.js';
import type { AnthropicTypes } from './types.js';

type Request = Anthropic.MessageCreateParamsNonStreaming;
type Stream = AsyncIterable<Anthropic.RawMessageStreamEvent>;

/** Tokens of an answer, where the caller does not say: the field is required. */
const defaultMaxTokens = 4096;

/** What the loop needs of the client. */
export interface AnthropicClient {
  readonly messages: { create(request: Request, options: { signal: AbortSignal }): PromiseLike<unknown> };
  readonly beta?: { readonly messages?: AnthropicClient['messages'] };
}

/** Tools that Anthropic runs may take longer than one answer: `pause_turn` says so, of a whole answer or at the end of a stream. */
function isPause(answer: AnthropicTypes['response'] | AnthropicTypes['chunk']): boolean {
  const { stop_reason: reason } = ('delta' in answer ? answer.delta : answer) as { stop_reason?: Anthropic.StopReason | null };
  return reason === 'pause_turn';
}

/** A message without content is refused. */
const sendable = (message: Anthropic.MessageParam): Anthropic.MessageParam[] => (message.content.length > 0 ? [message] : []);

export function anthropicDriver(client: AnthropicClient): Driver<AnthropicTypes, Request> {
  checkClient('anthropicDriver', client, 'messages.create', 'new Anthropic()');
  /** MCP servers are known to the beta API only. */
  const create = (request: Request, signal: AbortSignal): PromiseLike<unknown> => {
    const { beta } = client;
    if (!('mcp_servers' in request) || !beta?.messages) return client.messages.create(request, { signal });
    const { betas = [] } = request as { betas?: string[] };
    return beta.messages.create({ ...request, betas: [...new Set([...betas, mcpBeta])] } as Request, { signal });
  };
  return {
    bridge: anthropic,
    request: ({ model, messages, tools, choice, more }) => ({
      max_tokens: defaultMaxTokens,
      ...more,
      model,
      messages: [...messages],
      ...(tools.length > 0 && { tools: [...tools], ...choice }),
    }),
    send: async (request, signal) => (await create(request, signal)) as Anthropic.Message,
    stream: (request, signal) =>
      eventStreamOf(anthropic.provider, create({ ...request, stream: true } as unknown as Request, signal) as PromiseLike<Stream>),
    read: (response) => {
      const { content, usage } = response;
      return {
        text: textIn(content),
        messages: sendable({ role: 'assistant', content: assistantContent(content) }),
        ...(usage && { usage: usageIn(usage) }),
        finish: finishIn(response),
      };
    },
    finish: finishOfChunk,
    toTranscript: sendable,
    goesOn: (answer) => (isPause(answer) ? [] : undefined),
  };
}
