/**
 * The one place that every result passes on its way to a model: whatever tool it came from, local or imported.
 * What the provider runs itself never comes by here.
 */
import type { JsonValue, ToolDefinition, ToolResult } from '../../../types.js';
import type { CallTarget } from '../execute.js';
import { textOf } from '../results.js';
import { capSource, readAllowance, resultCap, type ResultSizeOptions } from './cap.js';
import { plainMarker, READ_TRUNCATED_RESULT, readableMarker, TruncatedResultSession } from './session.js';
import { TruncatedResultStore } from './store.js';
import { type Shown, truncate, truncateResources } from './truncate.js';
import { jsonWithin, textsWithin } from './within.js';

/** What the sizes of results depend on. */
export interface SizeSurroundings {
  model?: string;
  /** Tokens; otherwise what is known of the model. */
  contextWindow?: number;
  /** The tools that the toolkit runs. */
  names: readonly string[];
  /** The choice of tools forces a call. */
  isForced: boolean;
  /** Where truncated results are kept; of this run alone otherwise. */
  store?: TruncatedResultStore;
  warn(message: string): void;
}

/** Cuts results to size, and serves what was cut. */
export class ResultSizes {
  /** Characters; 0 for no cap. */
  readonly cap: number;
  /** Serves what was cut, where that is offered. Its definition belongs on the list of tools from the first request on. */
  readonly reader: TruncatedResultSession | undefined;
  readonly #warn: SizeSurroundings['warn'];
  readonly #source: () => string;

  /** @throws ToolError INVALID_DEFINITION for an option that is no number of characters */
  constructor(options: ResultSizeOptions, surroundings: SizeSurroundings) {
    this.cap = resultCap(options, surroundings);
    this.#warn = surroundings.warn;
    this.#source = () => capSource(options, surroundings);
    const allowance = readAllowance(options);
    const isOffered = allowance > 0 && surroundings.names.length > 0 && isReadable(this.cap, surroundings);
    this.reader = isOffered
      ? new TruncatedResultSession(surroundings.store ?? new TruncatedResultStore(), { cap: this.cap, allowance })
      : undefined;
  }

  /** What is to be on the list of tools beside the others. */
  get definitions(): readonly ToolDefinition[] {
    return this.reader ? [this.reader.definition] : [];
  }

  /** The tools, and with them what reads on. */
  target(tools: CallTarget): CallTarget {
    const { reader } = this;
    if (!reader) return tools;
    return { call: (call, options) => (call.name === READ_TRUNCATED_RESULT ? reader.call(call, options) : tools.call(call, options)) };
  }

  /**
   * The result as a model gets it; the same one where it is short enough. Structured content is whole or absent.
   * @param callId the provider's own id of the call, if it gave one
   */
  fit(result: ToolResult, callId?: string): ToolResult {
    // A slice is as long as it may be already.
    if (this.cap === 0 || (this.reader && result.name === READ_TRUNCATED_RESULT)) return result;
    const { structuredContent } = result;
    if (!textsWithin(result.content, this.cap)) return this.#cut(result, callId);
    if (structuredContent === undefined || jsonWithin(structuredContent, this.cap) || isToldByText(result, structuredContent))
      return result;
    const { length } = JSON.stringify(structuredContent);
    if (length <= this.cap) return result;
    this.#warn(`The structured content of '${result.name}' has ${length} characters: left out (${this.#source()}).`);
    const told = `… [structured content of ${length} characters left out; raise max_tool_result_chars to keep it]`;
    return withContent(result, [...result.content, { type: 'text', text: told }]);
  }

  #cut(result: ToolResult, callId: string | undefined): ToolResult {
    const marker = (shown: Shown, text: string): string => this.#marker(result.name, shown, text, callId);
    const content = truncateResources(result.content, this.cap, marker);
    return withContent(result, truncate(content, this.cap, marker)?.content ?? content);
  }

  #marker(name: string, { shown, total, offset, length }: Shown, text: string, callId: string | undefined): string {
    this.#warn(`The result of '${name}' was cut: ${shown} of ${total} characters are shown (${this.#source()}).`);
    if (!this.reader) return plainMarker({ shown, total });
    const id = this.reader.store.keep(text, callId);
    return readableMarker(id, { shown: offset, total: length, allowance: this.reader.limits.allowance });
  }
}

/** Reasons why nothing can be read on, each warned of once. */
function isReadable(cap: number, { names, isForced, warn }: SizeSurroundings): boolean {
  const reasons: [boolean, string][] = [
    [cap === 0, 'results are not cut (maxToolResultChars is 0)'],
    [isForced, 'the choice of tools forces a call'],
    [names.includes(READ_TRUNCATED_RESULT), `a tool of yours is named '${READ_TRUNCATED_RESULT}'`],
  ];
  const reason = reasons.find(([holds]) => holds)?.[1];
  if (reason !== undefined) warn(`truncatedResultReadChars has no effect: ${reason}.`);
  return reason === undefined;
}

/** The value goes with the content: what a session stores is what the model saw. */
function withContent(result: ToolResult, content: ToolResult['content']): ToolResult {
  const { structuredContent: _, value: _value, ...rest } = result;
  const cut = { ...rest, content };
  return cut.isError ? cut : { ...cut, value: textOf(cut) };
}

/** The text says the same: what holds for it holds for both. */
function isToldByText(result: ToolResult, structured: JsonValue): boolean {
  const text = textOf(result);
  const inner = typeof structured === 'object' && structured !== null && !Array.isArray(structured) ? structured['result'] : undefined;
  return text === JSON.stringify(structured) || (inner !== undefined && (text === inner || text === JSON.stringify(inner)));
}
