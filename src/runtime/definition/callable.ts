/** A resource, prompt or completion as something that is called: its plan worked out once, its parts compiled when they are first needed. */
import { CompiledTool } from '../compiled-tool.js';
import { withoutMarks } from './publish.js';
import type { ToolPlan, ToolSource } from './source.js';

export class Callable<S extends ToolSource> {
  #plan: ToolPlan | undefined;
  #compiled: CompiledTool | undefined;

  constructor(readonly source: S) {}

  get plan(): ToolPlan {
    this.#plan ??= this.source.plan();
    return this.#plan;
  }

  get compiled(): CompiledTool {
    const { output } = this.plan;
    this.#compiled ??= new CompiledTool(this.source, this.plan, output ? { outputSchema: withoutMarks(output) as never } : {});
    return this.#compiled;
  }
}
