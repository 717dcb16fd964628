/**
 * How calls look in the APIs and frameworks that there are: one entry a shape, and one for each kind of object that carries calls.
 * What is read here is what nobody's SDK is needed for; whole responses are read by the bridge of their API, which knows more.
 */
import { ToolError } from '../../errors.js';
import { shortJson } from '../../schema/words.js';

/** A call as it was found: its arguments may be anything yet. */
export interface RawCall {
  id?: string;
  name: string;
  args?: unknown;
  /** The arguments are one plain text rather than JSON, or the object that was made of it. */
  isText?: true;
  /** Why it cannot be handed on, in words for the model: it is told this, and nothing is run. */
  refusal?: string;
}

type Fields = Record<string, unknown>;

interface CallShape {
  fits(fields: Fields): boolean;
  read(fields: Fields): { id?: unknown; name: unknown; args?: unknown; isText?: boolean };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of the fields that is there. */
function firstOf(fields: Fields, names: readonly string[]): unknown {
  const found = names.find((name) => fields[name] !== undefined && fields[name] !== null);
  return found === undefined ? undefined : fields[found];
}

const argumentNames = ['args', 'arguments', 'input', 'parameters'];

/** A call that was read before says what came in place of its arguments. */
const given = (fields: Fields): unknown => ('problem' in fields && 'raw' in fields ? fields['raw'] : firstOf(fields, argumentNames));

/** The call stands in an object of its own under this key. */
const nested = (key: string, idNames: readonly string[]): CallShape => ({
  fits: (fields) => key in fields,
  read: (fields) => {
    const inner = fields[key];
    if (!isFields(inner)) throw malformed(`the ${key} value must be an object`, fields);
    // A name may stand outside.
    return { id: firstOf({ ...fields, ...inner }, idNames), name: inner['name'] ?? fields['name'], args: firstOf(inner, argumentNames) };
  },
});

/** The first that fits reads. */
const callShapes: readonly CallShape[] = [
  // Items of a response have an id of their own beside that of the call.
  {
    fits: ({ type }) => type === 'function_call',
    read: (fields) => ({ id: firstOf(fields, ['call_id', 'callId', 'id']), name: fields['name'], args: firstOf(fields, argumentNames) }),
  },
  {
    fits: ({ type }) => type === 'custom_tool_call',
    read: ({ call_id: id, name, input: args }) => ({ id, name, args, isText: true }),
  },
  {
    fits: ({ type, custom }) => type === 'custom' && isFields(custom),
    read: ({ id, custom }) => ({ id, name: (custom as Fields)['name'], args: (custom as Fields)['input'], isText: true }),
  },
  nested('function', ['id', 'call_id', 'callId']),
  nested('functionCall', ['id']),
  nested('toolUse', ['toolUseId']),
  {
    fits: (fields) => 'toolName' in fields,
    read: (fields) => ({ id: fields['toolCallId'], name: fields['toolName'], args: firstOf(fields, argumentNames) }),
  },
  {
    fits: ({ name }) => typeof name === 'string',
    read: (fields) => ({
      id: firstOf(fields, ['id', 'call_id', 'callId']),
      name: fields['name'],
      args: given(fields),
      isText: fields['type'] === 'custom' || fields['isText'] === true,
    }),
  },
];

/** Where calls stand in an object that carries them. `isMixed`: beside other parts, which are passed over. */
interface Carrier {
  list(fields: Fields): unknown;
  isMixed?: true;
}

const inside = (...path: string[]): Carrier['list'] => {
  return (fields) =>
    path.reduce<unknown>((value, key) => (isFields(value) || Array.isArray(value) ? (value as Fields)[key] : undefined), fields);
};

const carriers: readonly Carrier[] = [
  { list: inside('tool_calls') },
  { list: inside('toolCalls') },
  { list: inside('message', 'tool_calls') },
  { list: inside('message', 'toolCalls') },
  { list: inside('choices', '0', 'message', 'tool_calls') },
  { list: inside('choices', '0', 'message', 'toolCalls') },
  { list: inside('output', 'message', 'content'), isMixed: true },
  { list: inside('output'), isMixed: true },
  { list: inside('candidates', '0', 'content', 'parts'), isMixed: true },
  { list: inside('content', 'parts'), isMixed: true },
  { list: inside('parts'), isMixed: true },
  { list: inside('content'), isMixed: true },
];

/**
 * The calls in a value of any of the shapes, in order.
 * @throws ToolError INVALID_ARGUMENTS for what is no call and carries none
 */
export function rawCallsIn(value: unknown): RawCall[] {
  // The parts of a message may come without the message.
  if (Array.isArray(value)) return value.filter((part) => !isOtherPart(part)).map(readCall);
  if (!isFields(value)) throw malformed('an object or a list is wanted', value);
  const carried = callsCarriedBy(value) ?? [readCall(value)];
  // Calls whose arguments another library could not read.
  const { invalid_tool_calls: unread } = value;
  return Array.isArray(unread)
    ? [...carried, ...unread.filter((call) => isFields(call) && call['name'] !== undefined).map(readCall)]
    : carried;
}

function callsCarriedBy(fields: Fields): RawCall[] | undefined {
  // Only a message or a response may come without calls.
  const mayBeWithout = typeof fields['role'] === 'string' || Array.isArray(fields['choices']);
  for (const key of ['tool_calls', 'toolCalls'] as const) {
    if (!(key in fields) || Array.isArray(fields[key])) continue;
    if (!mayBeWithout || (fields[key] !== undefined && fields[key] !== null)) throw malformed(`${key} must be a list`, fields);
  }
  for (const { list, isMixed } of carriers) {
    const items = list(fields);
    if (!Array.isArray(items)) continue;
    return (isMixed ? items.filter(isCallPart) : items).map(readCall);
  }
  return mayBeWithout ? [] : undefined;
}

/** Among the parts of a message only what says that it is a call is one: others may have a name too. */
function isCallPart(part: unknown): boolean {
  if (!isFields(part)) return false;
  const { type } = part;
  return (
    type === 'function_call' ||
    type === 'custom_tool_call' ||
    type === 'tool_use' ||
    type === 'tool-call' ||
    type === 'tool_call' ||
    'functionCall' in part ||
    'toolUse' in part
  );
}

const otherParts = new Set(['text', 'output_text', 'refusal', 'thinking', 'redacted_thinking', 'reasoning', 'message']);

/** What stands beside calls in a message, and surely is none. */
function isOtherPart(part: unknown): boolean {
  return isFields(part) && typeof part['type'] === 'string' && otherParts.has(part['type']);
}

function readCall(value: unknown): RawCall {
  const shape = isFields(value) ? callShapes.find(({ fits }) => fits(value)) : undefined;
  if (!shape || !isFields(value)) throw malformed('each call needs a name and arguments', value);
  const { id, name, args, isText } = shape.read(value);
  if (typeof name !== 'string' || name === '') throw malformed('each call needs a name', value);
  return { ...idOf(id), name, ...(args !== undefined && { args }), ...(isText && { isText }) };
}

/** An id is text; none at all where the sender left it empty. */
export function idOf(id: unknown): { id?: string } {
  if (typeof id === 'number') return { id: String(id) };
  return typeof id === 'string' && id !== '' ? { id } : {};
}

/** @param what names the type that was to be read */
export function malformed(reason: string, value: unknown, what = 'ToolCalls'): ToolError {
  if (value instanceof Promise) return new ToolError('INVALID_DEFINITION', `${what}.from() got a promise: put 'await' before it.`);
  return new ToolError('INVALID_ARGUMENTS', `Received invalid value for ${what}: ${reason}; got ${told(value)}`);
}

function told(value: unknown): string {
  try {
    return shortJson(value, 200);
  } catch {
    return typeof value;
  }
}
