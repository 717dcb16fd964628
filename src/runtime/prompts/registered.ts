/** The prompts of a registry: the one place where their names are unique and requests for them come in. */
import { ToolError } from '../../errors.js';
import { cut, kindOf } from '../../schema/words.js';
import type { CallOptions, PromptDefinition, RenderedPrompt } from '../../types.js';
import { isGranted } from '../admission.js';
import { meantInstead } from '../known-names.js';
import type { Observers } from '../observers.js';
import type { ListOptions } from '../resources/registered.js';
import { toldError } from '../result/envelope.js';
import type { Settings } from '../settings.js';
import { published, Shelf } from '../shelf.js';
import { mendOfTwo } from '../twice.js';
import type { Prompt } from './prompt.js';

/** Prompts by their names. */
export class RegisteredPrompts {
  readonly #shelf = new Shelf<Prompt>(({ name }) => name, duplicate);

  /** @internal */
  constructor(
    private readonly settings: Settings,
    private readonly observers: Observers,
    private readonly forget: (removed: Prompt) => void,
  ) {}

  /** In the order of registration. */
  list(options: ListOptions = {}): Readonly<PromptDefinition>[] {
    return published(this.#granted(options), this.settings.logger);
  }

  get(name: string): Prompt | undefined {
    return this.#shelf.get(name);
  }

  /** The number of prompts. */
  get size(): number {
    return this.#shelf.size;
  }

  /**
   * Fills in a prompt.
   * @param args its arguments; texts become numbers and the like where that loses nothing
   * @throws ToolError UNKNOWN_PROMPT, INVALID_ARGUMENTS, DENIED and what else a call can fail with; masked as those of tools are
   */
  async render(name: string, args: Record<string, unknown> = {}, options: CallOptions = {}): Promise<RenderedPrompt> {
    const settings = { ...this.settings, errorDetail: options.errorDetail ?? this.settings.errorDetail };
    try {
      const prompt = this.#shelf.get(name);
      if (!prompt) throw this.#unknown(name, options);
      return await prompt.run(args, options, this.settings);
    } catch (error) {
      throw toldError({ kind: 'prompt', name }, error, settings);
    }
  }

  /** Removes a prompt, or several; false when none was there. */
  unregister(nameOrPrompts: string | Prompt | readonly Prompt[]): boolean {
    const removed = this.#shelf.remove([nameOrPrompts].flat());
    removed.forEach(this.forget);
    if (removed.length > 0) this.observers.tell('prompts');
    return removed.length > 0;
  }

  /** @internal */
  stage(prompts: readonly Prompt[]): () => void {
    return this.#shelf.stage(prompts);
  }

  #granted({ scopes }: ListOptions): Prompt[] {
    return this.#shelf.all().filter(({ options }) => isGranted(options, scopes));
  }

  #unknown(name: unknown, { scopes }: CallOptions): ToolError {
    const text = typeof name === 'string' ? cut(name, 128) : kindOf(name);
    const known = this.#granted(scopes ? { scopes } : {}).map((prompt) => prompt.name);
    return new ToolError('UNKNOWN_PROMPT', `Unknown prompt: '${text}'.${meantInstead(text, known, 'prompts')}`);
  }
}

function duplicate(one: Prompt, other: Prompt): ToolError {
  const mend = mendOfTwo(one, other, 'Give one another name (@prompt({ name })) or its class a prefix (@toolset({ prefix })).');
  return new ToolError('DUPLICATE_PROMPT', `Two prompts are named '${one.name}': ${one.place} and ${other.place}. ${mend}`);
}
