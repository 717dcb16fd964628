/** What happens in a run, as it happens. */
import type { Logger } from '../../../runtime/logger.js';
import type { ToolResult } from '../../../types.js';
import type { ParsedCall } from '../calls.js';
import { plainText } from '../parts.js';
import { endWithin } from '../size/truncate.js';
import type { Usage } from '../usage.js';
import { isNews } from './news.js';

/** Characters of a result that an event carries. */
export const defaultPreviewChars = 500;

/** One event; `turn` counts from 0. */
export type RunEvent =
  /** A request goes out. */
  | { readonly type: 'turn'; readonly turn: number }
  /** Text of the model: a piece of it when it streams, otherwise all of the turn's. */
  | { readonly type: 'text'; readonly turn: number; readonly text: string }
  /** The model called a tool; a guard may still decline the call. */
  | { readonly type: 'tool_call'; readonly turn: number; readonly id: string; readonly name: string; readonly args: object | string }
  /** It has ended. `preview` is a copy of its text, media in words (`[image: image/png, 72 bytes]`), cut for listeners alone. */
  | {
      readonly type: 'tool_call_result';
      readonly turn: number;
      readonly id: string;
      readonly name: string;
      readonly isError: boolean;
      readonly preview: string;
      /** Characters of the whole text. */
      readonly length: number;
    }
  /** What the turn took, and the run so far. */
  | { readonly type: 'usage'; readonly turn: number; readonly usage: Usage; readonly total: Usage }
  | { readonly type: 'warning'; readonly message: string };

/** Tells a listener, who can hinder nothing. */
export class RunEvents {
  constructor(
    private readonly listener: ((event: RunEvent) => void) | undefined,
    private readonly logger: Logger,
    private readonly previewChars: number,
  ) {}

  tell(event: RunEvent): void {
    try {
      const outcome: unknown = this.listener?.(event);
      if (outcome instanceof Promise) outcome.catch((error: unknown) => this.#complain(error));
    } catch (error) {
      this.#complain(error);
    }
  }

  call(turn: number, { id, name, args }: ParsedCall & { id: string }): void {
    this.tell({ type: 'tool_call', turn, id, name, args });
  }

  result(turn: number, { id, name }: ParsedCall & { id: string }, result: ToolResult): void {
    const text = plainText({ ...result, isError: false });
    const preview = this.previewChars === 0 ? text : text.slice(0, endWithin(text, this.previewChars));
    this.tell({ type: 'tool_call_result', turn, id, name, isError: result.isError, preview, length: text.length });
  }

  /**
   * One warning, for the operator and for the listener.
   * @param tools what it is about, where it holds in every run: the operator hears it once
   */
  warn(message: string, tools?: object): void {
    if (tools === undefined || isNews(message, this.logger, tools)) this.logger.warn(message);
    this.tell({ type: 'warning', message });
  }

  #complain(error: unknown): void {
    this.logger.error(`a listener of runTools threw: ${String(error)}`);
  }
}
