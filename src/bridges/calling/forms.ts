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

  /** @param tool keeps what was made, as its definition cannot change */
  constructor(
    readonly definition: Readonly<ToolDefinition>,
    readonly provider: Provider,
    readonly tool?: Tool,
  ) {}

  /** A definition from elsewhere may lack one. */
  get #schema(): JsonSchema {
    const { inputSchema } = this.definition as { inputSchema: unknown };
    return isSchema(inputSchema) ? inputSchema : { type: 'object' };
  }

  get lenient(): Portable {
    if (this.#lenient) return this.#lenient;
    const schema = this.#schema;
    this.#lenient = portable(schema, facts[this.provider].schema, this.tool?.inputContents);
    if (this.#lenient.schema !== schema) this.#note();
    return this.#lenient;
  }

  /** The strict form, or why there is none. */
  get strict(): StrictForm | string {
    const { strict } = facts[this.provider];
    if (!strict) return 'there is no strict mode';
    if (this.#strict === undefined) this.#note();
    return (this.#strict ??= strictForm(this.#schema, strict));
  }

  #note(): void {
    const noted = notedBy(this.tool) ?? new Map<Provider, ToolForms>();
    this.tool?.note(forms, noted.set(this.provider, this));
  }
}

const forms = {};
const notedBy = (tool: Tool | undefined): Map<Provider, ToolForms> | undefined =>
  tool?.noted(forms) as Map<Provider, ToolForms> | undefined;

/** The forms of a tool. */
export function formsOf(tool: ToolLike, provider: Provider): ToolForms {
  if (!(tool instanceof Tool)) return new ToolForms(tool, provider);
  return notedBy(tool)?.get(provider) ?? new ToolForms(tool.definition, provider, tool);
}

/** What the author said beside the definition; nothing of a bare definition. */
export const optionsOf = (tool: ToolLike): Tool['options'] => (tool instanceof Tool ? tool.options : noOptions);

const noOptions: Tool['options'] = {};
