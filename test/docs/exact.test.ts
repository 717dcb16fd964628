/** Requests, loops by hand and runs of every bridge, as a project with `exactOptionalPropertyTypes` compiles them. */
import assert from 'node:assert/strict';
import { faultsOf } from './snippets.js';

/** By bridge: what is imported, and how a request is sent and its answer kept. */
const loops: Readonly<Record<string, { head: string; bridge: string; ask: string; stream?: string; driver: string }>> = {
  openai: {
    head: "import OpenAI from 'openai';\nconst client = new OpenAI();\nconst messages: OpenAI.ChatCompletionMessageParam[] = [];",
    bridge: 'openai',
    ask: 'await client.chat.completions.create({ model, messages, tools, ...choice, ...fields })',
    stream: 'await client.chat.completions.create({ model, messages, tools, ...choice, stream: true })',
    driver: 'openaiDriver',
  },
  'openai-responses': {
    head: "import OpenAI from 'openai';\nconst client = new OpenAI();\nconst messages: OpenAI.Responses.ResponseInput = [];",
    bridge: 'openaiResponses',
    ask: 'await client.responses.create({ model, input: messages, tools, ...choice, ...fields })',
    stream: 'await client.responses.create({ model, input: messages, tools, ...choice, stream: true })',
    driver: 'openaiResponsesDriver',
  },
  anthropic: {
    head: "import Anthropic from '@anthropic-ai/sdk';\nconst client = new Anthropic();\nconst messages: Anthropic.MessageParam[] = [];",
    bridge: 'anthropic',
    ask: 'await client.messages.create({ model, max_tokens: 1024, messages, tools, ...choice, ...fields })',
    stream: 'await client.messages.create({ model, max_tokens: 1024, messages, tools, ...choice, stream: true })',
    driver: 'anthropicDriver',
  },
  gemini: {
    head: "import { type Content, GoogleGenAI } from '@google/genai';\nconst client = new GoogleGenAI({});\nconst messages: Content[] = [];",
    bridge: 'gemini',
    ask: 'await client.models.generateContent({ model, contents: messages, config: { tools, ...choice, ...fields } })',
    stream: 'await client.models.generateContentStream({ model, contents: messages, config: { tools, ...choice } })',
    driver: 'geminiDriver',
  },
  bedrock: {
    head: "import { BedrockRuntimeClient, ConverseCommand, type Message } from '@aws-sdk/client-bedrock-runtime';\nconst client = new BedrockRuntimeClient();\nconst messages: Message[] = [];",
    bridge: 'bedrock',
    ask: 'await client.send(new ConverseCommand({ modelId: model, messages, toolConfig: { tools, ...choice }, ...fields }))',
    driver: 'bedrockDriver',
  },
  mistral: {
    head: "import { Mistral } from '@mistralai/mistralai';\nimport type { ChatCompletionRequestMessage } from '@mistralai/mistralai/models/components';\nconst client = new Mistral();\nconst messages: ChatCompletionRequestMessage[] = [];",
    bridge: 'mistral',
    ask: 'await client.chat.complete({ model, messages, tools, ...choice, ...fields })',
    stream: 'await client.chat.stream({ model, messages, tools, ...choice })',
    driver: 'mistralDriver',
  },
  cohere: {
    head: "import { type Cohere, CohereClientV2 } from 'cohere-ai';\nconst client = new CohereClientV2({ token: '' });\nconst messages: Cohere.ChatMessageV2[] = [];",
    bridge: 'cohere',
    ask: 'await client.chat({ model, messages, tools, ...choice, ...fields })',
    stream: 'await client.chatStream({ model, messages, tools, ...choice })',
    driver: 'cohereDriver',
  },
  ollama: {
    head: "import { type Message, Ollama } from 'ollama';\nconst client = new Ollama();\nconst messages: Message[] = [];",
    bridge: 'ollama',
    ask: 'await client.chat({ model, messages, tools, ...choice, ...fields })',
    stream: 'await client.chat({ model, messages, tools, ...choice, stream: true })',
    driver: 'ollamaDriver',
  },
};

const common = `import { ToolRegistry, type ToolResult } from 'toolmark';
import { executeCalls, pairsOf, runTools, ToolCallResults } from 'toolmark/calling';
declare const model: string;
const registry = new ToolRegistry();
const list = registry.list();`;

const loop = (name: string, { head, bridge, ask, stream, driver }: (typeof loops)[string]): string => `
import { ${bridge}, ${driver} } from 'toolmark/${name}';
${head.replace(/\n(?=const client)/, `\n${common}\n`)}
const tools = ${bridge}.toTools(registry);
const choice = ${bridge}.toToolChoice('auto', list, { parallel: false });
const fields = ${bridge}.toRequestFields(list);
const response = ${ask};
const calls = ${bridge}.parseCalls(response, list);
const results: ToolResult[] = await executeCalls(calls, registry);
messages.push(...${bridge}.toMessages(calls, results, list), ...${bridge}.replay(calls, results, 'text', registry));
messages.push(...${bridge}.toMessages(calls, await executeCalls(calls, registry), list));
messages.push(...${bridge}.toMessages(calls, ToolCallResults.from(results)));
pairsOf(calls, results);
${stream ? `const answer = ${bridge}.accumulate(list);\nfor await (const chunk of ${stream}) answer.push(chunk);\nanswer.calls();` : ''}
await runTools({ client: ${driver}(client), model, messages, registry });
await runTools({ client, provider: ${bridge}.provider, model, messages, registry, toolChoice: 'auto' });
`;

describe('types under exactOptionalPropertyTypes', function types() {
  this.timeout(120_000);

  it('requests, loops by hand and runs of every bridge', () => {
    const snippets = Object.entries(loops).map(([name, parts]) => ({ page: name, code: loop(name, parts) }));
    assert.deepEqual(
      faultsOf(snippets, () => ({})),
      [],
    );
  });
});
