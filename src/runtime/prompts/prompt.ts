/** A prompt: a definition that can be rendered. Made by hand with `new Prompt({…})`, or from a marked method. */
import type { CallOptions, ContractSchema, PromptArgument, PromptDefinition, PromptOptions, RenderedPrompt } from '../../types.js';
import { Callable } from '../definition/callable.js';
import { frozenCopy } from '../definition/publish.js';
import type { ToolPlan } from '../definition/source.js';
import { invoke } from '../invocation.js';
import type { Settings } from '../settings.js';
import { renderedPrompt } from './messages.js';
import { handMadePrompt, type PromptInit, type PromptSource } from './source.js';

const brand = Symbol.for('toolmark.Prompt');

/** A definition that can be rendered. */
export class Prompt {
  readonly #callable: Callable<PromptSource>;
  #definition: Readonly<PromptDefinition> | undefined;

  /** @throws ToolError INVALID_DEFINITION for a bad name, option or schema */
  constructor(init: PromptInit);
  /** @internal */
  constructor(source: PromptSource, internal: true);
  constructor(given: PromptInit | PromptSource, internal = false) {
    this.#callable = new Callable(internal ? (given as PromptSource) : handMadePrompt(given as PromptInit));
    Object.defineProperty(this, brand, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    if (this !== Prompt) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }

  get name(): string {
    return this.#callable.source.name;
  }

  /** What a client sees; frozen. */
  get definition(): Readonly<PromptDefinition> {
    this.#definition ??= frozenCopy(this.#publish());
    return this.#definition;
  }

  /** What the author gave: `tags`, `scopes`, `timeout`, `meta` and the rest. */
  get options(): Readonly<PromptOptions> {
    return this.#callable.source.declared;
  }

  /** Where it comes from, for messages to its author: for example `AtlasService.plan`. */
  get place(): string {
    return this.#callable.source.place;
  }

  /** @internal */
  get source(): PromptSource {
    return this.#callable.source;
  }

  /** @internal */
  get plan(): ToolPlan {
    return this.#callable.plan;
  }

  /** @internal @throws ToolError */
  async run(args: unknown, options: CallOptions, settings: Settings): Promise<RenderedPrompt> {
    // Arguments come as texts: they become what the parameters are where that loses nothing.
    return invoke(this.#callable.compiled, args, { ...options, repair: true }, settings, {
      shape: (tool, value, { limits }) => renderedPrompt(tool, value, this.definition.description, limits),
    });
  }

  toJSON(): Readonly<PromptDefinition> {
    return this.definition;
  }

  #publish(): PromptDefinition {
    const { declared, given } = this.#callable.source;
    const { name, title, icons, _meta } = declared;
    const description = this.plan.description;
    const args = given ?? argumentsOf(this.plan.input);
    return {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(args.length > 0 && { arguments: args.map(publishArgument) }),
      ...(icons !== undefined && { icons }),
      ...(_meta !== undefined && { _meta }),
    };
  }
}

/** In the order of the source. */
function argumentsOf({ properties = {}, required = [] }: ContractSchema): PromptArgument[] {
  return Object.entries(properties).map(([name, { title, description }]) => ({
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    required: required.includes(name),
  }));
}

function publishArgument({ name, title, description, required = false }: PromptArgument): PromptArgument {
  return { name, ...(title !== undefined && { title }), ...(description !== undefined && { description }), required };
}
