/** What resources and prompts made by hand have in common: a function that takes checked values and a context. */
import { ToolError } from '../../errors.js';
import type { ContractSchema, ToolContext, ToolOptions } from '../../types.js';
import { settingsOf } from '../settings.js';
import { checkSchema } from './given-parts.js';
import { withoutArrivals } from './publish.js';
import { type CallableKind, isAsyncFunction, type ToolPlan, type ToolSource } from './source.js';

interface HandMade {
  kind: CallableKind;
  name: string;
  place: string;
  options: ToolOptions;
  input: ContractSchema;
  run: ((args: Record<string, unknown>, context: ToolContext) => unknown) | undefined;
}

/** @throws ToolError INVALID_DEFINITION where there is no function */
export function handMadeSource({ kind, name, place, options, input, run }: HandMade): ToolSource {
  if (typeof run !== 'function')
    throw new ToolError('INVALID_DEFINITION', `${place}: '${kind === 'prompt' ? 'render' : 'read'}' must be a function.`);
  checkSchema(input, 'inputSchema', place, name);
  return {
    kind,
    name,
    place,
    options,
    settings: settingsOf(),
    isAsync: () => isAsyncFunction(run),
    plan: () => handMadePlan(input, options.description),
    call: ([args, context]) => run(args as Record<string, unknown>, context as ToolContext),
  };
}

function handMadePlan(input: ContractSchema, description: string | undefined): ToolPlan {
  return {
    input: { ...withoutArrivals(input), type: 'object' },
    wrapsOutput: false,
    parameters: [
      { name: 'args', role: 'payload' },
      { name: 'context', role: 'context' },
    ],
    classNamed: () => undefined,
    ...(description !== undefined && { description }),
  };
}
