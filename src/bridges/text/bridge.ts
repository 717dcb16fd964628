/** Tools for models that know nothing of them: a prompt tells of tools, and calls are read from what the model writes. */
import { checkOptions } from '../../runtime/option-table.js';
import type { GivenTools } from '../calling/bridge.js';
import { oneOf } from '../calling/declare-options.js';
import { defineBridge, type NativeBridge } from '../calling/define.js';
import type { Accumulation } from '../calling/loop/driver.js';
import type { StreamEvent } from '../calling/stream.js';
import { readCalls, textOf } from './parse.js';
import { renderDeclaration } from './render.js';
import { assistantMessage, resultsMessage } from './results.js';
import type { TextChoice, TextForm, TextTypes } from './types.js';
import { leftOf, VisibleText } from './visible.js';

const told = (instruction: string): TextChoice => ({ instruction });
const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** What the option `form` may be. */
export const wantedForm = oneOf('chat', 'json', 'xml');

/** A bridge like any other; its tools are lines for `promptMessages`, its responses text. */
export function textBridge(options: { form?: TextForm | undefined } = {}): NativeBridge<TextTypes> {
  checkOptions('textBridge', options, { form: wantedForm });
  const { form = 'chat' } = options;
  const base = defineBridge<TextTypes>({
    provider: 'text',
    tool: renderDeclaration,
    choice: {
      auto: () => told(''),
      none: () => ({ instruction: '', isNone: true }),
      any: () => told('Call at least one tool now.'),
      tool: (name) => told(`Call the tool \`${name}\` now.`),
      allowed: (names, isForced) => told(`${isForced ? 'Call at least one' : 'Call none but'} of these tools now: ${list(names)}.`),
      parallel: ({ instruction, ...rest }, isParallel) => ({
        ...rest,
        instruction: [instruction, isParallel ? '' : 'Write one call at most.'].filter(Boolean).join(' '),
      }),
    },
    calls: (reply) => readCalls(reply).calls,
    stream: () => ({
      deltas: (text) => [{ type: 'text', text }],
      message: ({ text }) => assistantMessage(text, [], form),
    }),
    assistant: (text, calls) => [assistantMessage(text, calls, form)],
    results: (pairs) => [resultsMessage(pairs, form)],
  });
  return { ...base, accumulate: (tools) => new TextAccumulation(base, tools) };
}

/** What the calls are is known when all of the text has come; what may be one is not shown until then. */
class TextAccumulation implements Accumulation<TextTypes> {
  #reply = '';
  readonly #visible = new VisibleText();

  constructor(
    readonly bridge: NativeBridge<TextTypes>,
    readonly tools: GivenTools | undefined,
  ) {}

  /** Without the calls: to be asked at the end. */
  get text(): string {
    return textOf(this.#reply);
  }

  push(chunk: string): readonly StreamEvent[] {
    this.#reply += chunk;
    return textEvents(this.#visible.push(chunk));
  }

  end(): readonly StreamEvent[] {
    return textEvents(leftOf(this.text, this.#visible.shown));
  }

  calls(): ReturnType<NativeBridge<TextTypes>['parseCalls']> {
    return this.bridge.parseCalls(this.#reply, this.tools);
  }

  /** What was cut off is among the calls, and refused there. */
  incomplete(): [] {
    return [];
  }

  message(): TextTypes['assistant'] {
    return { role: 'assistant', content: this.#reply };
  }
}

const textEvents = (text: string): StreamEvent[] => (text === '' ? [] : [{ type: 'text', text }]);
