import { GoogleGenAI } from '@google/genai';
import { gemini } from '../../../../../src/bridges/gemini.js';
import { geminiToolProblems } from '../../legal/index.js';
import { isObject, type Json } from '../../legal/schema.js';
import { listOf } from '../chat-wire.js';
import type { Subject, WireResult } from '../subject.js';

const functionsOf = (body: Json): Json[] => listOf(body['tools']).flatMap((tool) => listOf(tool['functionDeclarations']));
const partsOf = (content: Json | undefined, kind: string): Json[] =>
  listOf(content?.['parts']).flatMap((part) => (isObject(part[kind]) ? [part[kind]] : []));

const isEmpty = ({ text, thought: _thought, ...rest }: Json): boolean => !text && Object.keys(rest).length === 0;

/** So many responses as calls, with their names, in the turn right after. */
function contentProblems(body: Json): string[] {
  const contents = listOf(body['contents']);
  return contents.flatMap((content, index) => {
    const calls = partsOf(content, 'functionCall');
    const answers = partsOf(contents[index + 1], 'functionResponse');
    const orphans = partsOf(content, 'functionResponse').length > 0 && partsOf(contents[index - 1], 'functionCall').length === 0;
    return [
      ...(calls.length !== answers.length && calls.length > 0 ? [`${calls.length} function calls, ${answers.length} responses`] : []),
      ...(calls.some(({ name, id }, at) => name !== answers[at]?.['name'] || id !== answers[at]?.['id']) ? ['responses of others'] : []),
      ...(orphans ? ['responses without calls'] : []),
      ...(answers.some(({ response }) => !isObject(response)) ? ['a response that is no object'] : []),
      ...(listOf(content['parts']).length === 0 ? ['a content without parts'] : []),
      ...(listOf(content['parts']).some(isEmpty) ? ['a part without data'] : []),
    ];
  });
}

function results(body: Json): WireResult[] {
  const contents = listOf(body['contents'] ?? body['messages']);
  return contents
    .flatMap((content) => partsOf(content, 'functionResponse'))
    .map(({ id, name, response, parts }) => {
      const { output, error } = response as Json;
      const told = error ?? output;
      return {
        ...(typeof id === 'string' && { id }),
        name: String(name),
        text: typeof told === 'string' ? told : JSON.stringify(told),
        isError: error !== undefined,
        images: listOf(parts).length,
      };
    });
}

const mode = (word: string, names?: string[]): object => ({
  functionCallingConfig: { mode: word, ...(names && { allowedFunctionNames: names }) },
});

export const geminiSubject: Subject = {
  title: 'Gemini',
  bridge: gemini,
  model: 'gemini-3-pro-preview',
  client: (baseUrl, fetch) => new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl, apiVersion: 'v1beta', fetch } }),
  user: (text) => ({ role: 'user', parts: [{ text }] }),
  id: () => undefined,
  problems: (body) => [...geminiToolProblems(functionsOf(body)), ...contentProblems(body)],
  refusal: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  tools: (body) =>
    functionsOf(body).map(({ name, parametersJsonSchema }) => ({ name: String(name), schema: parametersJsonSchema as Json })),
  choice: ({ toolConfig }) => toolConfig,
  results,
  choices: {
    auto: { wire: mode('AUTO') },
    none: { wire: mode('NONE') },
    any: { wire: mode('ANY') },
    tool: { wire: mode('ANY', ['search']) },
    list: { wire: mode('ANY', ['search', 'echo']) },
  },
  parallelOff: { wire: mode('AUTO'), warned: true },
  takesImages: true,
  strict: false,
};
