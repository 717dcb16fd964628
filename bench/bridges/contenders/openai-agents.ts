/** OpenAI Agents `tool()`, and our tools in the same places. */
import { Agent, type FunctionTool, invokeFunctionTool, type Model, RunContext, Runner, tool, Usage } from '@openai/agents-core';
import { toSmartString } from '@openai/agents-core/utils';
import { openaiAgents } from 'toolmark/openai-agents';
import type { Contender, Told } from './contender.js';
import { argumentsText, book, booking, farewell, hundredTools, type Spec, type Stay } from './tools.js';
import { toolsOf } from './ours.js';

type Made = FunctionTool[] | Promise<FunctionTool[]>;
type Make = (specs: readonly Spec[]) => Made;

const execute = async (args: unknown): Promise<unknown> => book(args as Stay);

const byZod: Make = (specs) =>
  specs.map((spec) =>
    tool({ name: spec.name, description: spec.description, parameters: spec.zod(), execute }),
  ) as unknown as FunctionTool[];
const bySchema: Make = (specs) =>
  specs.map(({ name, description, schema }) =>
    tool({ name, description, parameters: schema as never, strict: false, execute }),
  ) as unknown as FunctionTool[];
const byToolmark: Make = async (specs) => openaiAgents.toTools(toolsOf(specs));

/** What `serializeTool` of the SDK makes for each request; it is not exported. */
const serialized = ({ type, name, description, parameters, strict, deferLoading, providerData }: FunctionTool): object => ({
  type,
  name,
  description,
  parameters,
  strict,
  deferLoading,
  providerData,
});

type Wire = { name: string; parameters: Told['schema'] }[];

function caller(tools: Promise<FunctionTool[]>): NonNullable<Contender['call']> {
  const runContext = new RunContext();
  return async (text) => {
    const [one] = await tools;
    const toolCall = { type: 'function_call', callId: 'call_1', name: 'book', arguments: text } as const;
    const output: unknown = await invokeFunctionTool({ tool: one as FunctionTool, runContext, input: text, details: { toolCall } });
    const item = { type: 'function_call_result', name: 'book', callId: 'call_1', output: { type: 'text', text: toSmartString(output) } };
    return item.output.text;
  };
}

/** Calls until it has a result. */
class Scripted implements Model {
  read = '';

  async getResponse({ input }: { input: string | { type?: string; output?: unknown }[] }): Promise<never> {
    const last = typeof input === 'string' ? undefined : input.at(-1);
    const hasResult = last?.type === 'function_call_result';
    if (hasResult) this.read = (last.output as { text: string }).text;
    const output = hasResult
      ? [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: farewell }] }]
      : [{ type: 'function_call', callId: 'call_1', name: 'book', arguments: argumentsText, status: 'completed' }];
    return { usage: new Usage(), output } as never;
  }

  getStreamedResponse(): never {
    throw new Error('not streamed');
  }
}

function talker(made: Promise<FunctionTool[]>): NonNullable<Contender['turn']> {
  return async () => {
    const tools = await made;
    const model = new Scripted();
    const agent = new Agent({ name: 'travel', instructions: 'Book rooms.', model, tools });
    const result = await new Runner({ tracingDisabled: true }).run(agent, 'Book a room in Paris.');
    return { said: String(result.finalOutput), read: model.read };
  };
}

const contender = (name: string, make: Make, validates = true): Contender => ({
  name,
  declare: async (specs) => {
    const tools = await make(specs);
    return { tools: () => tools.map(serialized), told: (wire) => (wire as Wire).map(({ name, parameters: schema }) => ({ name, schema })) };
  },
  ...(validates && {
    call: caller(Promise.resolve(make([booking()]))),
    turn: talker(Promise.resolve(make([booking(), ...hundredTools().slice(0, 19)]))),
  }),
});

export const agentsContenders = (): Contender[] => [
  contender('OpenAI Agents, zod', byZod),
  contender('OpenAI Agents, JSON Schema', bySchema, false),
  contender('toolmark/openai-agents', byToolmark),
];
