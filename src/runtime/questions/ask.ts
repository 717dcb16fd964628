/** `context.elicit` and `context.sample`: questions in MCP's wire form, and answers that are what was asked for. */
import { randomUUID } from 'node:crypto';
import { ToolError } from '../../errors.js';
import type {
  Answer,
  CallOptions,
  ElicitRequest,
  ElicitResult,
  FormQuestion,
  QuestionOptions,
  Root,
  SampleQuestion,
  SampleResult,
  SampleTool,
  SchemaQuestion,
  ToolContext,
  UrlQuestion,
} from '../../types.js';
import { about, titleAtStart, titleOf, type ToolSource } from '../definition/source.js';
import type { Settings } from '../settings.js';
import type { Watch } from '../watch.js';
import { type CompiledForm, formFor, schemaForm } from './forms.js';

type AnyQuestion = FormQuestion<object> | SchemaQuestion | UrlQuestion;
type Ask = (question: AnyQuestion) => Promise<Answer<unknown> | { action: ElicitResult['action'] }>;

/** @param watch stands still while an answer is waited for */
export function questionsOf(
  source: ToolSource,
  options: CallOptions,
  settings: Settings,
  watch: Watch | undefined,
): Pick<ToolContext, 'elicit' | 'sample' | 'roots'> {
  let asked = 0;
  const wait = <T>(ask: () => Promise<T>): Promise<T> => {
    asked += 1;
    if (asked > mostQuestions) throw tooMany(source);
    return watch ? watch.standStill(ask) : ask();
  };
  const elicit: Ask = async (question) => {
    const place = `context.elicit() of ${titleOf(source)}`;
    if (!options.elicit) throw unsupported(source, 'elicitation');
    const { request, form } = wireQuestion(question, place, settings);
    const result = checkedAction(await wait(async () => options.elicit?.(request, howOf(question))), source);
    if (result.action !== 'accept') return { action: result.action };
    return form ? { action: 'accept', content: await form.read(result.content ?? {}, source) } : { action: 'accept' };
  };
  const sample = async (question: SampleQuestion): Promise<SampleResult> => {
    if (!options.sample) throw unsupported(source, 'sampling');
    const { tools, key: _key, ...rest } = question;
    const request = { ...rest, ...(tools && { tools: tools.map(wireTool) }) };
    return checkedSample(await wait(async () => options.sample?.(request, howOf(question))), source);
  };
  const roots = async (how?: QuestionOptions): Promise<Root[]> => {
    if (!options.roots) throw unsupported(source, 'roots');
    return checkedRoots(await wait(async () => options.roots?.(how)), source);
  };
  return { elicit: heard(elicit) as unknown as ToolContext['elicit'], sample: heard(sample), roots: heard(roots) };
}

/** A method that asks in an endless loop must not keep its client busy for ever: waiting costs it no time. */
const mostQuestions = 100;

const tooMany = (source: ToolSource): ToolError =>
  new ToolError('EXECUTION_FAILED', `${titleAtStart(source)} asked more than ${mostQuestions} questions in one call.`, about(source));

/** A question that fails while the method waits for another one must not end the process as an unhandled rejection. */
function heard<A extends unknown[], T>(ask: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return (...args) => {
    const answer = ask(...args);
    answer.catch(() => undefined);
    return answer;
  };
}

const howOf = ({ key }: QuestionOptions): QuestionOptions => (key === undefined ? {} : { key });

function unsupported(source: ToolSource, what: string): ToolError {
  return new ToolError('NOT_IMPLEMENTED', `The caller of ${titleOf(source)} does not support ${what}.`, about(source));
}

function wireQuestion(question: AnyQuestion, place: string, settings: Settings): { request: ElicitRequest; form?: CompiledForm } {
  const { message } = question;
  if (typeof message !== 'string' || message.trim() === '') throw invalid(place, "needs a 'message', which the person reads");
  if ('url' in question) return { request: urlRequest(question, place) };
  const form = 'form' in question ? formFor(question.form, place, settings) : schemaForm(question.requestedSchema, place, settings);
  return { request: { message, requestedSchema: form.requestedSchema }, form };
}

/** What runs or shows something of its own on the person's machine is no page to send anybody to. */
const unsafeSchemes = new Set(['javascript:', 'vbscript:', 'data:', 'file:', 'blob:', 'about:', 'view-source:']);

function urlRequest({ message, url, elicitationId }: UrlQuestion, place: string): ElicitRequest {
  if (typeof url !== 'string' || !URL.canParse(url)) throw invalid(place, `'url' must be a URL`);
  if (unsafeSchemes.has(new URL(url).protocol)) throw invalid(place, `'url' must be a page that is visited, not ${new URL(url).protocol}`);
  return { mode: 'url', message, url, elicitationId: elicitationId ?? randomUUID() };
}

const invalid = (place: string, what: string): ToolError => new ToolError('INVALID_DEFINITION', `${place}: ${what}.`);

function checkedAction(result: unknown, source: ToolSource): ElicitResult {
  const { action, content } = (typeof result === 'object' && result !== null ? result : {}) as Partial<ElicitResult>;
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') throw noAnswer(source, 'says neither accept, decline nor cancel');
  return content === undefined ? { action } : { action, content };
}

function checkedSample(result: unknown, source: ToolSource): SampleResult {
  const { role, content, model } = (result ?? {}) as Partial<Record<keyof SampleResult, unknown>>;
  const isMessage = (role === 'user' || role === 'assistant') && [content].flat().every(isBlock);
  if (isMessage && typeof model === 'string') return result as SampleResult;
  throw noAnswer(source, 'is no message with role, content and model');
}

function isBlock(block: unknown): boolean {
  const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown };
  return typeof type === 'string' && (type !== 'text' || typeof text === 'string');
}

function checkedRoots(result: unknown, source: ToolSource): Root[] {
  const isRoot = (root: unknown): boolean => typeof (root as Partial<Root> | null | undefined)?.uri === 'string';
  if (Array.isArray(result) && result.every(isRoot)) return result as Root[];
  throw noAnswer(source, 'is no list of roots with URIs');
}

const noAnswer = (source: ToolSource, what: string): ToolError =>
  new ToolError('INVALID_ANSWER', `The client's answer to a question of ${titleOf(source)} ${what}.`, about(source));

/** As a client's model sees it; `definition` is that of a Tool of ours. */
function wireTool(tool: SampleTool | { readonly definition: Readonly<SampleTool> }): SampleTool {
  const { name, title, description, inputSchema } = 'definition' in tool ? tool.definition : tool;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
  };
}
