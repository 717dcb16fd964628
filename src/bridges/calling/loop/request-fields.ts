/** Fields of a request that a run fills in itself: given beside, they would be overwritten, or contradict what the run does. */
import { ToolError } from '../../../errors.js';
import type { Mends } from '../../../runtime/option-table.js';
import type { Provider } from '../facts.js';
import { isFields } from '../shapes.js';

const model = "The model is the option 'model'.";
const messages = "The conversation is the option 'messages'.";
const tools = "Tools are given as 'registry' or 'tools'; the provider's own as declare: { builtIn }.";
const toolChoice = "The choice is the option 'toolChoice'.";

/** By name, in the words of all the APIs, with the option that says it. */
export const managedFields = {
  model,
  modelId: model,
  messages,
  contents: messages,
  input: messages,
  tools,
  tool_choice: toolChoice,
  toolChoice,
  toolConfig: `${tools} ${toolChoice}`,
  stream: "Streaming is the option 'stream'.",
} satisfies Mends;

/** Any fields; those of an interface, too, which does not promise that it has no others. */
type AnyFields = Readonly<Record<string, unknown>> | object;

/** Such fields are no fields of `request`. */
type ManagedFields = { readonly [Name in keyof typeof managedFields]?: never };

/** What a request may hold beside, as far as nothing is known of the client. */
export type FurtherFields = AnyFields & ManagedFields;

/** The same where it will only be read: lists that are `as const` will do. */
type AsRead<V> = V extends (...given: never) => unknown
  ? V
  : V extends readonly (infer I)[]
    ? readonly AsRead<I>[]
    : V extends object
      ? { readonly [Name in keyof V]: AsRead<V[Name]> }
      : V;

/** The others, with the types that a request of this kind gives them; any, where nothing is known of it. Gemini has a `config`. */
export type RequestFields<R> = {
  readonly [Name in keyof R as Exclude<Name, keyof ManagedFields>]?:
    | (Name extends 'config' ? AsRead<R[Name]> & { tools?: never } : AsRead<R[Name]>)
    | undefined;
};

/**
 * In text there are no native fields: they are left out, so that one request serves both ways (DSPY-57).
 * @throws ToolError INVALID_DEFINITION
 */
export function checkRequestFields(request: object | undefined, provider: Provider): void {
  if (!isFields(request) || provider === 'text') return;
  refuseManaged(request, 'request');
  // Gemini has them one step down.
  if (provider !== 'gemini' || !isFields(request['config'])) return;
  const { toolConfig, ...config } = request['config'];
  refuseManaged({ ...config, ...(!isBesideChoice(toolConfig) && { toolConfig }) }, 'request.config');
}

/** What Gemini's own tools need, such as the place where a search is made. */
const isBesideChoice = (config: unknown): boolean =>
  isFields(config) && Object.keys(config).length > 0 && config['functionCallingConfig'] === undefined;

function refuseManaged(given: Readonly<Record<string, unknown>>, where: string): void {
  const name = Object.keys(given).find((key) => Object.hasOwn(managedFields, key) && given[key] !== undefined);
  if (name === undefined) return;
  throw new ToolError(
    'INVALID_DEFINITION',
    `runTools: '${where}.${name}' is filled in by the run. ${managedFields[name as keyof typeof managedFields]}`,
  );
}
