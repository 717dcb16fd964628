/** What compiles, and what does not: `tsc` is the test here, an unused `@ts-expect-error` fails it. Nothing of it runs. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Message as BedrockMessage } from '@aws-sdk/client-bedrock-runtime';
import type { Content } from '@google/genai';
import type { Message as OllamaMessage } from 'ollama';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions/completions.js';
import type { ResponseInputItem } from 'openai/resources/responses/responses.js';
import { anthropic } from '../../../src/bridges/anthropic.js';
import { bedrockDriver } from '../../../src/bridges/bedrock.js';
import { type RunOptions, runTools } from '../../../src/bridges/calling/index.js';
import { openaiDriver } from '../../../src/bridges/openai.js';
import { textDriver } from '../../../src/bridges/text.js';
import { Tool, type ToolRegistry } from '../../../src/index.js';
import type { Clients } from '../clients.js';

type Is<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
const same = <T extends true>(): T | undefined => undefined;

const tools = [new Tool({ name: 'a', handler: () => 'ok' })];
const rest = { model: 'm', tools };

/** Messages have the types of the client that is passed. */
async function byClient({ oai, claude, gem, bedrock, mistral, cohere, ollama }: Clients): Promise<void> {
  const chat = await runTools({ client: oai, ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  same<Is<(typeof chat.messages)[number], ChatCompletionMessageParam>>();
  const responses = await runTools({ client: oai, provider: 'openai-responses', ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  same<Is<(typeof responses.messages)[number], ResponseInputItem>>();
  const messages = await runTools({ client: claude, ...rest, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }] });
  same<Is<(typeof messages.messages)[number], Anthropic.MessageParam>>();
  const contents = await runTools({ client: gem, ...rest, messages: [{ role: 'user', parts: [{ text: 'Hi.' }] }] });
  same<Is<(typeof contents.messages)[number], Content>>();
  const local = await runTools({ client: ollama, ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  same<Is<(typeof local.messages)[number], OllamaMessage>>();
  const french = await runTools({ client: mistral, ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  same<Is<unknown extends (typeof french.messages)[number] ? true : false, false>>();
  const canadian = await runTools({ client: cohere, ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  same<Is<unknown extends (typeof canadian.messages)[number] ? true : false, false>>();
  const driven = await runTools({ client: bedrockDriver(bedrock), ...rest, messages: [{ role: 'user', content: [{ text: 'Hi.' }] }] });
  same<Is<(typeof driven.messages)[number], BedrockMessage>>();
  const converse = await runTools({ client: bedrock, ...rest, messages: [{ role: 'user', content: [{ text: 'Hi.' }] }] });
  same<Is<(typeof converse.messages)[number], unknown>>();
  const again = await runTools({ client: openaiDriver(oai), ...rest, messages: chat.messages });
  same<Is<(typeof again.messages)[number], ChatCompletionMessageParam>>();
  await runTools({ client: textDriver(() => Promise.resolve('')), ...rest, messages: [{ role: 'user', content: 'Hi.' }] });

  // @ts-expect-error -- messages of Chat Completions, for Gemini
  await runTools({ client: gem, ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  // @ts-expect-error -- messages of Gemini, for OpenAI
  await runTools({ client: oai, ...rest, messages: [{ role: 'user', parts: [{ text: 'Hi.' }] }] });
  // @ts-expect-error -- messages of Chat Completions, for a driver of Bedrock
  await runTools({ client: bedrockDriver(bedrock), ...rest, messages: [{ role: 'user', content: 'Hi.' }] });
  // @ts-expect-error -- messages of Chat Completions with calls, for Responses
  await runTools({ client: oai, provider: 'openai-responses', ...rest, messages: [{ role: 'tool', tool_call_id: 'a', content: '' }] });
}

async function refused({ oai }: Clients, registry: ToolRegistry): Promise<void> {
  const one = { client: oai, model: 'm', messages: [] };
  // @ts-expect-error -- no client
  await runTools({ client: {}, ...rest, messages: [] });
  // @ts-expect-error -- a part of one
  await runTools({ client: oai.chat, ...rest, messages: [] });
  // @ts-expect-error -- neither a registry nor tools
  await runTools(one);
  // @ts-expect-error -- both
  await runTools({ ...one, registry, tools });
  // @ts-expect-error -- tools of a request come out of the registry
  await runTools({ ...one, tools, request: { tools: [] } });
  // @ts-expect-error -- the choice is an option
  await runTools({ ...one, tools, request: { tool_choice: 'auto' } });
  // @ts-expect-error -- an unknown option
  await runTools({ ...one, tools, maxIterations: 3 });
  // @ts-expect-error -- true says nothing
  await runTools({ ...one, tools, deferTools: true });
  // @ts-expect-error -- neither Anthropic's nor OpenAI's
  anthropic.toTools(tools, { mcpServers: [{ nam: 'x' }] });
  // @ts-expect-error -- a misspelt list would allow everything
  anthropic.toTools(tools, { mcpServers: [{ name: 'x', url: 'https://mcp.example', allowed_tool: ['a'] }] });
}

async function accepted({ oai }: Clients, registry: ToolRegistry, signal: AbortSignal | undefined): Promise<void> {
  await runTools({ client: oai, model: 'm', messages: [], registry, signal, request: { temperature: 0 } });
  const fields: Record<string, unknown> = {};
  const options: RunOptions = { client: oai, model: 'm', messages: [], registry, request: fields };
  await runTools(options);
  anthropic.toTools(tools, { mcpServers: [{ name: 'x', url: 'https://mcp.example', allowed_tools: ['a'] }] });
}

void [byClient, refused, accepted];
