/** Holds three verdicts against one another: the registry's, the tool's Standard Schema, and the independent one. */
import assert from 'node:assert/strict';
import type { Tool, ToolError, ToolRegistry } from '../../../src/index.js';
import { exceptions } from './exceptions.js';
import { independent } from './independent.js';

/** Verdicts compared, and how many of them were acceptances. */
export const counts = { compared: 0, accepted: 0 };

/** One tool, and the independent verdict on its arguments. */
export class Comparison {
  private constructor(
    private readonly registry: ToolRegistry,
    private readonly tool: Tool,
    private readonly accepts: (value: unknown) => boolean,
  ) {}

  static async of(registry: ToolRegistry, name: string): Promise<Comparison> {
    const tool = registry.get(name) ?? assert.fail(`no tool ${name}`);
    return new Comparison(registry, tool, await independent(tool.definition.inputSchema));
  }

  /** @returns the names of the exceptions by which the verdicts differ; none where they are equal */
  async compare(args: Record<string, unknown>): Promise<string[]> {
    const { name, inputSchema } = this.tool;
    const { isError, error } = await this.registry.call({ name, args }, { repair: false });
    const outcome = await this.tool.input['~standard'].validate(args);
    const told = (): string =>
      `${name} ${isError ? `refuses (${error?.message})` : 'accepts'}: ${JSON.stringify(args)}\n${JSON.stringify(inputSchema)}`;
    if (isError) assert.equal(error?.code, 'INVALID_ARGUMENTS', told());
    assert.equal(isError, outcome.issues !== undefined, `the registry and the Standard Schema differ: ${told()}`);
    counts.compared += 1;
    if (!isError) counts.accepted += 1;
    if (this.accepts(args) === !isError) return [];
    assert.ok(isError, `the schema refuses: ${told()}`);
    return this.#claims(error, args, told);
  }

  /** Each issue must be one that an exception speaks of; of many, those that are told. */
  #claims(error: ToolError | undefined, args: Record<string, unknown>, told: () => string): string[] {
    const issues = (error?.issues ?? []).filter(({ message, path }) => path.length > 0 || !/^and \d+ more$/.test(message));
    assert.ok(issues.length > 0, told());
    return issues.map((issue) => {
      const refusal = { ...issue, args, schema: this.tool.definition.inputSchema };
      const claimed = Object.entries(exceptions).find(([, { holds }]) => holds(refusal));
      return claimed?.[0] ?? assert.fail(`the schema accepts: ${told()}`);
    });
  }
}
