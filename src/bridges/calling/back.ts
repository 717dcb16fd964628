/** The way back from a provider's form of a call to the tool's own: names, and what the declaration changed in the arguments. */
import { Tool } from '../../runtime/tool.js';
import type { ObjectSchema } from '../../types.js';
import type { ToolLike } from './bridge.js';
import type { ParsedCall, ToolCalls } from './calls.js';
import type { NamedTools } from './choice.js';
import type { NameFacts, ProviderFacts, SchemaFacts } from './facts.js';
import { asTextArgument } from './free-text.js';
import { notATool } from './given-tools.js';
import { nameMap } from './names.js';
import { undo } from './strict/undo.js';

/** The names of a request's tools, both ways. Only names that the provider refuses cost anything. */
export function namedTools(tools: readonly ToolLike[], facts: NameFacts): NamedTools & { toOriginal(name: string): string } {
  const names = tools.map(toolName);
  if (names.every((name) => facts.legal.test(name))) return { names, toProvider: same, toOriginal: same };
  return { names, ...nameMap(names, facts) };
}

function toolName(tool: ToolLike, index: number): string {
  // A list may hold anything where nobody checks types.
  const name: unknown = (tool as ToolLike | undefined)?.name;
  if (typeof name === 'string') return name;
  throw notATool(tool, index);
}

const same = (name: string): string => name;

/** Calls with the tools' own names, and with arguments as the tools' own schemas have them. A tool that nobody has stays as it was called. */
export function asDeclared(calls: ToolCalls, tools: readonly ToolLike[], { name: nameFacts, schema }: ProviderFacts): ToolCalls {
  if (calls.length === 0) return calls;
  const find = (wanted: string): ToolLike | undefined => tools.find(({ name }) => name === wanted);
  // A legal name is its own name with the provider.
  const { toOriginal } = calls.every(({ name }) => find(name)) ? { toOriginal: same } : namedTools(tools, nameFacts);
  return calls.changed((call) => {
    const name = toOriginal(call.name);
    const tool = find(name);
    const args = tool ? ownArguments(call, schemaOf(tool), schema) : call.args;
    return name === call.name && args === call.args ? undefined : { name, args };
  });
}

function ownArguments({ args, isText }: ParsedCall, own: ObjectSchema, facts: SchemaFacts): object | string {
  if (typeof args === 'string') return args;
  return isText ? asTextArgument(args, own) : (undo(args, own, facts) as object);
}

const schemaOf = (tool: ToolLike): ObjectSchema => (tool instanceof Tool ? tool.definition : tool).inputSchema;
