import { HTTPClient, Mistral } from '@mistralai/mistralai';
import { mistral } from '../../../../../src/bridges/mistral.js';
import { mistralToolProblems } from '../../legal/index.js';
import { chatPairingProblems, chatResults, chatTools, listOf } from '../chat-wire.js';
import type { Json } from '../../legal/schema.js';
import type { Subject } from '../subject.js';

/** "Unexpected role 'user' after role 'tool'". */
function roleProblems(body: Json): string[] {
  const roles = listOf(body['messages']).map(({ role }) => role);
  return roles.flatMap((role, index) =>
    role === 'user' && roles[index - 1] === 'tool' ? ["Unexpected role 'user' after role 'tool'"] : [],
  );
}

/** "Unexpected content chunk types in tool message": tools' messages hold text alone. */
const toolContentProblems = (body: Json): string[] =>
  listOf(body['messages'])
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => listOf(content))
    .filter(({ type }) => type !== 'text')
    .map(({ type }) => `Unexpected content chunk types in tool message: ${String(type)}`);

/** Mistral streams each call whole, with its name; the SDK refuses a piece of a call without one. */
function wholeCalls(stream: string): string {
  const events = stream.split('\n\n').filter((event) => event.startsWith('data: {'));
  const chunks = events.map((event) => JSON.parse(event.slice('data: '.length)) as { choices: { delta: Json }[] });
  const calls: { function: { name: string; arguments: string } }[] = [];
  const kept = chunks.filter(({ choices }) => {
    const pieces = choices[0]?.delta['tool_calls'] as { index: number; function: { name?: string; arguments?: string } }[] | undefined;
    for (const { index, function: inner, ...rest } of pieces ?? []) {
      calls[index] ??= { ...rest, index, function: { name: inner.name ?? '', arguments: '' } } as (typeof calls)[number];
      calls[index].function.arguments += inner.arguments ?? '';
    }
    return !pieces;
  });
  const end = kept.findLast(({ choices }) => choices.length > 0)?.choices[0];
  if (end && calls.length > 0) end.delta['tool_calls'] = calls;
  // The last piece says what the answer took, without being asked.
  Object.assign(kept.at(-1) ?? {}, { usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } });
  return [...kept.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join('');
}

export const mistralSubject: Subject = {
  title: 'Mistral',
  bridge: mistral,
  model: 'mistral-large-latest',
  client: (serverURL, fetch) =>
    new Mistral({
      serverURL,
      apiKey: 'none',
      httpClient: new HTTPClient({ fetcher: (input, init) => fetch(input as Request, init) }),
      retryConfig: { strategy: 'none' },
    }),
  user: (content) => ({ role: 'user', content }),
  id: (number) => `aB3dEfGh${number}`,
  problems: (body) => [
    ...mistralToolProblems(listOf(body['tools'])),
    ...chatPairingProblems(body, { id: /^[a-zA-Z0-9]{9}$/ }),
    ...roleProblems(body),
    ...toolContentProblems(body),
  ],
  adapt: wholeCalls,
  tools: chatTools,
  choice: ({ tool_choice, parallel_tool_calls }) => ({ tool_choice, ...(parallel_tool_calls !== undefined && { parallel_tool_calls }) }),
  results: chatResults,
  choices: {
    auto: { wire: { tool_choice: 'auto' } },
    none: { wire: { tool_choice: 'none' } },
    any: { wire: { tool_choice: 'any' } },
    tool: { wire: { tool_choice: { type: 'function', function: { name: 'search' } } } },
    list: 'refused',
  },
  parallelOff: { wire: { tool_choice: 'auto', parallel_tool_calls: false } },
  hasTextArguments: true,
  takesImages: true,
  strict: true,
};
