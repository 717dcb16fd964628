/** LangChain `tool()`, and our tools in the same places. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { parseToolCall } from '@langchain/core/output_parsers/openai_tools';
import type { ChatResult } from '@langchain/core/outputs';
import { type DynamicStructuredTool, tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { langchain } from 'toolmark/langchain';
import type { Contender, Told } from './contender.js';
import { argumentsText, book, booking, farewell, hundredTools, type Spec, type Stay } from './tools.js';
import { toolsOf } from './ours.js';

type Make = (specs: readonly Spec[]) => DynamicStructuredTool[] | Promise<DynamicStructuredTool[]>;

const run = async (args: unknown): Promise<unknown> => book(args as Stay);
const made = (specs: readonly Spec[], schemaOf: (spec: Spec) => unknown): DynamicStructuredTool[] =>
  specs.map(
    (spec) =>
      tool(run, { name: spec.name, description: spec.description, schema: schemaOf(spec) as never }) as unknown as DynamicStructuredTool,
  );

const byZod: Make = (specs) => made(specs, (spec) => spec.zod());
const bySchema: Make = (specs) => made(specs, ({ schema }) => schema);
const byToolmark: Make = (specs) => langchain.toTools(toolsOf(specs)) as unknown as Promise<DynamicStructuredTool[]>;

type Wire = { function: { name: string; parameters: Told['schema'] } }[];

async function declare(make: Make, specs: readonly Spec[]): ReturnType<typeof Promise.resolve> {
  const tools = await make(specs);
  return {
    tools: () => tools.map((one) => convertToOpenAITool(one)),
    told: (wire: unknown) => (wire as Wire).map(({ function: { name, parameters: schema } }) => ({ name, schema })),
  };
}

const raw = (text: string) => ({ id: 'call_1', type: 'function', function: { name: 'book', arguments: text } });

function caller(tools: Promise<DynamicStructuredTool[]>): NonNullable<Contender['call']> {
  return async (text) => {
    const [one] = await tools;
    const call = parseToolCall(raw(text), { returnId: true }) as { id: string; name: string; args: Record<string, unknown> };
    try {
      const message = (await one?.invoke({ ...call, type: 'tool_call' })) as ToolMessage;
      return message.status === 'error' ? `refused: ${message.text}` : message.text;
    } catch (error) {
      return `refused: ${(error as Error).message}`;
    }
  };
}

class Scripted extends BaseChatModel {
  _llmType(): string {
    return 'scripted';
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message =
      messages.at(-1) instanceof ToolMessage
        ? new AIMessage(farewell)
        : new AIMessage({ content: '', tool_calls: [parseToolCall(raw(argumentsText), { returnId: true }) as never] });
    return { generations: [{ text: message.text, message }] };
  }
}

/** The loop as the guide writes it by hand: the core has none. */
function talker(tools: Promise<DynamicStructuredTool[]>): NonNullable<Contender['turn']> {
  const model = new Scripted({});
  return async () => {
    const all = await tools;
    const bound = all.map((one) => convertToOpenAITool(one));
    const messages: BaseMessage[] = [new HumanMessage('Book a room in Paris.')];
    let read = '';
    for (;;) {
      const answer = (await model.invoke(messages, { tools: bound } as never)) as AIMessage;
      messages.push(answer);
      const calls = answer.tool_calls ?? [];
      if (calls.length === 0) return { said: answer.text, read };
      for (const call of calls) {
        const message = (await all.find(({ name }) => name === call.name)?.invoke(call as never)) as ToolMessage;
        read = message.text;
        messages.push(message);
      }
    }
  };
}

const contender = (name: string, make: Make): Contender => ({
  name,
  declare: (specs) => declare(make, specs) as ReturnType<Contender['declare']>,
  call: caller(Promise.resolve(make([booking()]))),
  turn: talker(Promise.resolve(make([booking(), ...hundredTools().slice(0, 19)]))),
});

export const langchainContenders = (): Contender[] => [
  contender('LangChain, zod', byZod),
  contender('LangChain, JSON Schema', bySchema),
  contender('toolmark/langchain', byToolmark),
];
