import { Ollama } from 'ollama';
import { ollama } from '../../../../../src/bridges/ollama.js';
import { ollamaToolProblems } from '../../legal/index.js';
import { isObject, type Json } from '../../legal/schema.js';
import { chatResults, chatTools, listOf } from '../chat-wire.js';
import type { Subject } from '../subject.js';

/** There are no ids: so many results as calls, each with the name of its call, in order. */
function pairingProblems(body: Json): string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const message of listOf(body['messages'])) {
    if (message['role'] === 'tool') {
      if (open.shift() !== message['tool_name']) problems.push(`a result of ${String(message['tool_name'])} out of order`);
      if (typeof message['content'] !== 'string') problems.push('content that is no text');
      continue;
    }
    if (open.length > 0) problems.push(`no results for ${open.join(', ')}`);
    const calls = listOf(message['tool_calls']).map((call) => call['function']);
    open = calls.map((inner) => (isObject(inner) ? String(inner['name']) : ''));
    if (calls.some((inner) => !isObject(inner) || !isObject(inner['arguments']))) problems.push('arguments that are no object');
  }
  return open.length > 0 ? [...problems, `no results for ${open.join(', ')}`] : problems;
}

export const ollamaSubject: Subject = {
  title: 'Ollama',
  bridge: ollama,
  model: 'llama3.2',
  client: (host, fetch) => new Ollama({ host, fetch }),
  user: (content) => ({ role: 'user', content }),
  id: () => undefined,
  problems: (body) => [...ollamaToolProblems(listOf(body['tools'])), ...pairingProblems(body)],
  refusal: (error) => ({ error }),
  tools: chatTools,
  choice: ({ tools }) => ({ tools: listOf(tools).length }),
  results: chatResults,
  choices: {
    auto: { wire: { tools: 3 } },
    none: { wire: { tools: 0 } },
    any: { wire: { tools: 3 }, warned: true },
    tool: { wire: { tools: 3 }, warned: true },
    list: 'refused',
  },
  parallelOff: { wire: { tools: 3 }, warned: true },
  takesImages: true,
  strict: false,
};
