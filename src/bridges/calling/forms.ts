/** What a provider makes of one tool, independent of the request: its schema in both forms. Made once for each tool and provider. */
import { Tool } from '../../runtime/tool.js';
import type { JsonSchema, ToolDefinition } from '../../types.js';
import type { ToolLike } from './bridge.js';
import { facts, type Provider } from './facts.js';
import { portable, type Portable } from './portable/index.js';
import { isSchema } from './portable/rule.js';
import { strictForm, type StrictForm } from './strict/index.js';

export class ToolForms {
  #lenient: Portable | undefined;
  #strict: StrictForm | string | undefined;

  constructor(
    readonly definition: Readonly<ToolDefinition>,
    readonly provider: Provider,
  ) {}

  /** A definition from elsewhere may lack one. */
  get #schema(): JsonSchema {
    const { inputSchema } = this.definition as { inputSchema: unknown };
    return isSchema(inputSchema) ? inputSchema : { type: 'object' };
  }

  get lenient(): Portable {
    this.#lenient ??= portable(this.#schema, facts[this.provider].schema);
    return this.#lenient;
  }

  /** The strict form, or why there is none. */
  get strict(): StrictForm | string {
    const { strict } = facts[this.provider];
    this.#strict ??= strict ? strictForm(this.#schema, strict) : 'there is no strict mode';
    return this.#strict;
  }
}

const known = new Map<Provider, WeakMap<object, ToolForms>>();

/** The forms of a tool. Those of a `Tool` are kept: its definition cannot change. */
export function formsOf(tool: ToolLike, provider: Provider): ToolForms {
  if (!(tool instanceof Tool)) return new ToolForms(tool, provider);
  let forms = known.get(provider);
  if (!forms) known.set(provider, (forms = new WeakMap()));
  const { definition } = tool;
  const before = forms.get(definition);
  if (before) return before;
  const made = new ToolForms(definition, provider);
  forms.set(definition, made);
  return made;
}

/** What the author said beside the definition; nothing of a bare definition. */
export const optionsOf = (tool: ToolLike): Tool['options'] => (tool instanceof Tool ? tool.options : noOptions);

const noOptions: Tool['options'] = {};
