/** A choice of tools as both APIs of OpenAI write it. */
import type { BridgeChoice } from '../calling/define.js';

/** Fields of a request. */
export interface Choice<V> {
  tool_choice?: V | 'auto' | 'none' | 'required';
  parallel_tool_calls?: boolean;
}

/** What differs. */
interface Forms<V> {
  /** One of our tools. */
  named(name: string): V;
  /** One of the provider's own; undefined for what cannot be chosen. */
  builtIn(tool: object): V | undefined;
  allowed(tools: V[], mode: 'auto' | 'required'): V;
}

/** The same fields with another choice of one tool, or of a list. */
export const withChoice = <V extends object>({ tool_choice: choice, ...fields }: Choice<V>, change: (choice: V) => V): Choice<V> => ({
  ...fields,
  ...(choice !== undefined && { tool_choice: typeof choice === 'string' ? choice : change(choice) }),
});

export const choiceForms = <V>({ named, builtIn, allowed }: Forms<V>): BridgeChoice<Choice<V>> => ({
  auto: () => ({ tool_choice: 'auto' }),
  none: () => ({ tool_choice: 'none' }),
  any: () => ({ tool_choice: 'required' }),
  tool: (name) => ({ tool_choice: named(name) }),
  allowed: (names, isForced, others) => {
    const tools = [...names.map(named), ...others.flatMap((tool) => builtIn(tool) ?? [])];
    return { tool_choice: allowed(tools, isForced ? 'required' : 'auto') };
  },
  builtIn: (tool) => {
    const choice = builtIn(tool);
    return choice && { tool_choice: choice };
  },
  native: (value) => ({ tool_choice: value as unknown as V }),
  parallel: (fields, isParallel) => ({ ...fields, parallel_tool_calls: isParallel }),
});
