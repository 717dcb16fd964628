/** Tools as words of a prompt. */
import type { Declaration, ToolLike } from '../calling/bridge.js';
import { ToolCalls } from '../calling/calls.js';
import { declareTools } from '../calling/declare.js';
import { toolInWords } from '../../runtime/tool-words.js';
import { section } from './sections.js';
import type { TextChoice, TextForm, TextMessage } from './types.js';

/** A tool as `String(tool)` has it; what a prompt cannot say of its schema is said in the descriptions. */
export function renderTool(tool: ToolLike): string {
  return declareTools([tool], 'text').declarations.map(renderDeclaration).join('');
}

export function renderDeclaration({ originalName: name, description, parameters: { properties: args = {} } }: Declaration): string {
  return toolInWords({ name, args, ...(description !== undefined && { description }) });
}

/** What a prompt is made of. */
export interface PromptParts {
  readonly messages: readonly TextMessage[];
  /** As `renderTool` gives them. */
  readonly tools: readonly string[];
  readonly choice?: Partial<TextChoice>;
  readonly form?: TextForm;
}

/** Where a reply puts its calls. */
const places: Readonly<Record<TextForm, string>> = {
  chat: 'To call tools, write a line `[[ ## tool_calls ## ]]` and the calls below it.',
  json: 'To call tools, reply with one JSON object that has the key "tool_calls".',
  xml: 'To call tools, put the calls between <tool_calls> and </tool_calls>.',
};

/**
 * The messages with the tools in the first of the user's, how to call them in the system's, and a reminder at the end.
 * Without tools, or where none may be called, the messages are as they were.
 */
export function promptMessages({ messages, tools, choice = {}, form = 'chat' }: PromptParts): TextMessage[] {
  if (tools.length === 0 || choice.isNone) return [...messages];
  const how = [
    'You can call tools. ' + places[form],
    ToolCalls.description(),
    'Then stop: the results come in the next message. Without calls, your reply is the answer.',
  ].join('\n');
  const reminder = [choice.instruction, `The field tool_calls must be a JSON object like ${example}.`].filter(Boolean).join(' ');
  const [first, ...others] = messages[0]?.role === 'system' ? messages : [{ role: 'system', content: '' } as const, ...messages];
  const made = [{ ...(first as TextMessage), content: joined(first?.content ?? '', how) }, ...others];
  const start = made.findIndex(({ role }) => role === 'user');
  const list = section('tools', JSON.stringify(tools), form);
  const asked = start < 0 ? [...made, userMessage(list)] : made.map((one, index) => (index === start ? withContent(one, list) : one));
  const last = asked.at(-1);
  if (last?.role !== 'user') return [...asked, userMessage(reminder)];
  return [...asked.slice(0, -1), withContent(last, reminder)];
}

const example = '{"tool_calls": [{"name": "TOOL_NAME", "args": {"ARGUMENT": "VALUE"}}]}';
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');
const userMessage = (content: string): TextMessage => ({ role: 'user', content });
const withContent = (message: TextMessage, more: string): TextMessage => ({ ...message, content: joined(message.content, more) });
