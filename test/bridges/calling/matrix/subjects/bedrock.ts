import { Readable } from 'node:stream';
import { BedrockRuntimeClient, type BedrockRuntimeClientConfig } from '@aws-sdk/client-bedrock-runtime';
import { bedrock } from '../../../../../src/bridges/bedrock.js';
import { bedrockToolProblems } from '../../legal/index.js';
import { isObject, type Json } from '../../legal/schema.js';
import { listOf } from '../chat-wire.js';
import type { Subject, WireResult } from '../subject.js';

const toolsOf = (body: Json): Json[] => listOf((body['toolConfig'] as Json | undefined)?.['tools']);
const blocksOf = (message: Json | undefined, kind: string): Json[] =>
  listOf(message?.['content']).flatMap((block) => (isObject(block[kind]) ? [block[kind]] : []));

/** Each call has its result in the next message; a conversation with calls declares tools; no blank text. */
function messageProblems(body: Json): string[] {
  const messages = listOf(body['messages']);
  const hasCalls = messages.some((message) => [...blocksOf(message, 'toolUse'), ...blocksOf(message, 'toolResult')].length > 0);
  const problems = hasCalls && toolsOf(body).length === 0 ? ['The toolConfig field must be defined'] : [];
  if (isObject(body['toolConfig']) && toolsOf(body).length === 0) problems.push('toolConfig without tools');
  return [...problems, ...messages.flatMap((message, index) => pairProblems(messages, message, index))];
}

function pairProblems(messages: readonly Json[], message: Json, index: number): string[] {
  const ids = blocksOf(message, 'toolUse').map(({ toolUseId }) => toolUseId);
  const answered = blocksOf(messages[index + 1], 'toolResult').map(({ toolUseId }) => toolUseId);
  const before = blocksOf(messages[index - 1], 'toolUse').map(({ toolUseId }) => toolUseId);
  const own = blocksOf(message, 'toolResult');
  const texts = [...listOf(message['content']), ...own.flatMap(({ content }) => listOf(content))];
  return [
    ...ids.filter((id) => !answered.includes(id)).map((id) => `Expected toolResult blocks for ${String(id)}`),
    ...ids.filter((id) => !/^[a-zA-Z0-9_-]{1,64}$/.test(String(id))).map((id) => `toolUseId ${String(id)}`),
    ...own.filter(({ toolUseId }) => !before.includes(toolUseId)).map(({ toolUseId }) => `unexpected toolResult ${String(toolUseId)}`),
    ...own.filter(({ content }) => listOf(content).length === 0).map(() => 'a toolResult without content'),
    ...texts.filter(({ text }) => typeof text === 'string' && text.trim() === '').map(() => 'The text field is blank'),
    ...(listOf(message['content']).length === 0 ? ['a message without content'] : []),
    ...(message['role'] === 'assistant' && listOf(message['content']).at(-1)?.['reasoningContent']
      ? ['reasoning at the end of a message']
      : []),
    ...(message['role'] === messages[index - 1]?.['role'] ? ['A conversation must alternate between user and assistant roles'] : []),
  ];
}

function results(body: Json): WireResult[] {
  return listOf(body['messages'])
    .flatMap((message) => blocksOf(message, 'toolResult'))
    .map(({ toolUseId, status, content }) => ({
      id: String(toolUseId),
      text: listOf(content)
        .flatMap(({ text, json }) => (json === undefined ? (typeof text === 'string' ? [text] : []) : [JSON.stringify(json)]))
        .join('\n'),
      isError: status === 'error',
      images: listOf(content).filter(({ image }) => image !== undefined).length,
    }));
}

/** The SDK's way to a server, with a fetch of ours. */
const handlerOf = (fetch: typeof globalThis.fetch): NonNullable<BedrockRuntimeClientConfig['requestHandler']> =>
  ({
    async handle({ protocol, hostname, port, path, method, headers, body }: Record<string, unknown>) {
      const url = `${String(protocol)}//${String(hostname)}:${String(port)}${String(path)}`;
      const { host: _host, 'content-length': _length, ...sent } = headers as Record<string, string>;
      const answer = await fetch(url, { method: String(method), headers: sent, body: body as string });
      const stream = answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
      return { response: { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: stream } };
    },
  }) as never;

const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };

export const bedrockSubject: Subject = {
  title: 'Bedrock Converse',
  bridge: bedrock,
  model: 'anthropic.claude-sonnet-4-5-v1:0',
  client: (endpoint, fetch) =>
    new BedrockRuntimeClient({ endpoint, region: 'us-east-1', credentials, maxAttempts: 1, requestHandler: handlerOf(fetch) }),
  user: (text) => ({ role: 'user', content: [{ text }] }),
  id: (number) => `tooluse_${'abcdefgh'.charAt(number)}${number}`,
  body: (tools) => ({ toolConfig: { tools } }),
  problems: (body) => [...bedrockToolProblems(toolsOf(body)), ...messageProblems(body)],
  refusal: (message) => ({ message }),
  tools: (body) =>
    toolsOf(body).flatMap(({ toolSpec: spec }) =>
      isObject(spec)
        ? [
            {
              name: String(spec['name']),
              schema: (spec['inputSchema'] as Json)['json'] as Json,
              ...(typeof spec['strict'] === 'boolean' && { strict: spec['strict'] }),
            },
          ]
        : [],
    ),
  choice: ({ toolConfig }) => (toolConfig as Json | undefined)?.['toolChoice'] ?? { tools: toolsOf({ toolConfig }).length },
  results,
  choices: {
    auto: { wire: { auto: {} } },
    none: { wire: { tools: 0 } },
    any: { wire: { any: {} } },
    tool: { wire: { tool: { name: 'search' } } },
    list: 'refused',
  },
  parallelOff: { wire: { auto: {} }, warned: true },
  takesImages: true,
  strict: true,
};
