/** Runs code of the author for a request: within the limits, with what it may use, and with an end where it asks a question. */
import { ToolError } from '../../../errors.js';
import type { Release } from '../limits/index.js';
import type { CallerInfo, CallOptions, ElicitResult, Root, SampleResult } from '../../../types.js';
import { missingCapability } from '../questions/capabilities.js';
import { type Ask, legacyQuestions } from '../questions/legacy.js';
import type { Subject } from '../questions/request-state.js';
import { Round } from '../questions/round.js';
import { ProtocolError, protocolCodes } from '../wire/errors.js';
import { isAtLeast, levels } from '../wire/levels.js';
import { toLogData } from '../wire/tools.js';
import type { Outcome } from './outcome.js';
import type { RequestContext } from './request.js';
import type { Setup } from './setup.js';

/** The rest of a run: calls the registry with the options, and makes the answer. */
type Work = (options: CallOptions) => Promise<Outcome>;

/** What may ask questions; a completion may not. */
type Asking = Omit<Subject, 'caller'> | undefined;

/** @throws OverloadedError when there is no room */
export async function run(setup: Setup, request: RequestContext, subject: Asking, work: Work): Promise<Outcome> {
  const { gate, rate, requestState } = setup.options;
  const isModern = request.era === 'modern';
  const round = subject && isModern ? new Round(request, { ...subject, caller: request.caller.id }, requestState) : undefined;
  if (rate) await rate.take(request.caller);
  const entered = gate.enter(request.caller, request.signal);
  const release = entered instanceof Promise ? await entered : entered;
  try {
    return await (round ? runRound(setup, request, round, work) : runToEnd(setup, request, subject && release, work));
  } finally {
    release();
  }
}

/** Ends with the answer or with questions, whichever is first; what a run that has ended still does, nobody waits for. */
function runRound(setup: Setup, request: RequestContext, round: Round, work: Work): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    round.whenEnded((asked) => resolve(sendable(setup, setup.inputRequired(asked))), reject);
    work(callOptions(setup, request, (...question) => round.ask(...question))).then(resolve, reject);
  });
}

/** Questions go out and are answered while the method waits. @param release of a call that may ask */
async function runToEnd(setup: Setup, request: RequestContext, release: Release | undefined, work: Work): Promise<Outcome> {
  if (!release) return work(callOptions(setup, request, cannotAsk));
  const questions = legacyQuestions(request);
  const ask: Ask = async (...question) => {
    // Who waits for a person keeps nobody else from running.
    const goOn = release.pause();
    try {
      return await questions.ask(...question);
    } finally {
      await goOn();
    }
  };
  const outcome = await work(callOptions(setup, request, ask));
  if (outcome.result['isError'] !== true) questions.succeeded();
  return outcome;
}

/** The answers of earlier rounds go out again within the state, so they too must fit into one result. */
function sendable({ options: { resultBytes, log } }: Setup, asked: Outcome): Outcome {
  const bytes = Buffer.byteLength(asked.json());
  if (bytes <= resultBytes) return asked;
  log(`questions and the answers so far take ${bytes} bytes, and limits.resultBytes is ${resultBytes}`);
  throw new ProtocolError(
    protocolCodes.internal,
    `The questions could not be sent: with the answers so far they take ${bytes} bytes, and this server sends ${resultBytes} at most.`,
  );
}

const cannotAsk: Ask = async () => {
  throw new ToolError('NOT_IMPLEMENTED', 'A completion cannot ask questions.');
};

/**
 * A client that lacks what a call cannot do without: the modern era has an error of the protocol for it, the others have none.
 * A method that catches the error goes on without.
 */
export function refuseMissingCapability(error: unknown, { era }: RequestContext): void {
  const required = era === 'modern' ? missingCapability(error) : undefined;
  if (!required) return;
  throw new ProtocolError(protocolCodes.missingCapability, (error as Error).message, { requiredCapabilities: required });
}

function callOptions({ options: { errorDetail, resultBytes } }: Setup, request: RequestContext, ask: Ask): CallOptions {
  const { signal, meta, headers, caller, wire } = request;
  const token = meta?.['progressToken'];
  return {
    signal,
    errorDetail,
    meta,
    headers,
    // What a framework in front put there is taken as it is.
    auth: caller.auth as CallerInfo | undefined,
    scopes: caller.scopes,
    progress: token === undefined ? undefined : (...told) => wire.notify('notifications/progress', progressOf(token, ...told)),
    closeStream: () => wire.closeStream?.(),
    log: (level, data) => {
      if (wantsLog(request, level)) wire.notify('notifications/message', { level, data: toLogData(data, resultBytes) });
    },
    elicit: async (question, how) => asElicitResult(await ask('elicitation/create', { ...question }, how?.key)),
    sample: async (question, how) => (await ask('sampling/createMessage', { ...question }, how?.key)) as SampleResult,
    roots: async (how) => asRoots(await ask('roots/list', {}, how?.key)),
  };
}

/** What a client would refuse is left out. */
function progressOf(token: unknown, progress: number, total?: number, message?: string): Record<string, unknown> {
  return { progressToken: token, progress, ...(Number.isFinite(total) && { total }), ...(typeof message === 'string' && { message }) };
}

/** A level that MCP does not know would end the client's connection. */
function wantsLog({ era, logLevel }: RequestContext, level: string): boolean {
  const known = levels.find((one) => one === level);
  if (!known) return false;
  return logLevel === undefined ? era === 'legacy' : isAtLeast(known, logLevel);
}

function asElicitResult(answer: unknown): ElicitResult {
  const { action } = (answer ?? {}) as { action?: unknown };
  if (action === 'accept' || action === 'decline' || action === 'cancel') return answer as ElicitResult;
  throw new ToolError('INVALID_ANSWER', 'The client answered the question with something that is no answer.');
}

function asRoots(answer: unknown): Root[] {
  const { roots } = (answer ?? {}) as { roots?: unknown };
  if (Array.isArray(roots)) return roots as Root[];
  throw new ToolError('INVALID_ANSWER', 'The client told its roots as something that is no list.');
}
