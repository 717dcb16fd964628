import OpenAI from 'openai';
import { openaiResponses } from '../../../../../src/bridges/openai-responses.js';
import { responsesToolProblems } from '../../legal/index.js';
import type { Json } from '../../legal/schema.js';
import { isMarked, listOf } from '../chat-wire.js';
import type { Subject, WireResult } from '../subject.js';

const named = (name: string) => ({ type: 'function', name });

/** Each call before has its output after it, by `call_id`. */
function pairingProblems(body: Json): string[] {
  const items = listOf(body['input']);
  const ids = (type: string): string[] => items.filter((item) => item['type'] === type).map((item) => String(item['call_id']));
  const [calls, outputs] = [ids('function_call'), ids('function_call_output')];
  const wrong = items.filter((item) => item['type'] === 'function_call' && typeof item['arguments'] !== 'string');
  return [
    ...calls.filter((id) => !outputs.includes(id)).map((id) => `No tool output found for function call ${id}.`),
    ...outputs.filter((id) => !calls.includes(id)).map((id) => `No tool call found for function call output with call_id ${id}.`),
    ...(new Set(outputs).size < outputs.length ? ['an output twice'] : []),
    ...wrong.map(() => 'arguments that are no text'),
    ...items.flatMap((item, index) => itemProblems(item, items[index + 1])),
  ];
}

/** "Item of type 'reasoning' was provided without its required following item." */
function itemProblems({ type, role, content }: Json, next: Json | undefined): string[] {
  if (type === 'reasoning') return next && next['role'] !== 'user' ? [] : ['reasoning without what it led to'];
  return role === 'assistant' && Array.isArray(content) && content.length === 0 ? ['a message without content'] : [];
}

function results(body: Json): WireResult[] {
  return listOf(body['input']).flatMap(({ type, call_id: id, output }) => {
    if (type !== 'function_call_output') return [];
    const parts = Array.isArray(output) ? listOf(output) : [{ type: 'input_text', text: output }];
    const text = parts.flatMap((part) => (part['type'] === 'input_text' ? [String(part['text'])] : [])).join('\n');
    return [{ id: String(id), text, isError: isMarked(text), images: parts.filter((part) => part['type'] === 'input_image').length }];
  });
}

export const openaiResponsesSubject: Subject = {
  title: 'OpenAI Responses',
  bridge: openaiResponses,
  provider: 'openai-responses',
  model: 'gpt-5.4',
  client: (url, fetch) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', fetch, maxRetries: 0 }),
  user: (content) => ({ role: 'user', content }),
  id: (number) => `call_${'abcdefgh'.charAt(number)}${number}`,
  problems: (body) => [...responsesToolProblems(listOf(body['tools'])), ...pairingProblems(body)],
  tools: (body) =>
    listOf(body['tools']).map(({ name, parameters, strict }) => ({
      name: String(name),
      schema: parameters as Json,
      ...(typeof strict === 'boolean' && { strict }),
    })),
  choice: ({ tool_choice, parallel_tool_calls }) => ({ tool_choice, ...(parallel_tool_calls !== undefined && { parallel_tool_calls }) }),
  results,
  choices: {
    auto: { wire: { tool_choice: 'auto' } },
    none: { wire: { tool_choice: 'none' } },
    any: { wire: { tool_choice: 'required' } },
    tool: { wire: { tool_choice: named('search') } },
    list: { wire: { tool_choice: { type: 'allowed_tools', mode: 'required', tools: [named('search'), named('echo')] } } },
  },
  parallelOff: { wire: { tool_choice: 'auto', parallel_tool_calls: false } },
  hasTextArguments: true,
  takesImages: true,
  strict: true,
};
