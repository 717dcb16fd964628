/** The loop: asks the model, runs what it calls, tells it what came of that, and so on, until it calls nothing more. */
import { ToolError } from '../../../errors.js';
import type { ToolResult } from '../../../types.js';
import type { NativeTypes } from '../bridge.js';
import { type ParsedCall, ToolCalls } from '../calls.js';
import { executeCalls } from '../execute.js';
import type { Provider } from '../facts.js';
import { turnsOfIds } from '../identify.js';
import { ToolCallResults } from '../results.js';
import { addUsage, type Usage } from '../usage.js';
import { throwIfAborted, untilAborted } from './abort.js';
import { type Answer, ask } from './answer.js';
import { checkRunOptions } from './check.js';
import type { RunClient, RunWith, TypesOf } from './clients.js';
import { type Driver, driverFor } from './driver.js';
import { drivers } from './drivers.js';
import { failureOf, type Finish, warningOf } from './finish.js';
import type { RunEnd, RunOutcome, RunSettings, RunTarget, RunVerdict, ToolUse } from './options.js';
import { type Setup, setUp } from './setup.js';

const defaultIterations = 10;

/**
 * Drives a conversation through the provider's client until the model has nothing more to call.
 * Failures of tools and of the client, the bound and the signal are outcomes.
 * @throws ToolError INVALID_DEFINITION for options that cannot be, before anything is sent
 */
export async function runTools<C extends RunClient | Driver, P extends Provider | undefined = undefined>(
  options: RunSettings<TypesOf<C, P>> & RunTarget & RunWith<C, P>,
): Promise<RunOutcome<TypesOf<C, P>>> {
  checkRunOptions(options);
  const driver = await driverFor(options.client, options.provider, drivers);
  return new Run(setUp(driver, options), options).run() as Promise<RunOutcome<TypesOf<C, P>>>;
}

class Run<T extends NativeTypes> {
  readonly #messages: T['message'][];
  readonly #toolsUsed: ToolUse[] = [];
  readonly #signal: AbortSignal;
  #usage: Usage = {};
  #text = '';
  /** What was said before a pause belongs to the same answer. */
  #textBefore = '';
  /** What is told, but not yet in the conversation. */
  #unsaid = '';
  #finish: Finish | undefined;
  #turns = 0;
  #firstTurn: number | undefined;

  constructor(
    private readonly setup: Setup<T>,
    private readonly options: RunSettings<T>,
  ) {
    this.#messages = [...options.messages];
    this.#signal = options.signal ?? new AbortController().signal;
  }

  async run(): Promise<RunOutcome<T>> {
    try {
      return this.#ended(await this.#untilEnd());
    } catch (error) {
      // Its calls were not run, and what else it has may not be sent back in part: signatures, reasoning.
      if (this.#unsaid.trim() !== '') this.#add(this.setup.driver.bridge.replay?.(new ToolCalls(), [], this.#unsaid) ?? []);
      return this.#signal.aborted ? this.#ended('cancelled') : this.#ended('error', error);
    }
  }

  async #untilEnd(): Promise<RunEnd> {
    const most = this.options.maxToolIterations ?? defaultIterations;
    for (let turn = 0; ; turn += 1) {
      throwIfAborted(this.#signal);
      const { calls, messages, goesOn, finish } = await this.#ask(turn);
      const isNamed = calls.every(({ id }) => id !== undefined);
      const named = isNamed ? calls : calls.withIds(this.#turnOfIds(turn));
      const said = isNamed ? messages : (this.setup.driver.bridge.withIds?.(messages, named) ?? messages);
      if (calls.length === 0) {
        this.#add([...said, ...(goesOn ?? [])]);
        if (!goesOn) return this.#done(finish);
      } else {
        const results = turn < most ? await this.#execute(named, turn) : named.map((call) => notRun(call, most));
        // At once: whatever happens, no call is there without its result.
        this.#add([...said, ...this.#answersTo(calls, named, results)]);
      }
      if (turn >= most) return 'iterations';
    }
  }

  /** The conversation may have ids of an earlier run. */
  #turnOfIds(turn: number): number {
    this.#firstTurn ??= turnsOfIds(this.options.messages);
    return this.#firstTurn + turn;
  }

  #add(messages: readonly T['message'][]): void {
    this.#messages.push(...messages);
    this.#unsaid = '';
  }

  #done(finish: Finish | undefined): RunEnd {
    const { driver, events } = this.setup;
    const warning = finish && warningOf(driver.bridge.provider, finish, this.#text);
    if (warning !== undefined) events.warn(warning);
    return 'done';
  }

