/** The outcome of a call as a ToolResult. */
import { randomUUID } from 'node:crypto';
import { ToolError } from '../../errors.js';
import { cut } from '../../schema/words.js';
import type { ToolResult } from '../../types.js';
import { about, type Named, titleAtStart } from '../definition/source.js';
import type { ErrorDetail, Settings } from '../settings.js';
import { describeIssues, type ShapedResult } from './shape.js';

/** Written out: spreading objects would cost as much as the rest of a short call. */
export function successResult(name: string, callId: string | undefined, { value, content, structuredContent }: ShapedResult): ToolResult {
  const result: ToolResult =
    callId === undefined ? { name, isError: false, value, content } : { callId, name, isError: false, value, content };
  if (structuredContent !== undefined) result.structuredContent = structuredContent;
  return result;
}

/** Codes whose cause is the tool's author or surroundings, not the caller: the operator must hear of them. */
const faultsOfTheTool = new Set([
  'EXECUTION_FAILED',
  'INVALID_RESULT',
  'INVALID_DEFINITION',
  'UNSUPPORTED_SCHEMA',
  'STALE_MANIFEST',
  'TIMEOUT',
]);

/** Logs what the operator must know, and gives what the caller may know. */
export function toldError(named: Named, thrown: unknown, settings: Settings, errorDetail = settings.errorDetail): ToolError {
  const error = thrown instanceof ToolError ? thrown : wrapThrown(named, thrown);
  if (!faultsOfTheTool.has(error.code)) return error;
  const id = randomUUID().slice(0, 8);
  log(error, id, settings);
  return errorDetail === 'masked' && isUnexpected(error) ? masked(named, error, id) : error;
}

/** The same as a result. */
export function failureResult(
  name: string,
  callId: string | undefined,
  thrown: unknown,
  settings: Settings,
  errorDetail?: ErrorDetail,
): ToolResult {
  const error = toldError({ name }, thrown, settings, errorDetail);
  const content: ToolResult['content'] = [{ type: 'text', text: textOf(error) }];
  return callId === undefined ? { name, isError: true, content, error } : { callId, name, isError: true, content, error };
}

/** Characters of a message that a model reads; more would only cost it. */
const longestMessage = 16_384;

function textOf({ message }: ToolError): string {
  return typeof message === 'string' ? cut(message, longestMessage) : 'The tool failed without a message.';
}

const wrapped = Symbol.for('toolmark.wrappedError');

/** Anything but a ToolError, as one. A non-Error is told as far as it is text. */
export function wrapThrown(named: Named, thrown: unknown): ToolError {
  const message = messageOf(thrown);
  const error = new ToolError('EXECUTION_FAILED', `${failureAtStart(named)}: ${message}`, { ...about(named), cause: thrown });
  return Object.defineProperty(error, wrapped, { value: true });
}

const failureAtStart = (named: Named): string =>
  named.kind === undefined || named.kind === 'tool' ? `Execution error in ${named.name}` : `${titleAtStart(named)} failed`;

function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error || (typeof thrown === 'object' && thrown !== null && 'message' in thrown)) {
      const { message, name } = thrown as Error;
      const told = responseMessage(thrown);
      if (told !== undefined) return told;
      return typeof message === 'string' && message !== '' ? message : typeof name === 'string' ? name : 'Error';
    }
    if (typeof thrown === 'string' && thrown !== '') return thrown;
    if (typeof thrown === 'number' || typeof thrown === 'boolean') return String(thrown);
  } catch {
    // A value that resists being read says no more than that.
  }
  return 'it threw a value without a message';
}

/** NestJS's exceptions hold what is meant for the caller in their response; their own message is often just their name. */
function responseMessage(thrown: object): string | undefined {
  const { getResponse } = thrown as { getResponse?: unknown };
  if (typeof getResponse !== 'function') return undefined;
  const response: unknown = getResponse.call(thrown);
  if (typeof response === 'string') return response || undefined;
  const { message, error } = (response ?? {}) as { message?: unknown; error?: unknown };
  const texts = [message ?? error].flat().filter((text) => typeof text === 'string' && text !== '');
  return texts.length > 0 ? texts.join('; ') : undefined;
}

/** What the author says to the model of a failure, and no more, is nothing that went wrong unseen. */
const isMeant = (error: ToolError): boolean => error.code === 'EXECUTION_FAILED' && !isUnexpected(error) && error.cause === undefined;

/** Only what `wrapThrown` made: a ToolError that the author threw is meant for the model. */
const isUnexpected = (error: ToolError): boolean => wrapped in error;

function masked(named: Named, { code }: ToolError, id: string): ToolError {
  return new ToolError(code, `${failureAtStart(named)}: internal error (id ${id}).`, about(named));
}

function log(error: ToolError, id: string, { logger }: Settings): void {
  try {
    const { issues } = error;
    const details = issues.length > 0 ? ` [${describeIssues(issues)}]` : '';
    const line = `[${id}] ${error.code}: ${error.message}${details}${stackOf(error)}`;
    if (isMeant(error)) logger.warn(line);
    else logger.error(line);
  } catch {
    // A logger that throws must not cost the caller its result.
  }
}

/** Where it was thrown; an error may resist being read. */
function stackOf({ code, cause }: ToolError): string {
  try {
    return code === 'EXECUTION_FAILED' && cause instanceof Error ? `\n${cause.stack ?? ''}` : '';
  } catch {
    return '';
  }
}
