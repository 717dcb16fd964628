/** Tools for Bedrock's Converse. */
import type { ContentBlock, Message, Tool, ToolUseBlock } from '@aws-sdk/client-bedrock-runtime';
import { callsIn } from './answer.js';
import { callBlock } from './blocks.js';
import { resultBlock } from './content.js';
import { wireCallId } from './ids.js';
import { BedrockStream } from './stream.js';
import type { BedrockTypes, Json } from './types.js';
import type { Declaration, DeclareOptions } from '../calling/bridge.js';
import { defineBridge, type NativeBridge } from '../calling/define.js';
import { toolList } from '../calling/given-tools.js';
import type { NextId } from '../calling/identify.js';
import type { RawCall } from '../calling/shapes.js';

const tool = ({ name, description, parameters, strict }: Declaration): Tool => ({
  toolSpec: {
    name,
    ...(description !== undefined && { description }),
    inputSchema: { json: parameters as Json },
    ...(strict && { strict }),
  },
});

/** What is to be cached ends with an entry of its own. */
function list(tools: Tool[], { cache }: DeclareOptions): Tool[] {
  if (!cache || tools.length === 0) return tools;
  return [...tools, { cachePoint: { type: 'default', ...(typeof cache === 'string' && { ttl: cache }) } }];
}

function assistant(text: string, calls: readonly RawCall[]): Message[] {
  return [{ role: 'assistant', content: [...(text.trim() === '' ? [] : [{ text }]), ...calls.map(callBlock)] }];
}

function withId(block: ContentBlock, nextId: NextId): ContentBlock {
  const { toolUse } = block;
  const id = toolUse && toolUse.type !== 'server_tool_use' ? nextId() : undefined;
  return id === undefined ? block : { toolUse: { ...toolUse, toolUseId: wireCallId(id) } as ToolUseBlock };
}

/** For the driver, which leaves the tools out where none may be called. */
export const converse: NativeBridge<BedrockTypes> = defineBridge<BedrockTypes>({
  provider: 'bedrock',
  tool,
  list,
  choice: {
    auto: () => ({ toolChoice: { auto: {} } }),
    none: () => ({}),
    any: () => ({ toolChoice: { any: {} } }),
    tool: (name) => ({ toolChoice: { tool: { name } } }),
  },
  calls: callsIn,
  stream: () => new BedrockStream(),
  assistant,
  results: (pairs) => [{ role: 'user', content: pairs.map((pair) => ({ toolResult: resultBlock(pair) })) }],
  identify: ({ content = [], ...message }, nextId) => ({ ...message, content: content.map((block) => withId(block, nextId)) }),
});

/** Bedrock Converse. The tools and the choice stand in the `toolConfig` of a request. */
export const bedrock: NativeBridge<BedrockTypes> = {
  ...converse,
  toToolChoice: (choice, tools, options = {}) => {
    const fields = converse.toToolChoice(choice, tools, options);
    if (!fields.toolChoice && toolList(tools, converse.limits.label, 'toToolChoice').length > 0)
      options.onWarning?.(`${converse.limits.label} cannot be told to call no tool: leave toolConfig out of the request.`);
    return fields;
  },
};
