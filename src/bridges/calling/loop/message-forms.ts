/** How messages of each API look, as far as it takes to tell those of another: they would go out as nothing, or be refused in words that help nobody. */
import { ToolError } from '../../../errors.js';
import { kindOf, preview } from '../../../schema/words.js';
import { facts, type Provider } from '../facts.js';
import { isFields } from '../shapes.js';

type Fields = Readonly<Record<string, unknown>>;

interface MessageForm {
  /** What is wrong with it, after "it"; undefined for one that may be its own. */
  fault(message: Fields): string | undefined;
  /** One that is right. */
  readonly example: string;
  /** Where a system prompt belongs, for APIs that do not have it among the messages. */
  readonly system?: string;
  /** What the SDK takes in place of a message. */
  isShort?(message: unknown): boolean;
}

const blockTypes = new Set<unknown>(['tool_use', 'tool_result']);

/** Parts of a content that say what they are in the words of another API. */
const hasPart = ({ content }: Fields, isForeign: (part: Fields) => boolean): boolean =>
  Array.isArray(content) && content.some((part) => isFields(part) && isForeign(part));

const isBlock = ({ type }: Fields): boolean => blockTypes.has(type);
const isUntyped = ({ type }: Fields): boolean => typeof type !== 'string';
const isText = (value: unknown): value is string => typeof value === 'string';
/** What is undefined is not sent. */
const hasParts = ({ parts }: Fields): boolean => parts !== undefined;

const chat: MessageForm = {
  fault: (message) => {
    if (!isText(message['role'])) return "has no 'role'";
    if (hasParts(message)) return "has 'parts', as messages of Gemini have";
    if (hasPart(message, isBlock)) return "has blocks 'tool_use' or 'tool_result', as messages of Anthropic have";
    return hasPart(message, isUntyped) ? "has parts without a 'type', as messages of Bedrock have" : undefined;
  },
  example: "{ role: 'user', content: 'Hi.' }",
};

const isOfChat = (message: Fields): boolean =>
  message['role'] === 'tool' || Array.isArray(message['tool_calls']) || Array.isArray(message['toolCalls']);

/** A system prompt in the middle of a conversation is known to some models (SDKs of November 2026). */
const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);
const foreignRole = ({ role }: Fields): string | undefined =>
  roles.has(role) ? undefined : `has the role ${preview(role)}, and there are 'user' and 'assistant'`;

/** Parts that may stand alone among the contents: the SDK makes them one message of the user. */
const partKeys = ['text', 'inlineData', 'fileData', 'executableCode', 'codeExecutionResult'];
const isPart = (value: unknown): boolean => isFields(value) && !('role' in value) && partKeys.some((key) => value[key] !== undefined);

/** Roles of the other APIs. */
const otherRoles: ReadonlySet<unknown> = new Set(['system', 'developer', 'assistant']);

/** By API. */
const forms: Readonly<Partial<Record<Provider, MessageForm>>> = {
  'openai-chat': chat,
  mistral: chat,
  cohere: chat,
  ollama: chat,
  text: chat,
  'openai-responses': {
    fault: (item) => {
      if (hasParts(item)) return "has 'parts', as messages of Gemini have";
      if (isOfChat(item)) return 'has the form of Chat Completions, where calls and results are messages; here each is an item';
      if (hasPart(item, isBlock)) return "has blocks 'tool_use' or 'tool_result', as messages of Anthropic have";
      return isText(item['role']) || isText(item['type']) || isText(item['id']) ? undefined : "has neither 'role' nor 'type'";
    },
    example: "{ role: 'user', content: 'Hi.' }",
  },
  anthropic: {
    fault: (message) => {
      const { content } = message;
      if (isOfChat(message)) return 'has the form of Chat Completions';
      if (!isText(content) && !Array.isArray(content)) return "has no 'content', a text or a list of blocks";
      return hasPart(message, isUntyped) ? "has blocks without a 'type'" : foreignRole(message);
    },
    example: "{ role: 'user', content: 'Hi.' }",
    system: "request: { system: '…' }",
  },
  gemini: {
    fault: ({ role, parts }) => {
      if (!Array.isArray(parts)) return "has no list 'parts'";
      return otherRoles.has(role) ? `has the role ${preview(role)}, and there are 'user' and 'model'` : undefined;
    },
    isShort: (message) => isText(message) || isPart(message),
    example: "{ role: 'user', parts: [{ text: 'Hi.' }] }",
    system: "request: { config: { systemInstruction: '…' } }",
  },
  bedrock: {
    fault: (message) => {
      if (!Array.isArray(message['content'])) return "has no list 'content'";
      return hasPart(message, ({ type }) => isText(type))
        ? "has blocks with a 'type', as messages of Anthropic have"
        : foreignRole(message);
    },
    example: "{ role: 'user', content: [{ text: 'Hi.' }] }",
    system: "request: { system: [{ text: '…' }] }",
  },
};

/**
 * @param warn hears of a system prompt where most models do not take one
 * @throws ToolError INVALID_DEFINITION for a message that this API does not have
 */
export function checkMessages(messages: readonly unknown[], provider: Provider, warn: (message: string) => void): void {
  const form = forms[provider];
  if (!form) return;
  for (const [index, message] of messages.entries()) {
    if (form.isShort?.(message)) continue;
    const fault = isFields(message) ? form.fault(message) : `is no object, but ${kindOf(message)}`;
    if (fault !== undefined) throw refused(fault, { form, provider, at: index + 1, role: (message as Fields | null)?.['role'] });
  }
  if (form.system !== undefined && isFields(messages[0]) && messages[0]['role'] === 'system')
    warn(`The first message is a system prompt, which ${facts[provider].label} wants as ${form.system}.`);
}

function refused(fault: string, about: { form: MessageForm; provider: Provider; at: number; role: unknown }): ToolError {
  const { form, provider, at, role } = about;
  const isSystem = form.system !== undefined && (role === 'system' || role === 'developer');
  const mend = isSystem ? `A system prompt is given as ${form.system}.` : `One looks so: ${form.example}.`;
  return new ToolError('INVALID_DEFINITION', `runTools: message ${at} is none of ${facts[provider].label}: it ${fault}. ${mend}`);
}
