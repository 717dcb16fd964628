import assert from 'node:assert/strict';
import type { FunctionTool } from '@openai/agents-core';
import { aiSdk } from '../../../src/bridges/ai-sdk.js';
import { langchain } from '../../../src/bridges/langchain.js';
import { mastra } from '../../../src/bridges/mastra.js';
import { openaiAgents } from '../../../src/bridges/openai-agents.js';
import { Tool, ToolRegistry } from '../../../src/index.js';
import { anthropicToolProblems, chatToolProblems, responsesToolProblems } from '../calling/legal/index.js';
import { hasData, serverTools } from '../calling/support.js';

interface Declared {
  name: string;
  description: string;
  schema: object;
}

/** What each framework hands on to an API as it is. */
const declared: Readonly<Record<string, (registry: ToolRegistry) => Promise<Declared[]>>> = {
  'AI SDK': async (registry) =>
    Object.entries(aiSdk.toTools(registry)).map(([name, { description = name, inputSchema }]) => ({
      name,
      description,
      schema: (inputSchema as unknown as { jsonSchema: object }).jsonSchema,
    })),
  LangChain: async (registry) =>
    (await langchain.toTools(registry)).map(({ name, description, schema }) => ({ name, description, schema: schema as object })),
  Mastra: async (registry) =>
    Object.values(mastra.toTools(registry)).map(({ id: name, description, inputSchema: schema }) => ({ name, description, schema })),
};

/** Tools of known servers, each with a handler that is never called. */
function registries(): [string, ToolRegistry][] {
  return serverTools().map(([server, tools]) => [
    server,
    new ToolRegistry().register(
      tools.map(
        ({ name, description, inputSchema }) => new Tool({ name, ...(description && { description }), inputSchema, handler: () => '' }),
      ),
    ),
  ]);
}

describe('tools of known servers in frameworks', function provide() {
  this.timeout(120_000);
  before(function skip() {
    if (!hasData) this.skip();
  });

  for (const [framework, declare] of Object.entries(declared))
    it(`[B22] ${framework}: OpenAI and Anthropic take them`, async () => {
      for (const [server, registry] of registries())
        for (const { name, description, schema } of await declare(registry)) {
          const chat = { type: 'function', function: { name, description: description.slice(0, 1024), parameters: schema } };
          assert.deepEqual(chatToolProblems([chat]), [], server);
          assert.deepEqual(anthropicToolProblems([{ name, description, input_schema: schema }]), [], server);
        }
    });

  it('[B19] OpenAI Agents: the Responses API takes them', async () => {
    for (const [server, registry] of registries()) {
      const tools = (await openaiAgents.toTools(registry)) as FunctionTool[];
      const wire = tools.map(({ type, name, description, parameters, strict }) => ({ type, name, description, parameters, strict }));
      assert.deepEqual(responsesToolProblems(wire), [], server);
    }
  });
});
