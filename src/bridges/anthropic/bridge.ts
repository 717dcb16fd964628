/** Tools for Anthropic's Messages API. */
import type Anthropic from '@anthropic-ai/sdk';
import { callsIn } from './answer.js';
import { resultBlock } from './content.js';
import { wireCallId } from './ids.js';
import { serversOf, toolsetOf } from './mcp.js';
import { AnthropicStream } from './stream.js';
import type { AnthropicTypes } from './types.js';
import { objectArguments } from '../calling/arguments.js';
import type { Declaration, DeclareOptions } from '../calling/bridge.js';
import { defineBridge, type NativeBridge } from '../calling/define.js';
import type { RawCall } from '../calling/shapes.js';

type Tool = Anthropic.Tool;
type ToolUnion = Anthropic.ToolUnion;

const searches = {
  regex: { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
  bm25: { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' },
} as const;

function tool({ name, description, parameters, strict, defer, examples }: Declaration): Tool {
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: parameters,
    ...(strict && { strict }),
    ...(defer && { defer_loading: true }),
    ...(examples.length > 0 && { input_examples: examples.map(({ args }) => args) }),
  };
}

const isDeferred = (one: ToolUnion): boolean => 'defer_loading' in one && one.defer_loading === true;

/** Examples beside deferred tools are refused, and so is a deferred tool that is to be cached. */
function list(tools: ToolUnion[], { cache }: DeclareOptions): ToolUnion[] {
  const made = tools.some(isDeferred) ? tools.map(withoutExamples) : tools;
  const last = cache ? made.findLastIndex((one) => !isDeferred(one)) : -1;
  return made.map((one, index) => (index === last ? { ...one, cache_control: cacheControl(cache) } : one));
}

function withoutExamples(one: ToolUnion): ToolUnion {
  const made = { ...one };
  if ('input_examples' in made) delete made.input_examples;
  return made;
}

const cacheControl = (cache: DeclareOptions['cache']): Anthropic.CacheControlEphemeral => ({
  type: 'ephemeral',
  ...(typeof cache === 'string' && { ttl: cache }),
});

const withoutParallel = (choice: Anthropic.ToolChoice, isParallel: boolean): Anthropic.ToolChoice =>
  choice.type === 'none' ? choice : { ...choice, disable_parallel_tool_use: !isParallel };

function assistant(text: string, calls: readonly RawCall[]): Anthropic.MessageParam[] {
  const uses = calls.map(({ id = '', name, args }) => ({
    type: 'tool_use' as const,
    id: wireCallId(id),
    name,
    input: objectArguments(args),
  }));
  return [{ role: 'assistant', content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...uses] }];
}

const withId = (block: Anthropic.ToolUseBlockParam, id: string | undefined): Anthropic.ToolUseBlockParam =>
  id === undefined ? block : { ...block, id: wireCallId(id) };

/** Anthropic Messages. `toRequestFields` gives `mcp_servers`, where there are some; such a request needs `betas: [mcpBeta]`. */
export const anthropic: NativeBridge<AnthropicTypes> = defineBridge<AnthropicTypes>({
  provider: 'anthropic',
  tool,
  list,
  search: (kind) => searches[kind === true ? 'bm25' : kind],
  // Among the tools of the beta API only.
  mcpServer: (server) => toolsetOf(server) as unknown as ToolUnion,
  builtIn: (one) => ('mcp_server_name' in one ? (toolsetOf(one) as unknown as ToolUnion) : (one as ToolUnion)),
  fields: (_declarations, { mcpServers = [] }) => {
    const servers = serversOf(mcpServers);
    return servers.length === 0 ? {} : { mcp_servers: servers };
  },
  choice: {
    auto: () => ({ tool_choice: { type: 'auto' } }),
    none: () => ({ tool_choice: { type: 'none' } }),
    any: () => ({ tool_choice: { type: 'any' } }),
    tool: (name) => ({ tool_choice: { type: 'tool', name } }),
    // A server is no tool.
    builtIn: (one) => ('name' in one && !('url' in one) ? { tool_choice: { type: 'tool', name: String(one.name) } } : undefined),
    parallel: ({ tool_choice: choice = { type: 'auto' } }, isParallel) => ({ tool_choice: withoutParallel(choice, isParallel) }),
  },
  calls: callsIn,
  stream: () => new AnthropicStream(),
  assistant,
  results: (pairs) => [{ role: 'user', content: pairs.map(resultBlock) }],
  identify: (message, nextId) => {
    if (typeof message.content === 'string') return message;
    const content = message.content.map((block) => (block.type === 'tool_use' ? withId(block, nextId()) : block));
    return { ...message, content } as Anthropic.MessageParam;
  },
});
