/** DPT-190, 191 and 213 where somebody else runs the loop: each framework, and Gemini's own loop. */
import assert from 'node:assert/strict';
import { aiSdk } from '../../../../src/bridges/ai-sdk.js';
import { READ_TRUNCATED_RESULT, type ResultSizeOptions } from '../../../../src/bridges/calling/index.js';
import { toCallableTool } from '../../../../src/bridges/gemini.js';
import { langchain } from '../../../../src/bridges/langchain.js';
import { openaiAgents } from '../../../../src/bridges/openai-agents.js';
import { Tool, ToolRegistry } from '../../../../src/index.js';

type Sizes = ResultSizeOptions & { model?: string; contextWindow?: number };
/** What the model gets of the calls of one tool, one after the other. */
type Run = (registry: ToolRegistry, options: Sizes, calls: [string, object, string][]) => Promise<unknown[]>;

async function each<T>(calls: [string, object, string][], run: (name: string, args: object, id: string) => Promise<T>): Promise<T[]> {
  const told: T[] = [];
  for (const [name, args, id] of calls) told.push(await run(name, args, id));
  return told;
}

const runs: Record<string, Run> = {
  'ai-sdk': async (registry, options, calls) => {
    const tools = aiSdk.toTools(registry, options) as Record<string, { execute?(args: object, about: object): unknown }>;
    return each(calls, async (name, args, toolCallId) => tools[name]?.execute?.(args, { toolCallId, messages: [] }));
  },
  langchain: async (registry, options, calls) => {
    const tools = await langchain.toTools(registry, options);
    const find = (wanted: string) => tools.find(({ name }) => name === wanted) ?? assert.fail(`no tool ${wanted}`);
    return each(calls, async (name, args, id) => find(name).invoke({ type: 'tool_call', name, args, id } as never) as Promise<unknown>);
  },
  'openai-agents': async (registry, options, calls) => {
    const tools = (await openaiAgents.toTools(registry, options)) as unknown as {
      name: string;
      invoke(context: object, input: string, details: object): Promise<unknown>;
    }[];
    const find = (wanted: string) => tools.find(({ name }) => name === wanted) ?? assert.fail(`no tool ${wanted}`);
    return each(calls, (name, args, callId) => find(name).invoke({}, JSON.stringify(args), { toolCall: { callId } }));
  },
  gemini: async (registry, options, calls) => {
    const callable = toCallableTool(registry, options);
    return each(calls, async (name, args, id) => callable.callTool([{ name, args: args as Record<string, unknown>, id }]));
  },
};

describe('parity: sizes where somebody else runs the loop', () => {
  const registry = (length: number): ToolRegistry =>
    new ToolRegistry().register(new Tool({ name: 'big', handler: () => 'é'.repeat(length) }));
  const marked = /of (\d+) characters shown; raise max_tool_result_chars/;
  const letters = (told: unknown): number => [...JSON.stringify(told).matchAll(/é/g)].length;

  for (const [framework, run] of Object.entries(runs)) {
    const one = async (length: number, options: Sizes): Promise<unknown> => (await run(registry(length), options, [['big', {}, 'c1']]))[0];

    it(`[DPT-190] [DPT-191] [DPT-193] [DPT-203] by default, too: ${framework}`, async () => {
      const whole = await one(128_000, {});
      assert.deepEqual([letters(whole), marked.test(JSON.stringify(whole))], [128_000, false]);
      const cut = await one(128_001, {});
      assert.deepEqual([letters(cut), marked.exec(JSON.stringify(cut))?.[1]], [128_000, '128001']);
      assert.equal(letters(await one(150_000, { model: 'claude-sonnet-4-5' })), 150_000);
    });

    it(`[DPT-194] [DPT-195] as it is told, and not at all for 0: ${framework}`, async () => {
      assert.equal(letters(await one(50, { maxToolResultChars: 20 })), 20);
      assert.equal(letters(await one(200_000, { maxToolResultChars: 0 })), 200_000);
    });

    it(`[DPT-213] [DPT-214] read on: ${framework}`, async () => {
      const [first, second] = await run(registry(50), { maxToolResultChars: 20, truncatedResultReadChars: 100 }, [
        ['big', {}, 'c1'],
        [READ_TRUNCATED_RESULT, { tool_call_id: 'c1', offset: 20 }, 'c2'],
      ]);
      const told = JSON.stringify(first).replaceAll('\\', '');
      assert.match(told, /read_truncated_result\(tool_call_id="c1", offset=20\) to read up to 30 more/);
      assert.match(JSON.stringify(second), /é{20}… \[characters 20 to 40 of 50\. /);
    });
  }
});
