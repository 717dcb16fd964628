/** A returned value in all the forms of a result: as it is, as content, and as structured content. */
import { inOneBudget } from '../../schema/pattern.js';
import { ToolError } from '../../errors.js';
import { pointer } from '../../schema/words.js';
import type { ContentBlock, Issue, JsonValue } from '../../types.js';
import type { CompiledTool } from '../compiled-tool.js';
import { about, type Named, titleAtStart } from '../definition/source.js';
import type { Limits } from '../limits.js';
import { contentBlock, holdsContent, isContent } from './content.js';
import { isFlat, toJson } from './json.js';
import { project } from './project.js';

export interface ShapedResult {
  value: unknown;
  content: ContentBlock[];
  structuredContent?: JsonValue;
}

/** @throws ToolError INVALID_RESULT; its issues are for the operator, its message for the model */
export function shapeResult(tool: CompiledTool, value: unknown, limits: Limits): ShapedResult {
  try {
    const { output, isVoid } = tool.plan;
    if (isVoid) return { value, content: [text('')] };
    return output ? inOneBudget(() => structured(tool, value, limits)) : { value, content: contentOf(value, limits) };
  } catch (error) {
    throw invalidResult(tool.source, error);
  }
}

function structured(tool: CompiledTool, value: unknown, limits: Limits): ShapedResult {
  const { output, wrapsOutput } = tool.plan;
  const json = toJson(value, limits) ?? null;
  const wrapped = project(tool, output ?? {}, wrapsOutput ? { result: json } : json);
  const issues = tool.checkOutput(wrapped);
  if (issues.length > 0) throw new ToolError('INVALID_RESULT', 'the result does not fit its output schema', { issues });
  const shown = wrapsOutput ? (wrapped as { result: JsonValue }).result : wrapped;
  const blocks = hasContent(value, limits) ? contentOf(value, limits) : [text(typeof shown === 'string' ? shown : JSON.stringify(shown))];
  return { value, content: blocks, structuredContent: wrapped };
}

const hasContent = (value: unknown, { resultNodes }: Limits): boolean => isContent(value) || holdsContent(value, resultNodes);

const text = (value: string): ContentBlock => ({ type: 'text', text: value });

function contentOf(value: unknown, limits: Limits): ContentBlock[] {
  if (holdsContent(value, limits.resultNodes)) return Array.from(value, (item) => blockOf(item, limits));
  return [blockOf(value, limits)];
}

/** What the author put into a block must have a JSON form too. */
function blockOf(value: unknown, limits: Limits): ContentBlock {
  return isContent(value) ? (toJson(contentBlock(value), limits) as unknown as ContentBlock) : text(textOf(value, limits));
}

function textOf(value: unknown, limits: Limits): string {
  if (typeof value === 'string') return value;
  // As most results are.
  if (isFlat(value, limits)) return JSON.stringify(value);
  const json = toJson(value, limits);
  if (typeof json === 'string') return json;
  return json === undefined ? '' : JSON.stringify(json);
}

export function invalidResult(named: Named, error: unknown): ToolError {
  const issues: readonly Issue[] = error instanceof ToolError ? error.issues : [];
  const reason = error instanceof ToolError ? error.message : 'it could not be read';
  const message = `${titleAtStart(named)} ran, but ${reason}. This is a fault of the ${named.kind ?? 'tool'}, not of the arguments.`;
  return new ToolError('INVALID_RESULT', message, { ...about(named), issues, cause: error });
}

/** The issues in one line, for the log. */
export function describeIssues(issues: readonly Issue[]): string {
  return issues.map(({ message, path }) => `${pointer(path) || '/'}: ${message}`).join('; ');
}
