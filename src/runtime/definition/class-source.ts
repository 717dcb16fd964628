/** `new Tool({ inputSchema: SearchDto, … })`: schemas that are classes, found in a manifest by the identity of the class. */
import type { Constructor, ContractSchema, ToolContract, ToolManifest, ToolOptions } from '../../types.js';
import type { Contents } from '../../schema/usual.js';
import { ManifestIndex } from '../manifest-index.js';
import { type Settings, settingsOf } from '../settings.js';
import { missingClass, stale } from '../stale.js';
import { contractPlan } from './contract-plan.js';
import type { ToolPlan, ToolSource } from './source.js';

export type Direction = 'input' | 'output';

/** The classes among the schemas of a tool, and where theirs are looked for. */
export interface GivenClasses {
  readonly input?: Constructor | undefined;
  readonly output?: Constructor | undefined;
  readonly manifest?: ToolManifest | ToolManifest[] | undefined;
}

/** The class, if that is one: an arrow function or a method cannot make instances. */
export function classOf(given: unknown): Constructor | undefined {
  const isClass = typeof given === 'function' && typeof given.prototype === 'object' && given.prototype !== null;
  return isClass ? (given as Constructor) : undefined;
}

/** Instead of the schemas of another source it has those of classes. */
export class ClassSource implements ToolSource {
  readonly inputClass: Constructor | undefined;
  readonly outputClass: Constructor | undefined;
  readonly #base: ToolSource;
  readonly #own: ManifestIndex | undefined;
  #settings: Settings | undefined;
  /** It has been registered, so nothing of it changes any more. */
  #isSettled = false;

  constructor(base: ToolSource, { input, output, manifest }: GivenClasses) {
    this.#base = base;
    this.inputClass = input;
    this.outputClass = output;
    this.#own = manifest && new ManifestIndex([manifest].flat());
  }

  get name(): string {
    return this.#base.name;
  }

  get place(): string {
    return this.#base.place;
  }

  get options(): ToolOptions {
    return this.#base.options;
  }

  get isImported(): boolean {
    return this.#base.isImported ?? false;
  }

  get inputContents(): Contents | undefined {
    return this.inputClass ? undefined : this.#base.inputContents;
  }

  get settings(): Settings {
    return (this.#settings ??= settingsOf());
  }

  isAsync(): boolean {
    return this.#base.isAsync();
  }

  call(args: unknown[]): unknown {
    return this.#base.call(args);
  }

  /** Where it is registered its classes are known, and their rules chosen: the first registry that knows them decides. */
  attach({ rules, index }: Settings): (() => void) | undefined {
    const settings = this.#isSettled ? this.settings : settingsOf({ rules }, index);
    if (this.inputClass) this.#contract('input', this.inputClass, settings);
    if (this.outputClass) this.#contract('output', this.outputClass, settings);
    if (this.#isSettled) return undefined;
    return () => {
      this.#settings = settings;
      this.#isSettled = true;
    };
  }

  plan(): ToolPlan {
    const { isFinished: _marked, ...base } = this.#base.plan();
    const input = this.inputClass && this.#planOf('input', this.inputClass);
    const result = this.outputClass && this.#planOf('output', this.outputClass);
    const plan: ToolPlan = { ...base, classNamed: (input ?? result)?.classNamed ?? base.classNamed };
    if (input) plan.input = input.input;
    if (!result) return plan;
    const { naturalOutput: _plain, ...rest } = plan;
    const { output, naturalOutput, wrapsOutput } = result;
    return { ...rest, wrapsOutput, ...(output && { output }), ...(naturalOutput && { naturalOutput }) };
  }

  #planOf(direction: Direction, owner: Constructor): ToolPlan {
    const { schema, manifest } = this.#contract(direction, owner, this.settings);
    const contract: ToolContract =
      direction === 'input'
        ? { parameters: [{ name: 'args', role: 'payload', required: true, schema }], length: 1 }
        : { parameters: [], output: schema, length: 0 };
    return contractPlan({ contract, manifest }, { options: this.options, parameters: new Map() }, this.place, this.settings.rules);
  }

  /** @throws ToolError STALE_MANIFEST, also for a class that no manifest has: its rules alone tell neither all fields nor their types */
  #contract(direction: Direction, owner: Constructor, settings: Settings): { schema: ContractSchema; manifest: ToolManifest } {
    // A registry with a manifest of its own may not have the class, and `toolmark/register` may.
    const indexes = [this.#own, settings.index, new ManifestIndex(undefined)].filter((index) => index !== undefined);
    for (const index of indexes) {
      const found = index.schema(owner, direction);
      if (!found) continue;
      const changed = index.changedSource(owner);
      if (changed === undefined) return found;
      throw stale(`${this.place} takes the class ${found.name}, in a manifest made from ${changed}, which has changed since`);
    }
    const isEmpty = indexes.every((index) => index.isEmpty);
    throw missingClass(this.place, owner.name || 'without a name', direction, isEmpty);
  }
}
