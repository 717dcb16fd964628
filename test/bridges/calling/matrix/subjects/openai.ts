import OpenAI from 'openai';
import { openai } from '../../../../../src/bridges/openai.js';
import { chatToolProblems } from '../../legal/index.js';
import { chatPairingProblems, chatResults, chatTools, listOf } from '../chat-wire.js';
import type { Subject } from '../subject.js';

const named = (name: string) => ({ type: 'function', function: { name } });

export const openaiSubject: Subject = {
  title: 'OpenAI Chat Completions',
  bridge: openai,
  model: 'gpt-5.4',
  client: (url, fetch) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', fetch, maxRetries: 0 }),
  user: (content) => ({ role: 'user', content }),
  id: (number) => `call_${'abcdefgh'.charAt(number)}${number}`,
  problems: (body) => [...chatToolProblems(listOf(body['tools'])), ...chatPairingProblems(body)],
  tools: chatTools,
  choice: ({ tool_choice, parallel_tool_calls }) => ({ tool_choice, ...(parallel_tool_calls !== undefined && { parallel_tool_calls }) }),
  results: chatResults,
  choices: {
    auto: { wire: { tool_choice: 'auto' } },
    none: { wire: { tool_choice: 'none' } },
    any: { wire: { tool_choice: 'required' } },
    tool: { wire: { tool_choice: named('search') } },
    list: {
      wire: { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [named('search'), named('echo')] } } },
    },
  },
  parallelOff: { wire: { tool_choice: 'auto', parallel_tool_calls: false } },
  hasTextArguments: true,
  takesImages: true,
  strict: true,
};
