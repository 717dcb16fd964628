/** Looks at an answer in which no call was found: is it one at all, whole, and of this API? Otherwise calls would vanish. */
import { ToolError } from '../../errors.js';
import { shortJson } from '../../schema/words.js';
import type { Provider } from './facts.js';
import { told } from './given.js';
import { isFields } from './shapes.js';

type Fields = Record<string, unknown>;

/** How a whole answer of an API is told, and the bridge that reads it. */
interface AnswerKind {
  readonly bridge: string;
  fits(answer: Fields): boolean;
}

const chatMessage = ({ choices }: Fields): Fields | undefined => {
  const first: unknown = Array.isArray(choices) ? (choices[0] ?? {}) : undefined;
  return isFields(first) ? (isFields(first['message']) ? first['message'] : {}) : undefined;
};

/** An empty list is as good as none, under whatever name. */
const has = (fields: unknown, key: string): boolean =>
  isFields(fields) && fields[key] !== undefined && fields[key] !== null && (fields[key] as { length?: unknown }).length !== 0;

/** Only where calls stand tells the two of a kind apart. */
const kinds: Readonly<Partial<Record<Provider, AnswerKind>>> = {
  'openai-chat': { bridge: 'openai', fits: (answer) => chatMessage(answer) !== undefined && !has(chatMessage(answer), 'toolCalls') },
  mistral: { bridge: 'mistral', fits: (answer) => chatMessage(answer) !== undefined && !has(chatMessage(answer), 'tool_calls') },
  'openai-responses': { bridge: 'openaiResponses', fits: ({ output }) => Array.isArray(output) },
  bedrock: { bridge: 'bedrock', fits: ({ output, stopReason }) => isFields(output) || stopReason !== undefined },
  anthropic: { bridge: 'anthropic', fits: ({ content }) => Array.isArray(content) },
  cohere: { bridge: 'cohere', fits: ({ message }) => isFields(message) && !has(message, 'tool_calls') },
  ollama: { bridge: 'ollama', fits: ({ message }) => isFields(message) && !has(message, 'toolCalls') },
  gemini: {
    bridge: 'gemini',
    fits: (answer) => ['candidates', 'promptFeedback', 'usageMetadata', 'modelVersion', 'responseId'].some((key) => key in answer),
  },
};

/**
 * @param cause what was thrown when it was read
 * @throws ToolError INVALID_DEFINITION for what is no whole answer of that API
 */
export function checkAnswer(answer: unknown, provider: Provider, label: string, cause?: unknown): void {
  const kind = kinds[provider];
  if (kind ? isFields(answer) && kind.fits(answer) : typeof answer === 'string') return;
  const wanted = kind ? 'a whole answer' : 'the text of an answer';
  throw new ToolError('INVALID_DEFINITION', `${label}: parseCalls() reads ${wanted}, and got ${toldAsAnswer(answer)}.`, { cause });
}

function toldAsAnswer(answer: unknown): string {
  if (Array.isArray(answer)) return 'a list: pass the whole answer, as the client gave it';
  if (!isFields(answer) || answer instanceof Promise) return told(answer);
  if (Symbol.asyncIterator in answer) return 'a stream: use accumulate(), and push() each chunk';
  const other = Object.values(kinds).find(({ fits }) => fits(answer));
  if (other) return `one of another API: ${other.bridge}.parseCalls() reads it`;
  if ('role' in answer || 'tool_calls' in answer || 'toolCalls' in answer) return 'a message alone: pass the answer that it stands in';
  if (isFields(answer['error'])) return `an error: ${errorIn(answer['error'])}`;
  return told(answer);
}

function errorIn(error: Fields): string {
  const { message } = error;
  return typeof message === 'string' ? message.slice(0, 500) : shortJson(error, 200);
}
