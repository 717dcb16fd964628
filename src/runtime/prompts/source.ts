/** What a Prompt is made of: a marked method, or what was written by hand. */
import { checkOptions, invalid, promptRules, toolNamePattern } from '../../decorators/options.js';
import type { JsonSchema, PromptArgument, PromptOptions, ReadonlySchema, ToolContext, ToolsetOptions } from '../../types.js';
import type { Completer } from '../completion/source.js';
import { checkIsInit, checkOptionNames } from '../definition/given-parts.js';
import { handMadeSource } from '../definition/hand-made.js';
import { type Method, methodSource, placeOf } from '../definition/method-source.js';
import type { ToolSource } from '../definition/source.js';

export interface PromptSource extends ToolSource {
  readonly kind: 'prompt';
  readonly declared: PromptOptions & { name: string };
  /** Of a prompt made by hand; of a method they are read from its schema. */
  readonly given?: readonly PromptArgument[];
  /** Of a prompt made by hand: by argument. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/** What makes a prompt by hand. */
export interface PromptInit extends PromptOptions {
  name: string;
  arguments?: PromptArgument[];
  /** Of the arguments; each is a text unless this says more. */
  inputSchema?: JsonSchema | ReadonlySchema;
  /** Gets the checked arguments. */
  render(args: Record<string, unknown>, context: ToolContext): unknown;
  /** Proposals for arguments, by name. */
  complete?: Record<string, Completer>;
}

type Defaults = Pick<ToolsetOptions, 'icons' | 'tags' | 'meta' | '_meta' | 'timeout' | 'scopes' | 'guard'>;

/** @throws ToolError INVALID_DEFINITION, STALE_MANIFEST */
export function methodPrompt(method: Method, options: PromptOptions, prefix: string, defaults: Defaults): PromptSource {
  const declared = { ...defaults, ...options, name: prefix + (options.name ?? method.name) };
  checkName(declared.name, `@prompt on ${placeOf(method)}`);
  const source = methodSource(method, { kind: 'prompt', name: declared.name, options: declared });
  return { ...source, kind: 'prompt', declared, plan: () => withoutOutput(source.plan()) };
}

/** What it returns is messages, not data. */
function withoutOutput({ output: _output, naturalOutput: _natural, isVoid: _void, ...plan }: ReturnType<ToolSource['plan']>) {
  return { ...plan, wrapsOutput: false };
}

/** @throws ToolError INVALID_DEFINITION */
export function handMadePrompt(init: PromptInit): PromptSource {
  checkIsInit(init, 'Prompt');
  const { render, complete, inputSchema, arguments: given, ...declared } = init;
  const place = `new Prompt(${JSON.stringify(declared.name)})`;
  checkOptionNames(declared, promptRules, ['render', 'arguments', 'inputSchema', 'complete'], place);
  checkOptions(declared, promptRules, place);
  checkName(declared.name, place);
  if (given !== undefined && !isArguments(given))
    throw invalid(place, "'arguments' must be an array of { name, title?, description?, required? }");
  const input = inputSchema ?? argumentsSchema(given ?? []);
  const run = typeof render === 'function' ? render.bind(init) : render;
  const source = handMadeSource({ kind: 'prompt', name: declared.name, place, options: declared, input, run });
  return { ...source, kind: 'prompt', declared, ...(given && { given }), ...(complete && { complete }) };
}

const isArguments = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one: unknown) => typeof (one as { name?: unknown } | null)?.name === 'string');

function argumentsSchema(given: readonly PromptArgument[]): JsonSchema {
  const required = given.filter((one) => one.required === true).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(given.map(({ name }) => [name, { type: 'string' }])),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function checkName(name: unknown, place: string): void {
  if (typeof name === 'string' && toolNamePattern.test(name)) return;
  throw invalid(place, `the name ${JSON.stringify(name)} is not 1 to 128 characters out of A-Z a-z 0-9 . _ -`);
}
