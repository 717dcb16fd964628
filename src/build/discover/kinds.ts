/** The marks that methods carry: one entry a mark. */
import { completeRules, promptRules, resourceRules, toolRules } from '../../decorators/options.js';
import { ts } from '../compiler.js';
import { constantValue } from '../generate/constants.js';
import { checkComplete } from './checks/complete.js';
import { checkPrompt } from './checks/prompt.js';
import { checkResource } from './checks/resource.js';
import { literalOptions, literalText } from './literal-options.js';
import type { Check, MarkedMethod, MethodKindName } from './marked.js';
import type { Mark } from './marks.js';

/** What one mark means. */
export interface MethodKind {
  /** With its @, for messages. */
  word: string;
  /** What a marked method is, in the singular with its article, and in the plural. */
  one: string;
  many: string;
  /** What could be done instead with a static method, and with what is no method. */
  instead: { ofStatic: string; ofField: string };
  options: typeof toolRules;
  /** Which argument of the decorator holds the options. */
  optionsAt: number;
  /** Whether the registry wants a contract for the method. */
  contract: boolean;
  /** Which results have a schema: all, those that become JSON, or none. */
  output: 'all' | 'json' | 'none';
  /** What the method is published as; undefined where that cannot be read. */
  identity(mark: Mark, method: string, checker: ts.TypeChecker): string | undefined;
  check?: Check;
}

const instead = { ofStatic: '.', ofField: '.' };

export const methodKinds: Readonly<Record<MethodKindName, MethodKind>> = {
  tool: {
    word: '@tool',
    one: 'a tool',
    many: 'tools',
    instead: { ofStatic: ', or use tool(fn).', ofField: '; for a function value use tool(fn).' },
    options: toolRules,
    optionsAt: 0,
    contract: true,
    output: 'all',
    identity: nameOf,
  },
  resource: {
    word: '@resource',
    one: 'a resource',
    many: 'resources',
    instead,
    options: resourceRules,
    optionsAt: 1,
    contract: true,
    output: 'json',
    identity: uriOf,
    check: checkResource,
  },
  prompt: {
    word: '@prompt',
    one: 'a prompt',
    many: 'prompts',
    instead,
    options: promptRules,
    optionsAt: 0,
    contract: true,
    output: 'none',
    identity: nameOf,
    check: checkPrompt,
  },
  complete: {
    word: '@complete',
    one: 'a completion',
    many: 'completions',
    instead,
    options: completeRules,
    optionsAt: 0,
    contract: false,
    output: 'none',
    identity: completedOf,
    check: checkComplete,
  },
};

/** Whether a mark is one that methods carry. */
export const isMethodKind = (name: string): name is MethodKindName => Object.hasOwn(methodKinds, name);

/** Whether a method is called with a contract. */
export const hasContract = ({ marks }: MarkedMethod): boolean => marks.some(({ kind }) => methodKinds[kind].contract);

/** Which results of a method have a schema. */
export function outputOf({ marks }: MarkedMethod): MethodKind['output'] {
  const wanted = marks.map(({ kind }) => methodKinds[kind].output);
  return (['all', 'json'] as const).find((one) => wanted.includes(one)) ?? 'none';
}

function nameOf(mark: Mark, method: string, checker: ts.TypeChecker): string | undefined {
  const [first] = mark.call?.arguments ?? [];
  if (!first) return method;
  const options = literalOptions(mark, 0);
  if (!options) return undefined;
  const isOpen = options.properties.some(
    (property) => ts.isSpreadAssignment(property) || property.name?.kind === ts.SyntaxKind.ComputedPropertyName,
  );
  const says = options.properties.some((property) => property.name?.getText() === 'name');
  return literalText(options, 'name', checker) ?? (isOpen || says ? undefined : method);
}

function uriOf(mark: Mark, _method: string, checker: ts.TypeChecker): string | undefined {
  const [first] = mark.call?.arguments ?? [];
  const uri = first && constantValue(first, checker);
  return typeof uri === 'string' ? uri : undefined;
}

function completedOf(mark: Mark, _method: string, checker: ts.TypeChecker): string | undefined {
  const options = literalOptions(mark, 0);
  if (!options) return undefined;
  const [prompt, resource, argument] = ['prompt', 'resource', 'argument'].map((key) => literalText(options, key, checker));
  return argument === undefined ? undefined : `${argument} of ${prompt ?? resource}`;
}
