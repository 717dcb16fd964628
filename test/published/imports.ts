// Compiled against the published declarations under TypeScript 5 and 7 by `npm run types:published`; not run.
import 'reflect-metadata';
import { Max } from 'class-validator';
import {
  defineManifest,
  param,
  payload,
  tool,
  ToolError,
  ToolRegistry,
  Tool,
  toolset,
  type ToolContext,
  type ToolManifest,
  type ToolResult,
} from 'toolmark';
import { buildManifest, formatDiagnostics } from 'toolmark/build';
import { openai } from 'toolmark/openai';
import { runTools, ToolCalls } from 'toolmark/calling';
import { anthropic } from 'toolmark/anthropic';
import { httpHandler, serveStdio } from 'toolmark/mcp';

@toolset({ prefix: 'sample_' })
export class Service {
  @tool()
  plain(@param('how many', Max(5)) count: number, context: ToolContext): number {
    return context.signal.aborted ? 0 : count;
  }

  @tool
  bare(@payload() body: { text: string }): string {
    return body.text;
  }
}

export const search = tool(async function search(query: string, limit = 5): Promise<string[]> {
  return Promise.resolve([query.slice(0, limit)]);
});

const manifest: ToolManifest = defineManifest({ version: 1, sources: {}, classes: [], functions: [], types: {}, $defs: {} });
const registry: ToolRegistry = new ToolRegistry({ manifest });
const byHand = new Tool({ name: 'echo', inputSchema: { type: 'object' }, handler: (args) => args });

export async function use(): Promise<ToolResult> {
  const found: string[] = await search('a');
  const result = await registry.register(byHand).call({ name: 'echo', args: { found } });
  if (result.error instanceof ToolError && result.error.code === 'INVALID_ARGUMENTS') throw result.error;
  await serveStdio(registry);
  httpHandler(registry);
  const declared = openai.toTools(registry.list());
  const blocks = anthropic.toTools(registry.list());
  ToolCalls.from([{ name: declared[0]?.type ?? '', args: { count: blocks.length } }]);
  await runTools({ client: { chat: { completions: { create: () => ({}) } } }, model: 'none', messages: [], registry });
  const built = buildManifest({ project: '.' });
  formatDiagnostics(built.diagnostics);
  return result;
}
