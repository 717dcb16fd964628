/** A tool made ready: its arguments prepared, its results checked; each part is compiled when it is first needed. */
import { ToolError } from '../errors.js';
import { type Fits, partsOf } from '../schema/parts.js';
import { secretsOf } from '../schema/secrets.js';
import { compileSchema, type ShapeCheck } from '../schema/validator.js';
import { pointer } from '../schema/words.js';
import type { Issue, ToolContext, ToolDefinition } from '../types.js';
import { Preparation, type Prepared } from './arguments/preparation.js';
import { about, type ParameterPlan, titleOf, type ToolPlan, type ToolSource } from './definition/source.js';
import type { Settings } from './settings.js';

export type { Prepared } from './arguments/preparation.js';

export class CompiledTool {
  readonly #preparation: Preparation;
  readonly #checkOutput: ShapeCheck | undefined;
  readonly #parameters: readonly ParameterPlan[];
  /** Whether a value fits one branch of a union within the output's schema. */
  readonly fitsOutput: Fits;

  constructor(
    readonly source: ToolSource,
    readonly plan: ToolPlan,
    { outputSchema }: Pick<ToolDefinition, 'outputSchema'>,
  ) {
    const { isImported = false, settings } = source;
    this.#preparation = new Preparation(source, plan);
    this.#parameters = source.reachesContext?.() === false ? plan.parameters.filter(({ role }) => role !== 'context') : plan.parameters;
    this.#checkOutput =
      outputSchema &&
      compileSchema(outputSchema, `the output schema of ${titleOf(source)}`, {
        mostIssues: settings.limits.issues,
        isImported,
        ...secretsOf(plan.output ?? {}),
      });
    this.fitsOutput = partsOf(plan.output ?? {}, `a union in ${titleOf(source)}`, { isImported });
  }

  /** Reads, checks and makes; never throws for what a caller sent, and waits only for asynchronous rules. */
  prepare(given: unknown, settings: Settings = this.source.settings, isRepairing = false): Prepared | Promise<Prepared> {
    return this.#preparation.prepare(given, settings, isRepairing);
  }

  /** The method's arguments in the order of the source. */
  inOrder(args: Record<string, unknown>, context: () => ToolContext): unknown[] {
    const ordered: unknown[] = [];
    for (const parameter of this.#parameters) this.#add(ordered, parameter, args, context);
    return ordered;
  }

  /** Issues of structured content. */
  checkOutput(value: unknown): Issue[] {
    return this.#checkOutput?.(value) ?? [];
  }

  refusal(issues: readonly Issue[]): ToolError {
    const list = issues.map(({ message, path }) => (path.length === 0 ? message : `${pointer(path)}: ${message}`)).join('; ');
    return new ToolError('INVALID_ARGUMENTS', `Invalid arguments for ${titleOf(this.source)}: ${list}.`, {
      ...about(this.source),
      issues,
    });
  }

  #add(ordered: unknown[], { name, role }: ParameterPlan, args: Record<string, unknown>, context: () => ToolContext): void {
    if (role === 'context') return void ordered.push(context());
    if (role === 'payload') return void ordered.push(args);
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (role !== 'rest') ordered.push(value);
    else if (Array.isArray(value)) for (const one of value as unknown[]) ordered.push(one);
  }
}
