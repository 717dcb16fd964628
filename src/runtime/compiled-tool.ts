/** A tool made ready: its schemas compiled, its arguments prepared step by step (DESIGN §5), its results shaped. */
import { ToolError } from '../errors.js';
import { rebase, refersByShape } from '../schema/rebase.js';
import { compileSchema, type ShapeCheck } from '../schema/validator.js';
import { pointer } from '../schema/words.js';
import type { ContractSchema, Issue, ToolContext, ToolDefinition } from '../types.js';
import { readArguments } from './arguments/read.js';
import { withoutMarks } from './definition/publish.js';
import type { ParameterPlan, ToolPlan, ToolSource } from './definition/source.js';
import { setOwn } from './instances/copy.js';
import { Maker } from './instances/make.js';
import { checkRules, hasRules, type MadeInstance } from './rules/index.js';
import type { Settings } from './settings.js';

/** Arguments ready for the method, or what is wrong with them. */
export type Prepared = { args: Record<string, unknown>; issues?: undefined } | { args?: undefined; issues: readonly Issue[] };

/** A part of a schema with all that its references need. */
function standingAlone(root: ContractSchema, part: ContractSchema): ContractSchema {
  const start = '#/$defs/toolmark-root';
  const isMoved = refersByShape(root);
  const whole = isMoved ? rebase(root, start) : root;
  const { $defs, definitions, $schema } = whole;
  const shared = isMoved ? { ...$defs, 'toolmark-root': whole } : $defs;
  const around = {
    ...($schema !== undefined && { $schema }),
    ...(shared && { $defs: shared }),
    ...(definitions !== undefined && { definitions }),
  };
  return { ...around, ...(isMoved ? rebase(part, start) : part) };
}

export class CompiledTool {
  readonly #checkInput: ShapeCheck;
  readonly #checkOutput: ShapeCheck | undefined;
  readonly #branches = new WeakMap<object, (value: unknown) => boolean>();

  constructor(
    readonly source: ToolSource,
    readonly plan: ToolPlan,
    definition: ToolDefinition,
  ) {
    const { limits } = source.settings;
    this.#checkInput = compileSchema(definition.inputSchema, `the input schema of tool '${source.name}'`, limits.issues);
    this.#checkOutput =
      definition.outputSchema && compileSchema(definition.outputSchema, `the output schema of tool '${source.name}'`, limits.issues);
  }

  /** Reads, checks and makes; never throws for what a caller sent, and waits only for asynchronous rules. */
  prepare(given: unknown, settings: Settings = this.source.settings): Prepared | Promise<Prepared> {
    const read = readArguments(given, settings.limits);
    if (read.issues) return read;
    const shape = this.#checkInput(read.args);
    if (shape.length > 0) return { issues: shape };
    const { plan } = this;
    const maker = new Maker({
      root: plan.input,
      classNamed: plan.classNamed,
      fits: (branch, value) => this.fits(plan.input, branch, value),
      warn: (message) => settings.logger.warn(message),
    });
    const args = this.#make(maker, read.args);
    if (maker.issues.length > 0) return { issues: maker.issues };
    const outcome = checkRules(this.#ruled(maker.made, args), this.source.settings.rules);
    const told = (issues: readonly Issue[]): Prepared => (issues.length > 0 ? { issues } : { args });
    return outcome instanceof Promise ? outcome.then(told) : told(outcome);
  }

  /** The method's arguments in the order of the source. */
  inOrder(args: Record<string, unknown>, context: ToolContext): unknown[] {
    return this.plan.parameters.flatMap((parameter) => this.#argument(parameter, args, context));
  }

  /** Issues of structured content. */
  checkOutput(value: unknown): Issue[] {
    return this.#checkOutput?.(value) ?? [];
  }

  /** Whether a value fits one branch of a union within `root`; the branch is compiled at its first use. */
  fits(root: ContractSchema, branch: ContractSchema | boolean, value: unknown): boolean {
    if (typeof branch !== 'object') return branch;
    let check = this.#branches.get(branch);
    if (!check) {
      const compiled = compileSchema(withoutMarks(standingAlone(root, branch)), `a union in tool '${this.source.name}'`, 1);
      check = (candidate) => compiled(candidate).length === 0;
      this.#branches.set(branch, check);
    }
    return check(value);
  }

  refusal(issues: readonly Issue[]): ToolError {
    const list = issues.map(({ message, path }) => (path.length === 0 ? message : `${pointer(path)}: ${message}`)).join('; ');
    return new ToolError('INVALID_ARGUMENTS', `Invalid arguments for tool '${this.source.name}': ${list}.`, {
      toolName: this.source.name,
      issues,
    });
  }

  #make(maker: Maker, raw: Record<string, unknown>): Record<string, unknown> {
    const { input, parameters } = this.plan;
    if (parameters.some(({ role }) => role === 'payload')) return maker.make(input, raw, []) as Record<string, unknown>;
    const args: Record<string, unknown> = {};
    for (const { name, role, default: fallback } of parameters) {
      if (role === 'context') continue;
      const value = Object.hasOwn(raw, name) ? raw[name] : fallback;
      const schema = input.properties && Object.hasOwn(input.properties, name) ? (input.properties[name] as ContractSchema) : undefined;
      if (value !== undefined) setOwn(args, name, maker.make(schema, value, [name]));
    }
    return args;
  }

  #ruled(made: readonly MadeInstance[], args: Record<string, unknown>): MadeInstance[] {
    const ruled = made.filter(({ instance }) =>
      hasRules((Object.getPrototypeOf(instance) as { constructor: new () => object }).constructor),
    );
    const { argumentsOwner } = this.plan;
    if (!argumentsOwner) return ruled;
    const instance = Object.assign(Object.create(argumentsOwner.prototype as object) as object, args);
    return [{ instance, path: [] }, ...ruled];
  }

  #argument({ name, role }: ParameterPlan, args: Record<string, unknown>, context: ToolContext): unknown[] {
    if (role === 'context') return [context];
    if (role === 'payload') return [args];
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (role === 'rest') return Array.isArray(value) ? value : [];
    return [value];
  }
}
