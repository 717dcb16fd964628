/** A provider that says what a script tells it to, for tests of the loop. */
import assert from 'node:assert/strict';
import type { ToolLike } from '../../../src/bridges/calling/bridge.js';
import { ToolCalls, type RawCall } from '../../../src/bridges/calling/calls.js';
import { type ChoiceForms, toolChoiceFields } from '../../../src/bridges/calling/choice.js';
import type { Provider } from '../../../src/bridges/calling/facts.js';
import type { Driver, LoopBridge, RequestParts } from '../../../src/bridges/calling/loop/driver.js';
import { paired } from '../../../src/bridges/calling/replay.js';
import { type Delta, StreamAccumulator } from '../../../src/bridges/calling/stream.js';
import type { Usage } from '../../../src/bridges/calling/usage.js';
import type { ContentBlock } from '../../../src/index.js';

export interface Said {
  text?: string;
  calls?: RawCall[];
  usage?: Usage;
  /** In place of a whole answer; an error breaks the stream off. */
  chunks?: (Delta | Error)[];
}

export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: RawCall[] }
  | { role: 'tool'; id: string; name: string; isError: boolean; content: ContentBlock[] };

export interface Scripted {
  tool: { name: string };
  choice: { choice?: unknown; parallel?: boolean };
  response: Said;
  chunk: Delta;
  message: Message;
  assistant: Message;
}

const forms: ChoiceForms<Scripted['choice']> = {
  auto: () => ({ choice: 'auto' }),
  none: () => ({ choice: 'none' }),
  any: () => ({ choice: 'any' }),
  tool: (name) => ({ choice: { name } }),
  allowed: (allowed, forced) => ({ choice: { allowed, forced } }),
  parallel: (fields, parallel) => ({ ...fields, parallel }),
};

const assistant = (text: string, calls: RawCall[]): Message => ({ role: 'assistant', text, calls });

const bridgeFor = (provider: Provider): LoopBridge<Scripted> => ({
  provider,
  toTools: (tools) => tools.map(({ name }) => ({ name })),
  toToolChoice: (choice, tools: readonly ToolLike[], options = {}) =>
    toolChoiceFields(choice, { names: tools.map(({ name }) => name), toProvider: (name) => name }, forms, { ...options, provider }),
  parseCalls: ({ calls = [] }) => ToolCalls.fromRaw(calls),
  accumulate: () => {
    const stream = new StreamAccumulator();
    return {
      push: (chunk) => stream.push(chunk),
      get text() {
        return stream.text;
      },
      get usage() {
        return stream.usage;
      },
      calls: () => stream.calls(),
      incomplete: () => stream.incomplete(),
      message: () => assistant(stream.text, stream.rawCalls()),
    };
  },
  toMessages: (calls, results) => {
    const pairs = paired(calls, results);
    assert.ok(pairs, 'calls and results must pair');
    return pairs.map(({ call, result }) => ({
      role: 'tool',
      id: call.id,
      name: call.name,
      isError: result.isError,
      content: result.content,
    }));
  },
});

export interface ScriptedDriver extends Driver<Scripted, RequestParts<Scripted>> {
  /** The requests that were made, as they were then. */
  readonly requests: RequestParts<Scripted>[];
}

type Line = Said | Error | ((request: RequestParts<Scripted>, signal: AbortSignal) => Said | Promise<Said>);

/** Answers with one line of the script after the other; with the last one over and over. */
export function scripted(script: Line[], { provider = 'anthropic' }: { provider?: Provider } = {}): ScriptedDriver {
  const requests: RequestParts<Scripted>[] = [];
  const next = async (request: RequestParts<Scripted>, signal: AbortSignal): Promise<Said> => {
    const line = script[Math.min(requests.length, script.length - 1)];
    requests.push(structuredClone(request));
    if (line === undefined || line instanceof Error) throw line ?? new Error('the script is empty');
    return typeof line === 'function' ? line(request, signal) : line;
  };
  return {
    requests,
    bridge: bridgeFor(provider),
    request: (parts) => parts,
    send: next,
    async *stream(request, signal) {
      const { chunks, text = '', calls = [], usage } = await next(request, signal);
      const whole: Delta[] = [
        ...Array.from(text, (piece): Delta => ({ type: 'text', text: piece })),
        ...calls.map((call): Delta => ({ type: 'call', id: call.id, name: call.name, args: JSON.stringify(call.args ?? {}) })),
        ...(usage ? [{ type: 'usage', usage } as const] : []),
      ];
      for (const chunk of chunks ?? whole) {
        if (chunk instanceof Error) throw chunk;
        yield chunk;
      }
    },
    read: ({ text = '', calls = [], usage }) => ({ text, messages: [assistant(text, calls)], ...(usage && { usage }) }),
  };
}
