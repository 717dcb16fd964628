/** What a Tool is made of: who it is, what it advertises, and what it runs. */
import type { Constructor, ContractSchema, JsonSchema, ParameterContract, ToolExample, ToolOptions } from '../../types.js';
import type { Contents } from '../../schema/usual.js';
import type { Settings } from '../settings.js';

/** One parameter of the function behind a tool, in the order of the source. */
export interface ParameterPlan {
  name: string;
  role: ParameterContract['role'];
  /** Given with `@param({ default })`, or told by the schema of a parameter without initialiser. */
  default?: unknown;
}

/** Everything a call needs to know, worked out once a tool. */
export interface ToolPlan {
  description?: string;
  examples?: ToolExample[];
  /** The arguments' schema with its marks; the published one is the same without them. */
  input: ContractSchema;
  /** The schemas have no marks and cannot change: they are published as they are. */
  isFinished?: boolean;
  /** The schema of what is published as structured content, with its marks. */
  output?: ContractSchema;
  /** The output is published as `{ result: … }`. */
  wrapsOutput: boolean;
  /** The output's schema before it was wrapped; only where it was. */
  naturalOutput?: ContractSchema;
  /** Nothing of the result leaves: the return type is `void`. */
  isVoid?: true;
  parameters: readonly ParameterPlan[];
  /** Carries the rules of single parameters, when there are any. */
  argumentsOwner?: Constructor;
  /** Finds the class behind an `x-class` mark. */
  classNamed(name: string): Constructor | undefined;
}

/** The class that the root of a plan's schema is of. */
export function rootClass(
  { input, output, naturalOutput = output, classNamed }: ToolPlan,
  which: 'input' | 'output',
): Constructor | undefined {
  const name = (which === 'input' ? input : naturalOutput)?.['x-class'];
  return name === undefined ? undefined : classNamed(name);
}

/** What can be called, in the words of messages. */
export type CallableKind = 'tool' | 'resource' | 'prompt' | 'completion';

/** Who is spoken of in messages. */
export interface Named {
  /** Absent for a tool. */
  readonly kind?: CallableKind;
  /** A tool's or prompt's name, a resource's URI. */
  readonly name: string;
}

/** For example `tool 'search'`. */
export const titleOf = ({ kind = 'tool', name }: Named): string => `${kind} '${name}'`;

/** The same at the start of a sentence. */
export const titleAtStart = ({ kind = 'tool', name }: Named): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} '${name}'`;

/** What an error carries of whom it is about. */
export const about = ({ kind = 'tool', name }: Named): { toolName?: string } => (kind === 'tool' ? { toolName: name } : {});

/** A tool, or another thing that is called, before anything about it is compiled. */
export interface ToolSource extends Named {
  /** For messages to the author, for example `AtlasService.nearby`. */
  readonly place: string;
  readonly options: ToolOptions;
  readonly settings: Settings;
  /** The schemas came from elsewhere: they are bounded, and their patterns run in linear time. */
  readonly isImported?: boolean;
  /** What the schema of the arguments holds, where that was found out: it is published as it is then. */
  readonly inputContents?: Contents | undefined;
  /** Classes that were given as schemas. */
  readonly inputClass?: Constructor | undefined;
  readonly outputClass?: Constructor | undefined;
  /** Hears where it is to be registered. @returns what settles that, after which plans of before count no more @throws ToolError for what is not known there */
  attach?(settings: Settings): (() => void) | undefined;
  /** The author's function is declared asynchronous. */
  isAsync(): boolean;
  /** False: what the author wrote cannot tell whether it got a context, so none is made. */
  reachesContext?(): boolean;
  plan(): ToolPlan;
  /** Runs what the author wrote, with arguments in order. */
  call(args: unknown[]): unknown;
}

export { isAsyncFunction } from '../../decorators/function-facts.js';

/** A closed object without properties. */
export const noArguments: JsonSchema = Object.freeze({ type: 'object', properties: Object.freeze({}), additionalProperties: false });
