/** Tools as words of a prompt. */
import type { Declaration, ToolLike } from '../calling/bridge.js';
import { ToolCalls } from '../calling/calls.js';
import { declareTools } from '../calling/declare.js';
import { isFields } from '../calling/shapes.js';
import { toolInWords } from '../../runtime/tool-words.js';
import type { JsonSchema } from '../../types.js';
import { section } from './sections.js';
import type { TextChoice, TextForm, TextMessage } from './types.js';

/**
 * A tool as `String(tool)` has it, and which arguments are required where their defaults do not say so. What a prompt cannot say of
 * its schema is said in the descriptions. One line.
 */
export function renderTool(tool: ToolLike): string {
  return declareTools([tool], 'text').declarations.map(renderDeclaration).join('');
}

export function renderDeclaration({ originalName: name, description, parameters }: Declaration): string {
  const { properties: args = {}, required = [] } = parameters;
  return toolInWords({ name, args, ...(description !== undefined && { description }) }) + requiredInWords(args, required);
}

/** For the model, of all tools. */
const requiredByDefault = 'Arguments that have no default are required, unless the tool says which ones are.';

/** Nothing for a tool of which that holds. */
function requiredInWords(args: Readonly<Record<string, JsonSchema>>, required: readonly string[]): string {
  const withoutDefault = Object.keys(args).filter((name) => !hasDefault(args[name]));
  const isSaid = withoutDefault.length === required.length && withoutDefault.every((name) => required.includes(name));
  return isSaid ? '' : ` Required: ${required.map((name) => JSON.stringify(name)).join(', ') || 'none'}.`;
}

const hasDefault = (schema: JsonSchema | undefined): boolean => isFields(schema) && schema['default'] !== undefined;

/** What a prompt is made of. */
export interface PromptParts {
  readonly messages: readonly TextMessage[];
  /** As `renderTool` gives them: a line each. */
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
    requiredByDefault,
    'Then stop: the results come in the next message. Without calls, your reply is the answer.',
  ].join('\n');
  const reminder = [choice.instruction, `The field tool_calls must be a JSON object like ${example}.`].filter(Boolean).join(' ');
  const [first, ...others] = messages[0]?.role === 'system' ? messages : [{ role: 'system', content: '' } as const, ...messages];
  const made = [{ ...(first as TextMessage), content: joined(first?.content ?? '', how) }, ...others];
  const start = made.findIndex(({ role }) => role === 'user');
  const list = section('tools', tools.join('\n'), form);
  const asked = start < 0 ? [...made, userMessage(list)] : made.map((one, index) => (index === start ? withContent(one, list) : one));
  const last = asked.at(-1);
  if (last?.role !== 'user') return [...asked, userMessage(reminder)];
  return [...asked.slice(0, -1), withContent(last, reminder)];
}

const example = '{"tool_calls": [{"name": "TOOL_NAME", "args": {"ARGUMENT": "VALUE"}}]}';
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n\n');
const userMessage = (content: string): TextMessage => ({ role: 'user', content });
const withContent = (message: TextMessage, more: string): TextMessage => ({ ...message, content: joined(message.content, more) });
