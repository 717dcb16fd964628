/** What the pages in docs/providers show: the bridges without the loop, checked against the types of the official SDKs. */
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { ConverseCommand, type BedrockRuntimeClient, type Message } from '@aws-sdk/client-bedrock-runtime';
import { type Content, GoogleGenAI } from '@google/genai';
import { anthropic } from '../../src/bridges/anthropic.js';
import { bedrock } from '../../src/bridges/bedrock.js';
import { executeCalls } from '../../src/bridges/calling/execute.js';
import { gemini } from '../../src/bridges/gemini.js';
import { Tool, ToolRegistry } from '../../src/index.js';
import { answering } from './calling/answers.js';

const registry = new ToolRegistry().register(
  new Tool({
    name: 'double',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'], additionalProperties: false },
    handler: ({ n }: { n: number }) => n * 2,
  }),
);
const list = registry.list();

describe('Bridges by hand', () => {
  it('Anthropic Messages', async () => {
    const content = [{ type: 'tool_use', id: 'c', name: 'double', input: { n: 2 } }];
    const client = new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch: answering({ role: 'assistant', content }) });
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go.' }];
    const response = await client.messages.create({
      model: 'claude-sonnet-5',
      max_tokens: 99,
      messages,
      tools: anthropic.toTools(list),
      ...anthropic.toToolChoice('auto', list, { parallel: false }),
    });
    const calls = anthropic.parseCalls(response, list);
    messages.push(
      { role: 'assistant', content: response.content },
      ...anthropic.toMessages(calls, await executeCalls(calls, registry), list),
    );
    assert.deepEqual(messages[2]?.content, [{ type: 'tool_result', tool_use_id: 'c', content: '4' }]);
  });

  it('Gemini', async () => {
    const content: Content = { role: 'model', parts: [{ functionCall: { name: 'double', args: { n: 2 } } }] };
    const fetch = answering({ candidates: [{ content }] });
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://localhost', fetch } });
    const contents: Content[] = [{ role: 'user', parts: [{ text: 'Go.' }] }];
    const response = await client.models.generateContent({
      model: 'gemini-3-pro-preview',
      contents,
      config: { tools: gemini.toTools(list), ...gemini.toToolChoice('auto', list) },
    });
    const calls = gemini.parseCalls(response, list);
    contents.push(content, ...gemini.toMessages(calls.withIds(), await executeCalls(calls, registry), list));
    assert.deepEqual(contents[2]?.parts, [{ functionResponse: { name: 'double', response: { output: '4' } } }]);
  });

  it('Bedrock Converse', async () => {
    const message: Message = { role: 'assistant', content: [{ toolUse: { toolUseId: 'c', name: 'double', input: { n: 2 } } }] };
    const client = { send: () => Promise.resolve({ output: { message }, $metadata: {} }) } as unknown as BedrockRuntimeClient;
    const messages: Message[] = [{ role: 'user', content: [{ text: 'Go.' }] }];
    const toolConfig = { tools: bedrock.toTools(list), ...bedrock.toToolChoice('auto', list) };
    const response = await client.send(new ConverseCommand({ modelId: 'm', messages, toolConfig }));
    const calls = bedrock.parseCalls(response, list);
    messages.push(message, ...bedrock.toMessages(calls, await executeCalls(calls, registry), list));
    assert.deepEqual(messages[2]?.content, [{ toolResult: { toolUseId: 'c', status: 'success', content: [{ text: '4' }] } }]);
  });
});
