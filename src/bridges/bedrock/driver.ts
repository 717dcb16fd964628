/** Drives the client of Bedrock's runtime. */
import type {
  ContentBlock,
  ConverseCommandInput,
  ConverseCommandOutput,
  ConverseStreamCommandOutput,
  Message,
  Tool,
  ToolConfiguration,
} from '@aws-sdk/client-bedrock-runtime';
import { converse } from './bridge.js';
import { checkClient } from '../calling/loop/check-client.js';
import type { Driver } from '../calling/loop/driver.js';
import { noAnswer } from '../calling/loop/finish.js';
import { assistantContent, contentIn, finishIn, textIn, usageIn } from './answer.js';
import type { BedrockTypes } from './types.js';

/** What the loop needs of the client. */
export interface BedrockClient {
  send(command: object, options: { abortSignal: AbortSignal }): Promise<unknown>;
}

/** The commands of the SDK, which whoever made the client has loaded. */
type Commands = Pick<typeof import('@aws-sdk/client-bedrock-runtime'), 'ConverseCommand' | 'ConverseStreamCommand'>;

/** A conversation with calls must declare a tool, even where none may be called. */
const noTool: Tool = {
  toolSpec: {
    name: 'no_tool',
    description: 'Not to be called: no tools are available now.',
    inputSchema: { json: { type: 'object', properties: {} } },
  },
};

const hasCalls = (messages: readonly Message[]): boolean =>
  messages.some(({ content }) => content?.some((block) => block.toolUse !== undefined || block.toolResult !== undefined));

/** Converse cannot be told to call nothing: then there is nothing to call. */
function toolConfig(
  tools: readonly Tool[],
  choice: BedrockTypes['choice'],
  messages: readonly Message[],
): { toolConfig?: ToolConfiguration } {
  if (tools.length > 0 && choice.toolChoice) return { toolConfig: { tools: [...tools], ...choice } };
  return hasCalls(messages) ? { toolConfig: { tools: [noTool] } } : {};
}

/** "A conversation must alternate between user and assistant roles": where a run ended after its calls, the next question follows their results. */
function alternating(messages: readonly Message[]): Message[] {
  const made: Message[] = [];
  let joined: ContentBlock[] | undefined;
  for (const message of messages) {
    const last = made.at(-1);
    if (!last || last.role !== message.role) {
      made.push(message);
      joined = undefined;
      continue;
    }
    if (!joined) made[made.length - 1] = { ...last, content: (joined = [...(last.content ?? [])]) };
    joined.push(...(message.content ?? []));
  }
  return made;
}

/** A message without content is refused. */
const sendable = (message: Message): Message[] => (message.content?.length ? [message] : []);

const loadCommands = (): Promise<Commands> => import('@aws-sdk/client-bedrock-runtime');

/** @param load for bundlers that want to see where the SDK's commands come from */
export function bedrockDriver(
  client: BedrockClient,
  load: () => Promise<Commands> = loadCommands,
): Driver<BedrockTypes, ConverseCommandInput> {
  checkClient('bedrockDriver', client, 'send', 'new BedrockRuntimeClient({ … })');
  return {
    bridge: converse,
    request: ({ model, messages, tools, choice, more }) => ({
      ...more,
      modelId: model,
      messages: alternating(messages),
      ...toolConfig(tools, choice, messages),
    }),
    send: async (request, abortSignal) => {
      const { ConverseCommand } = await load();
      return (await client.send(new ConverseCommand(request), { abortSignal })) as ConverseCommandOutput;
    },
    stream: async (request, abortSignal) => {
      const { ConverseStreamCommand } = await load();
      const { stream } = (await client.send(new ConverseStreamCommand(request), { abortSignal })) as ConverseStreamCommandOutput;
      return stream ?? none();
    },
    read: (response) => {
      const content = contentIn(response);
      const usage = usageIn(response.usage);
      return {
        text: textIn(content),
        messages: sendable({ role: 'assistant', content: assistantContent(content) }),
        ...(usage && { usage }),
        finish: response.output || response.stopReason ? finishIn(response) : noAnswer(response),
      };
    },
    finish: ({ messageStop }) => messageStop && finishIn(messageStop),
    goesOn: (answer) => (isMalformedCall(answer) ? [{ role: 'user', content: [{ text: malformedCall }] }] : undefined),
    toTranscript: sendable,
  };
}

/** A call that even the service cannot read never comes: there is nothing to answer but the model itself. */
const malformedCall = 'Your tool call could not be read, and nothing was run.\nCall the tool again, as it is declared, or answer without.';

function isMalformedCall(answer: BedrockTypes['response'] | BedrockTypes['chunk']): boolean {
  const { stopReason } = 'messageStop' in answer ? (answer.messageStop ?? {}) : (answer as Partial<BedrockTypes['response']>);
  return stopReason === 'malformed_tool_use';
}

async function* none(): AsyncGenerator<never> {}
