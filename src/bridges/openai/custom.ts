/** Custom tools: the model writes a plain text for them, and no JSON. */
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCustomTool,
  ChatCompletionFunctionTool,
  ChatCompletionMessageCustomToolCall,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions/completions.js';
import type { FreeTextForms } from '../calling/free-text-tools.js';
import { describedText, textOfCall } from '../calling/free-text.js';
import type { RawCall } from '../calling/shapes.js';
import type { Delta } from '../calling/stream.js';
import { withChoice } from './choice.js';
import type { OpenAIChatTypes } from './types.js';

type FinishReason = ChatCompletion.Choice['finish_reason'] | null | undefined;
type Choice = Exclude<ChatCompletionToolChoiceOption, string>;
type CallPiece = ChatCompletionChunk.Choice.Delta.ToolCall;

/** How they are declared and chosen. */
export const customTools: FreeTextForms<OpenAIChatTypes> = {
  tool: (tool, argument, format) => (tool.type === 'function' ? customTool(tool, argument, format) : tool),
  choice: (fields, isFreeText) => withChoice(fields, (choice) => customChoice(choice, isFreeText)),
};

function customTool(tool: ChatCompletionFunctionTool, argument: string, format?: object): ChatCompletionCustomTool {
  const { name, description, parameters } = tool.function;
  return {
    type: 'custom',
    custom: {
      name,
      ...describedText(description, parameters, argument),
      ...(format && { format: format as ChatCompletionCustomTool.Custom['format'] }),
    },
  };
}

const named = (name: string) => ({ type: 'custom' as const, custom: { name } });

function customChoice(choice: Choice, isFreeText: (name: unknown) => boolean): Choice {
  if (choice.type === 'function') return isFreeText(choice.function.name) ? named(choice.function.name) : choice;
  if (choice.type !== 'allowed_tools') return choice;
  const tools = choice.allowed_tools.tools.map((one) => {
    const { name } = (one['function'] ?? {}) as { name?: string };
    return name !== undefined && isFreeText(name) ? named(name) : one;
  });
  return { ...choice, allowed_tools: { ...choice.allowed_tools, tools } };
}

/** The choice of a custom tool that stands among the built-in ones: there are no others. */
export function namedBuiltIn(tool: object): ReturnType<typeof named> | undefined {
  const { custom } = tool as { custom?: { name?: string } };
  return custom?.name === undefined ? undefined : named(custom.name);
}

/** A call as it goes back. */
export const customCallParam = ({ id = '', name, args }: RawCall): ChatCompletionMessageCustomToolCall => ({
  id,
  type: 'custom',
  custom: { name, input: textOfCall(args) },
});

/** Calls that come in pieces; the SDK's types know nothing of them. */
export class CustomCallStream {
  readonly #keys = new Set<number>();

  /** Undefined for a piece of another call. */
  delta({ index, id, ...piece }: CallPiece): Delta | undefined {
    const { custom } = piece as { custom?: { name?: string; input?: string } };
    if (!custom) return undefined;
    this.#keys.add(index);
    return { type: 'call', key: index, id, name: custom.name, args: custom.input, isText: true };
  }

  /** Those that stand before this one are whole. */
  before({ index }: CallPiece): Delta[] {
    return this.#ends().filter(({ key }) => key < index);
  }

  /** What is said when the answer is at its end. */
  ends(reason: FinishReason): Delta[] {
    return reason ? this.#ends() : [];
  }

  #ends(): { type: 'call-end'; key: number }[] {
    return Array.from(this.#keys, (key) => ({ type: 'call-end', key }));
  }
}
