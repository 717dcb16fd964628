/** Tools that are called with a plain text in place of JSON: how a bridge declares and chooses them. */
import { ToolError } from '../../errors.js';
import { namedTools } from './back.js';
import type { FreeText, NativeTypes, ToolLike } from './bridge.js';
import type { NativeBridge } from './define.js';
import { textArgument } from './free-text.js';
import { toolList } from './given-tools.js';

/** How an API writes what it has for such tools. Names are the provider's. */
export interface FreeTextForms<T extends NativeTypes> {
  /** @param argument the name of the text, for its description */
  tool(tool: T['tool'], argument: string, format: object | undefined): T['tool'];
  choice(fields: Partial<T['choice']>, isFreeText: (name: unknown) => boolean): Partial<T['choice']>;
}

/** The bridge with the option `freeText`. */
export function withFreeText<T extends NativeTypes>(bridge: NativeBridge<T>, forms: FreeTextForms<T>): NativeBridge<T> {
  return {
    ...bridge,
    toTools: (given, options = {}) => {
      const { freeText } = options;
      if (!freeText) return bridge.toTools(given, options);
      const tools = toolList(given, bridge.limits.label, 'toTools');
      const made = bridge.toTools(tools, options);
      // Ours stand first.
      return made.map((one, index) => {
        const tool = tools[index];
        const format = tool && formatOf(tool, freeText);
        return format === undefined ? one : forms.tool(one, argumentOf(tool as ToolLike), format === true ? undefined : format);
      });
    },
    toToolChoice: (choice, given, options = {}) => {
      const { freeText } = options;
      if (!freeText) return bridge.toToolChoice(choice, given, options);
      const tools = toolList(given, bridge.limits.label, 'toToolChoice');
      const fields = bridge.toToolChoice(choice, tools, options);
      const { toProvider } = namedTools(tools, bridge.limits.name);
      const names = new Set<unknown>(tools.filter((tool) => formatOf(tool, freeText)).map(({ name }) => toProvider(name)));
      return forms.choice(fields, (name) => names.has(name));
    },
  };
}

const formatOf = ({ name }: ToolLike, freeText: FreeText): object | true | undefined =>
  Object.hasOwn(freeText, name) ? freeText[name] : undefined;

function argumentOf({ name, inputSchema }: ToolLike): string {
  const argument = textArgument(inputSchema);
  if (argument !== undefined) return argument;
  throw new ToolError('INVALID_DEFINITION', `The tool '${name}' cannot be called with a plain text: it needs one argument, a string.`, {
    toolName: name,
  });
}