  /** @throws ToolError CONNECTION_FAILED where there is no answer, or not all of it */
  async #ask(turn: number): Promise<Answer<T>> {
    const { driver, events, tools, isStreaming } = this.setup;
    events.tell({ type: 'turn', turn });
    const request = this.setup.request(turn, this.#messages);
    this.#finish = undefined;
    // A stream may break off: its text so far is the last there is.
    const onText = (text: string): void => {
      this.#unsaid = text;
      this.#text = this.#textBefore + text;
    };
    const answer = await ask(driver, request, { turn, tools, events, isStreaming, onText, signal: this.#signal });
    const { calls, goesOn, usage, finish } = answer;
    onText(answer.text);
    this.#textBefore = goesOn?.length === 0 && calls.length === 0 ? this.#text : '';
    this.#finish = finish?.reason === 'stop' && calls.length > 0 ? { ...finish, reason: 'tool-calls' } : finish;
    if (usage) {
      this.#usage = addUsage(this.#usage, usage);
      events.tell({ type: 'usage', turn, usage, total: this.#usage });
    }
    if (finish?.failure !== undefined && !goesOn) throw failureOf(driver.bridge.provider, finish);
    this.#turns += 1;
    return answer;
  }

  async #execute(calls: ToolCalls, turn: number): Promise<ToolResult[]> {
    const { target, events } = this.setup;
    const { context, parallel } = this.options;
    const uses: ToolUse[] = [];
    const results = await executeCalls(calls, target, {
      ...context,
      turn,
      signal: this.#signal,
      concurrent: parallel !== false,
      onCall: (call) => {
        events.call(turn, call);
        // There is nothing to decide on where nothing would run.
        return call.refusal === undefined ? this.#declined(call, turn) : undefined;
      },
      onResult: (result, call, index) => {
        events.result(turn, call, result);
        uses[index] = { turn, id: call.id, name: call.name, args: call.args, result };
      },
    });
    this.#toolsUsed.push(...uses);
    return results;
  }

  /** @returns why, where the guard declines */
  async #declined(call: ParsedCall & { id: string }, turn: number): Promise<string | undefined> {
    const verdict = await this.#verdict(call, turn);
    if (verdict === undefined || verdict === true) return undefined;
    return typeof verdict === 'string' ? verdict : '';
  }

  /** A guard that fails keeps the door shut; what it threw is for the operator. */
  async #verdict(call: ParsedCall & { id: string }, turn: number): Promise<RunVerdict> {
    try {
      const verdict = this.options.guard?.(call, { turn, signal: this.#signal });
      return verdict instanceof Promise ? await untilAborted(verdict, this.#signal) : verdict;
    } catch (error) {
      if (this.#signal.aborted) throw new ToolError('CANCELLED', `The call of '${call.name}' was cancelled.`, { toolName: call.name });
      if (error instanceof ToolError) throw error;
      this.setup.events.warn(`The guard of runTools threw at a call of '${call.name}': ${String(error)}`);
      return false;
    }
  }

  /** Cut to size, and paired: every call of the answer has its result. */
  #answersTo(calls: ToolCalls, named: ToolCalls, results: readonly ToolResult[]): T['message'][] {
    // Markers have the provider's own ids, so a call without one is told apart here.
    const fitted = results.map((result, index) => this.setup.sizes.fit(result, calls[index]?.id));
    const { driver, tools } = this.setup;
    return driver.bridge.toMessages(named, ToolCallResults.from(fitted), tools);
  }

  #ended(outcome: RunEnd, error?: unknown): RunOutcome<T> {
    const { reason, raw } = this.#finish ?? {};
    return {
      outcome,
      ...(reason !== undefined && { finishReason: reason }),
      ...(raw !== undefined && { rawFinishReason: raw }),
      text: this.#text,
      messages: this.#messages,
      toolsUsed: this.#toolsUsed,
      usage: this.#usage,
      deferredTools: this.setup.deferredTools,
      turns: this.#turns,
      ...(outcome === 'error' && { error }),
    };
  }
}

/** A call beyond the bound has a result too, so that the conversation can go on. */
function notRun({ id, name }: ParsedCall, most: number): ToolResult {
  const error = new ToolError('OVERLOADED', `The call of '${name}' was not run: the limit of ${most} rounds of tool calls is reached.`, {
    toolName: name,
  });
  return { ...(id !== undefined && { callId: id }), name, isError: true, content: [{ type: 'text', text: error.message }], error };
}
