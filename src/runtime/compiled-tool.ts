/** A tool made ready: its schemas compiled, its arguments prepared step by step (DESIGN §5), its results shaped. */
import { ToolError } from '../errors.js';
import { type Fits, partsOf } from '../schema/parts.js';
import { compileSchema, type ShapeCheck } from '../schema/validator.js';
import { pointer } from '../schema/words.js';
import type { ContractSchema, Issue, ToolContext, ToolDefinition } from '../types.js';
import { readArguments } from './arguments/read.js';
import type { ParameterPlan, ToolPlan, ToolSource } from './definition/source.js';
import { setOwn } from './instances/copy.js';
import { Maker } from './instances/make.js';
import { checkRules, type MadeInstance, RuleBook } from './rules/index.js';
import type { Settings } from './settings.js';

/** Arguments ready for the method, or what is wrong with them. */
export type Prepared = { args: Record<string, unknown>; issues?: undefined } | { args?: undefined; issues: readonly Issue[] };

export class CompiledTool {
  readonly #book: RuleBook;
  readonly #checkInput: ShapeCheck;
  readonly #checkOutput: ShapeCheck | undefined;
  /** Whether a value fits one branch of a union within the arguments' schema, or within the output's. */
  readonly fitsInput: Fits;
  readonly fitsOutput: Fits;

  constructor(
    readonly source: ToolSource,
    readonly plan: ToolPlan,
    definition: ToolDefinition,
  ) {
    const { limits, rules } = source.settings;
    this.#book = new RuleBook(rules);
    this.#checkInput = compileSchema(definition.inputSchema, `the input schema of tool '${source.name}'`, { mostIssues: limits.issues });
    this.#checkOutput =
      definition.outputSchema &&
      compileSchema(definition.outputSchema, `the output schema of tool '${source.name}'`, { mostIssues: limits.issues });
    const what = `a union in tool '${source.name}'`;
    this.fitsInput = partsOf(plan.input, what);
    this.fitsOutput = partsOf(plan.output ?? {}, what);
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
      fits: this.fitsInput,
      warn: (message) => settings.logger.warn(message),
    });
    const args = this.#make(maker, read.args);
    if (maker.issues.length > 0) return { issues: maker.issues };
    const outcome = checkRules(this.#ruled(maker.made, args), this.#book);
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
    const { argumentsOwner } = this.plan;
    if (!argumentsOwner) return [...made];
    const instance = Object.assign(Object.create(argumentsOwner.prototype as object) as object, args);
    return [{ instance, path: [] }, ...made];
  }

  #argument({ name, role }: ParameterPlan, args: Record<string, unknown>, context: ToolContext): unknown[] {
    if (role === 'context') return [context];
    if (role === 'payload') return [args];
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (role === 'rest') return Array.isArray(value) ? value : [];
    return [value];
  }
}
