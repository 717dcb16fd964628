/** The completions of a registry: who proposes values for which argument. */
import { ToolError } from '../../errors.js';
import { localTarget } from '../../schema/references.js';
import { cut, kindOf } from '../../schema/words.js';
import type { CallOptions, CompleteOptions, Completion, CompletionReference, JsonSchema } from '../../types.js';
import { refuseScopes } from '../admission.js';
import { Callable } from '../definition/callable.js';
import { titleAtStart, titleOf, type ToolSource } from '../definition/source.js';
import { invoke } from '../invocation.js';
import type { Prompt } from '../prompts/prompt.js';
import type { Resource } from '../resources/resource.js';
import { toldError } from '../result/envelope.js';
import type { Settings } from '../settings.js';
import { Shelf } from '../shelf.js';
import { proposals } from './proposals.js';
import { choicesOf, type CompletionSource, handMadeCompletion } from './source.js';

type Target = Prompt | Resource;

/** Finds what is registered, or about to be. */
export interface Targets {
  prompt(name: string): Prompt | undefined;
  resource(uri: string): Resource | undefined;
}

interface Registered {
  key: string;
  from: CompletionSource;
  callable: Callable<ToolSource>;
}

export class Completions {
  readonly #shelf = new Shelf<Registered>(({ key }) => key, duplicate);

  constructor(
    private readonly targets: Targets,
    private readonly settings: Settings,
  ) {}

  /**
   * Looks whether all can be added.
   * @param targets those of this batch come first
   * @throws ToolError INVALID_DEFINITION for an unknown prompt, resource or argument, or two completions of one
   */
  stage(sources: readonly CompletionSource[], targets: Targets): () => void {
    return this.#shelf.stage(sources.map((one) => registered(one, targets)));
  }

  /** Those that were given with a prompt or resource made by hand. */
  handMade(items: readonly Target[]): CompletionSource[] {
    return items.flatMap(({ source }) =>
      Object.entries(source.complete ?? {}).map(([argument, complete]) => {
        const options: CompleteOptions = source.kind === 'prompt' ? { prompt: source.name, argument } : { resource: source.name, argument };
        return handMadeCompletion(options, complete, source);
      }),
    );
  }

  /** Drops those very completions; false when none was there. */
  remove(sources: readonly CompletionSource[]): boolean {
    const found = this.#shelf.all().filter(({ from }) => sources.includes(from));
    return this.#shelf.remove(found).length > 0;
  }

  /** Drops the completions of what was removed. */
  forget({ source, plan }: Target): void {
    this.#shelf.remove(Object.keys(plan.input.properties ?? {}).map((argument) => keyOf(source, argument)));
  }

  /** @throws ToolError UNKNOWN_PROMPT, UNKNOWN_RESOURCE, INVALID_ARGUMENTS, DENIED and what else a call can fail with */
  async complete(
    reference: CompletionReference,
    argument: { name: string; value: string },
    others: Record<string, string>,
    options: CallOptions,
  ): Promise<Completion> {
    const settings = { ...this.settings, errorDetail: options.errorDetail ?? this.settings.errorDetail };
    let named: Pick<ToolSource, 'kind' | 'name'> = { kind: 'completion', name: '' };
    try {
      const target = this.#target(reference);
      named = target.source;
      return await this.#run(target, argument, others, options);
    } catch (error) {
      throw toldError(named, error, settings);
    }
  }

  async #run(target: Target, argument: { name: string; value: string }, others: Record<string, string>, options: CallOptions) {
    const { source, plan } = target;
    // Who may not use it is not told what its arguments are.
    refuseScopes(source, options.scopes);
    const { name, value } = argument ?? {};
    const schema = plan.input.properties && Object.hasOwn(plan.input.properties, name) ? plan.input.properties[name] : undefined;
    if (schema === undefined) throw new ToolError('INVALID_ARGUMENTS', `${titleAtStart(source)} has no argument '${shown(name)}'.`);
    const callable = this.#shelf.get(keyOf(source, name))?.callable ?? listed(resolved(schema, plan.input), source);
    return invoke(callable.compiled, { value, others }, { ...options, repair: false }, this.settings, {
      admission: { kind: source.kind, called: source.name, completing: name, args: { ...others, [name]: value } },
      shape: (tool, given) => proposals(tool, given),
    });
  }

  #target(reference: CompletionReference): Target {
    if (reference?.type === 'ref/prompt') {
      const prompt = this.targets.prompt(reference.name);
      if (prompt) return prompt;
      throw new ToolError('UNKNOWN_PROMPT', `Unknown prompt: '${shown(reference.name)}'.`);
    }
    const resource = reference?.type === 'ref/resource' ? this.targets.resource(reference.uri) : undefined;
    if (resource) return resource;
    throw new ToolError('UNKNOWN_RESOURCE', `Unknown resource: '${shown(reference?.uri)}'.`);
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? cut(value, 200) : kindOf(value));

const keyOf = ({ kind, name }: Pick<ToolSource, 'kind' | 'name'>, argument: string): string => JSON.stringify([kind, name, argument]);

/** Bound to what it completes: the scopes, the guard and the time limit are those of its target. */
function registered(from: CompletionSource, targets: Targets): Registered {
  const { options, prefix, source } = from;
  const target = targetOf(options, prefix, targets);
  if (!target)
    throw unfit(source, `there is no ${options.prompt === undefined ? `resource '${options.resource}'` : `prompt '${options.prompt}'`}`);
  const known = Object.keys(target.plan.input.properties ?? {});
  if (!known.includes(options.argument))
    throw unfit(source, `${titleOf(target.source)} has no argument '${options.argument}' (it has: ${known.join(', ') || 'none'})`);
  return { key: keyOf(target.source, options.argument), from, callable: new Callable({ ...source, options: target.source.options }) };
}

function targetOf({ prompt, resource }: CompleteOptions, prefix: string, targets: Targets): Target | undefined {
  if (prompt === undefined) return targets.resource(resource ?? '');
  return targets.prompt(prefix + prompt) ?? targets.prompt(prompt);
}

function unfit({ place }: ToolSource, what: string): ToolError {
  return new ToolError('INVALID_DEFINITION', `@complete on ${place}: ${what}. Register it together with what it completes, or after it.`);
}

function duplicate(one: Registered, other: Registered): ToolError {
  const message = `Two completions are for ${one.callable.source.name}: ${one.callable.source.place} and ${other.callable.source.place}. Remove one.`;
  return new ToolError('INVALID_DEFINITION', message);
}

/** Proposes what the schema lists; nothing where it lists nothing. */
function listed(schema: JsonSchema | boolean, target: ToolSource): Callable<ToolSource> {
  const choices = choicesOf(schema);
  const complete = (value: string): string[] => choices.filter((choice) => choice.toLowerCase().startsWith(value.toLowerCase()));
  const { source } = handMadeCompletion({ prompt: target.name, argument: '' }, complete, target);
  return new Callable({ ...source, options: target.options });
}

function resolved(schema: JsonSchema | boolean, root: JsonSchema): JsonSchema | boolean {
  const reference = typeof schema === 'object' ? schema.$ref : undefined;
  return reference === undefined ? schema : (localTarget(root, reference) ?? schema);
}
