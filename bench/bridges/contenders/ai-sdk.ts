/** AI SDK `tool()`, and our tools in the same places. */
import { asSchema, executeTool, safeParseJSON } from '@ai-sdk/provider-utils';
import { generateText, jsonSchema, stepCountIs, type Tool, tool, type ToolSet } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { aiSdk } from 'toolmark/ai-sdk';
import type { Contender, Declared, Told } from './contender.js';
import { argumentsText, book, booking, farewell, hundredTools, type Spec, type Stay } from './tools.js';
import { toolsOf } from './ours.js';

type Make = (specs: readonly Spec[]) => ToolSet;

const run = async (args: unknown): Promise<unknown> => book(args as Stay);

const byZod: Make = (specs) =>
  Object.fromEntries(specs.map((spec) => [spec.name, tool({ description: spec.description, inputSchema: spec.zod(), execute: run })]));
const bySchema: Make = (specs) =>
  Object.fromEntries(
    specs.map(({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema), execute: run })]),
  );
const byToolmark: Make = (specs) => aiSdk.toTools(toolsOf(specs));

/** What `prepareToolsAndToolChoice` of the SDK does for each request; it is not exported. */
async function languageModelTools(tools: ToolSet): Promise<unknown[]> {
  const made: unknown[] = [];
  for (const [name, { description, inputSchema, providerOptions }] of Object.entries(tools))
    made.push({ type: 'function', name, description, inputSchema: await asSchema(inputSchema).jsonSchema, providerOptions });
  return made;
}

function declared(tools: ToolSet): Declared {
  return {
    tools: () => languageModelTools(tools),
    told: (made) => (made as { name: string; inputSchema: Told['schema'] }[]).map(({ name, inputSchema: schema }) => ({ name, schema })),
  };
}

/** What `parseToolCall`, `executeToolCall` and `createToolModelOutput` do, without their telemetry. */
function caller(tools: ToolSet): (text: string) => Promise<string> {
  const one = tools['book'] as Tool;
  return async (text) => {
    const parsed = await safeParseJSON({ text, schema: asSchema(one.inputSchema) });
    if (!parsed.success) return `refused: ${parsed.error.message}`;
    let output: unknown;
    const options = { toolCallId: 'call_1', messages: [] };
    for await (const part of executeTool({ execute: one.execute as NonNullable<Tool['execute']>, input: parsed.value as never, options }))
      if (part.type === 'final') output = part.output;
    const made = one.toModelOutput
      ? await one.toModelOutput({ toolCallId: 'call_1', input: parsed.value, output })
      : { type: 'json' as const, value: output };
    const message = { type: 'tool-result', toolCallId: 'call_1', toolName: 'book', output: made };
    return JSON.stringify((message.output as { value: unknown }).value);
  };
}

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const said = (content: object[], finish: string) => ({ content, finishReason: { unified: finish, raw: finish }, usage, warnings: [] });
const calls = said([{ type: 'tool-call', toolCallId: 'call_1', toolName: 'book', input: argumentsText }], 'tool-calls');
const answers = said([{ type: 'text', text: farewell }], 'stop');

function talker(tools: ToolSet): NonNullable<Contender['turn']> {
  return async () => {
    let read = '';
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }: { prompt: { role: string; content: unknown }[] }) => {
        const last = prompt.at(-1);
        if (last?.role !== 'tool') return calls as never;
        read = JSON.stringify((last.content as { output: { value: unknown } }[])[0]?.output.value);
        return answers as never;
      },
    });
    const { text } = await generateText({ model, tools, prompt: 'Book a room in Paris.', stopWhen: stepCountIs(3) });
    return { said: text, read };
  };
}

const contender = (name: string, make: Make, validates = true): Contender => ({
  name,
  declare: (specs) => declared(make(specs)),
  ...(validates && { call: caller(make([booking()])), turn: talker(make([booking(), ...hundredTools().slice(0, 19)])) }),
});

export const aiSdkContenders = (): Contender[] => [
  contender('AI SDK, zod', byZod),
  contender('AI SDK, jsonSchema()', bySchema, false),
  contender('toolmark/ai-sdk', byToolmark),
];
