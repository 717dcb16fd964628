import { CohereClientV2 } from 'cohere-ai';
import { cohere } from '../../../../../src/bridges/cohere.js';
import { cohereToolProblems } from '../../legal/index.js';
import { chatPairingProblems, chatResults, chatTools, listOf } from '../chat-wire.js';
import type { Subject } from '../subject.js';

export const cohereSubject: Subject = {
  title: 'Cohere v2',
  bridge: cohere,
  model: 'command-a-03-2025',
  client: (environment, fetch) => new CohereClientV2({ token: 'none', environment, fetch, maxRetries: 0 }),
  body: (tools, { strictTools }) => ({ tools, ...(strictTools === true && { strict_tools: true }) }),
  user: (content) => ({ role: 'user', content }),
  id: (number) => `search_${number}k2`,
  problems: (body) => [...cohereToolProblems(listOf(body['tools']), body['strict_tools'] === true), ...chatPairingProblems(body)],
  tools: (body) => chatTools(body).map((tool) => ({ ...tool, ...(body['strict_tools'] === true && { strict: true }) })),
  choice: ({ tool_choice }) => ({ ...(tool_choice !== undefined && { tool_choice }) }),
  results: chatResults,
  choices: {
    auto: { wire: {} },
    none: { wire: { tool_choice: 'NONE' } },
    any: { wire: { tool_choice: 'REQUIRED' } },
    tool: { wire: { tool_choice: 'REQUIRED' }, warned: true },
    list: 'refused',
  },
  parallelOff: { wire: {}, warned: true },
  takesImages: false,
  strict: true,
};
