/** Our bridges to native APIs, with clients that say what a script tells them to. */
import { ToolRegistry } from 'toolmark';
import { executeCalls, runTools } from 'toolmark/calling';
import { anthropic } from 'toolmark/anthropic';
import { gemini } from 'toolmark/gemini';
import { openai } from 'toolmark/openai';
import { openaiResponses } from 'toolmark/openai-responses';
import type { Contender, Told } from './contender.js';
import { argumentsText, booking, farewell, hundredTools } from './tools.js';
import { toolsOf } from './ours.js';

/** What one API has in its own words. */
interface Native {
  name: string;
  bridge: { toTools(tools: readonly unknown[]): unknown[]; parseCalls(response: never, tools: readonly unknown[]): never };
  /** What is told of tools. */
  told(tools: never): Told[];
  /** What the user says; as most APIs have it where absent. */
  asks?(text: string): object;
  /** The answer with one call, and the one with the last word. */
  calls(text: string): object;
  says(text: string): object;
  /** What the model reads in the message of a result. */
  read(message: never): string;
  /** The client whose answers these are; it is handed the messages of each request. */
  client(answer: (messages: readonly never[]) => object): object;
}

const values = (text: string): unknown => JSON.parse(text);

const natives: readonly Native[] = [
  {
    name: 'openai',
    bridge: openai as never,
    told: (tools: { function: { name: string; parameters: Told['schema'] } }[]) =>
      tools.map(({ function: { name, parameters: schema } }) => ({ name, schema })),
    calls: (text) => ({
      choices: [
        {
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'book', arguments: text } }],
          },
        },
      ],
    }),
    says: (content) => ({ choices: [{ message: { role: 'assistant', content } }] }),
    read: ({ content }: { content: string }) => content,
    client: (answer) => ({ chat: { completions: { create: async ({ messages }: { messages: never[] }) => answer(messages) } } }),
  },
  {
    name: 'openai-responses',
    bridge: openaiResponses as never,
    told: (tools: { name: string; parameters: Told['schema'] }[]) => tools.map(({ name, parameters: schema }) => ({ name, schema })),
    calls: (text) => ({ output: [{ type: 'function_call', call_id: 'call_1', name: 'book', arguments: text }] }),
    says: (text) => ({ output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }] }),
    read: ({ output }: { output: string }) => output,
    client: (answer) => ({ responses: { create: async ({ input }: { input: never[] }) => answer(input) } }),
  },
  {
    name: 'anthropic',
    bridge: anthropic as never,
    told: (tools: { name: string; input_schema: Told['schema'] }[]) => tools.map(({ name, input_schema: schema }) => ({ name, schema })),
    calls: (text) => ({ role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'book', input: values(text) }] }),
    says: (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
    read: ({ content: [block] }: { content: { content: string | { text: string }[] }[] }) =>
      typeof block?.content === 'string' ? block.content : (block?.content[0]?.text ?? ''),
    client: (answer) => ({ messages: { create: async ({ messages }: { messages: never[] }) => answer(messages) } }),
  },
  {
    name: 'gemini',
    bridge: gemini as never,
    asks: (text) => ({ role: 'user', parts: [{ text }] }),
    told: (tools: { functionDeclarations: { name: string; parametersJsonSchema: Told['schema'] }[] }[]) =>
      (tools[0]?.functionDeclarations ?? []).map(({ name, parametersJsonSchema: schema }) => ({ name, schema })),
    calls: (text) => ({
      candidates: [{ content: { role: 'model', parts: [{ functionCall: { id: 'call_1', name: 'book', args: values(text) } }] } }],
    }),
    says: (text) => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }),
    read: ({ parts: [part] }: { parts: { functionResponse: { response: { output?: unknown; error?: unknown } } }[] }) => {
      const { output, error } = part?.functionResponse.response ?? {};
      return error === undefined ? JSON.stringify(output ?? part?.functionResponse.response) : String(error);
    },
    client: (answer) => ({ models: { generateContent: async ({ contents }: { contents: never[] }) => answer(contents) } }),
  },
];

function contender(native: Native): Contender {
  const bridge = native.bridge as unknown as typeof openai;
  const registry = new ToolRegistry().register(toolsOf([booking()]));
  const tools = registry.list();
  const many = new ToolRegistry().register(toolsOf([booking(), ...hundredTools().slice(0, 19)]));
  return {
    name: `toolmark/${native.name}`,
    declare: (specs) => {
      const all = new ToolRegistry().register(toolsOf(specs));
      return { tools: () => bridge.toTools(all.list()), told: (made) => native.told(made as never) };
    },
    call: async (text) => {
      const calls = bridge.parseCalls(native.calls(text) as never, tools);
      const results = await executeCalls(calls, registry);
      return native.read(bridge.toMessages(calls, results, tools)[0] as never);
    },
    turn: async () => {
      let read = '';
      const client = native.client((messages) => {
        if (messages.length === 1) return native.calls(argumentsText);
        read = native.read(messages.at(-1) as never);
        return native.says(farewell);
      }) as never;
      const question = 'Book a room in Paris.';
      const messages = [native.asks?.(question) ?? { role: 'user', content: question }] as never[];
      const run = await runTools({ client, model: 'scripted', messages, registry: many, logger: { warn: () => {}, error: () => {} } });
      if (run.outcome !== 'done') throw new Error(`${native.name}: ${run.outcome}: ${String(run.error)}`);
      return { said: run.text, read };
    },
  };
}

export const nativeContenders = (): Contender[] => natives.map(contender);
