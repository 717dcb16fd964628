/** What may be asked of a client, by what it declared. */
import { ToolError } from '../../../errors.js';
import type { ClientCapabilities } from '../dispatch/request.js';
import { isObject } from '../wire/tools.js';

/** The methods that ask something of a client. */
export type QuestionMethod = 'elicitation/create' | 'sampling/createMessage' | 'roots/list';

type Needs = { capability: keyof ClientCapabilities; member?: string; called: string };

/** One entry a method: what a question of that kind needs. */
const needs: Readonly<Record<QuestionMethod, (params: Readonly<Record<string, unknown>>) => Needs>> = {
  'elicitation/create': ({ mode }) =>
    mode === 'url'
      ? { capability: 'elicitation', member: 'url', called: 'elicitation by URL' }
      : { capability: 'elicitation', member: 'form', called: 'elicitation' },
  'sampling/createMessage': ({ tools, toolChoice }) =>
    tools === undefined && toolChoice === undefined
      ? { capability: 'sampling', called: 'sampling' }
      : { capability: 'sampling', member: 'tools', called: 'sampling with tools' },
  'roots/list': () => ({ capability: 'roots', called: 'roots' }),
};

/** Error -> what its client would have to declare, in the form of MCP's `ClientCapabilities`. */
const missing = new WeakMap<Error, ClientCapabilities>();

/** What is known of a client without a session: nothing, whatever it declared when it connected. */
export const withoutSession =
  'This server keeps no session for clients before 2026-07-28, so nothing can be asked of them: the HTTP option `sessions: true` mends it.';

/** @throws ToolError NOT_IMPLEMENTED when the client did not declare what this question needs */
export function demandCapability(
  method: QuestionMethod,
  params: Readonly<Record<string, unknown>>,
  declared: ClientCapabilities = {},
): void {
  const { capability, member, called } = needs[method](params);
  const value: unknown = declared[capability];
  if (isObject(value) && (member === undefined || hasMember(value, member))) return;
  const name = member === undefined ? capability : `${capability}.${member}`;
  const error = new ToolError('NOT_IMPLEMENTED', `The client does not support ${called}: it did not declare the capability '${name}'.`);
  missing.set(error, { [capability]: member === undefined ? {} : { [member]: {} } });
  throw error;
}

/** A bare `elicitation: {}` is from the time when there were only forms. */
function hasMember(value: Readonly<Record<string, unknown>>, member: string): boolean {
  if (value[member] !== undefined) return true;
  return member === 'form' && value['url'] === undefined;
}

/** What the client would have had to declare, when that is why a call failed. */
export function missingCapability(error: unknown): ClientCapabilities | undefined {
  return error instanceof Error ? missing.get(error) : undefined;
}
