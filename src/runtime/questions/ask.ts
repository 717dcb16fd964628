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
import { about, titleOf, type ToolSource } from '../definition/source.js';
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
  const wait = <T>(ask: () => Promise<T>): Promise<T> => (watch ? watch.standStill(ask) : ask());
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
    return (await wait(async () => options.sample?.(request, howOf(question)))) as SampleResult;
  };
  const roots = async (how?: QuestionOptions): Promise<Root[]> => {
    if (!options.roots) throw unsupported(source, 'roots');
    return (await wait(async () => options.roots?.(how))) ?? [];
  };
  return { elicit: elicit as unknown as ToolContext['elicit'], sample, roots };
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

function urlRequest({ message, url, elicitationId }: UrlQuestion, place: string): ElicitRequest {
  if (typeof url !== 'string' || !URL.canParse(url)) throw invalid(place, `'url' must be a URL`);
  return { mode: 'url', message, url, elicitationId: elicitationId ?? randomUUID() };
}

const invalid = (place: string, what: string): ToolError => new ToolError('INVALID_DEFINITION', `${place}: ${what}.`);

function checkedAction(result: unknown, source: ToolSource): ElicitResult {
  const { action, content } = (typeof result === 'object' && result !== null ? result : {}) as Partial<ElicitResult>;
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel')
    throw new ToolError(
      'INVALID_ANSWER',
      `The client's answer to a question of ${titleOf(source)} says neither accept, decline nor cancel.`,
      about(source),
    );
  return content === undefined ? { action } : { action, content };
}

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
