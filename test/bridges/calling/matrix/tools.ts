/** Tools of the matrix, and a run with them. */
import { runTools } from '../../../../src/bridges/calling/loop/run.js';
import type { RunOptions, RunOutcome } from '../../../../src/bridges/calling/loop/options.js';
import { declareTools } from '../../../../src/bridges/calling/declare.js';
import { Tool } from '../../../../src/index.js';
import { cuttingFetch, type Line, type LoopbackProvider } from './server.js';
import type { Subject } from './subject.js';

/** A red dot, 1 x 1. */
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** What each call got, oldest first. */
export type Seen = { name: string; args: unknown }[];

export function makeTools(seen: Seen): Record<'search' | 'echo' | 'list' | 'fail' | 'picture' | 'tag', Tool> {
  const noted = (name: string, answer: (args: Record<string, unknown>) => unknown) => (args: Record<string, unknown>) => {
    seen.push({ name, args });
    return answer(args);
  };
  return {
    search: new Tool({
      name: 'search',
      description: 'Searches.',
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 }, note: { type: ['string', 'null'] } },
        required: ['query'],
        additionalProperties: false,
      },
      handler: noted('search', ({ query }) => `found ${String(query)}`),
    }),
    echo: new Tool({
      name: 'echo',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      handler: noted('echo', ({ text }) => ({ echoed: text ?? null })),
    }),
    list: new Tool({ name: 'admin.tools.list', description: 'Lists.', handler: noted('list', () => 'two tools') }),
    fail: new Tool({
      name: 'fail',
      handler: noted('fail', () => {
        throw new Error('the disk is full');
      }),
    }),
    picture: new Tool({
      name: 'picture',
      handler: noted('picture', () => [
        { type: 'text', text: 'A dot:' },
        { type: 'image', data: png, mimeType: 'image/png' },
      ]),
    }),
    tag: new Tool({
      name: 'tag',
      description: 'Tags things.',
      inputSchema: {
        type: 'object',
        properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
        required: ['labels'],
      },
      handler: noted('tag', ({ labels }) => labels),
    }),
  };
}

export interface Ran extends RunOutcome {
  seen: Seen;
  warnings: string[];
}

/** Plays a script against the subject's own client. Names in the script are the tools' own. */
export async function play(
  server: LoopbackProvider,
  subject: Subject,
  script: Line[],
  {
    cut,
    names = ['search', 'echo', 'list', 'fail', 'picture', 'tag'],
    ...options
  }: Partial<RunOptions> & { cut?: number; names?: (keyof ReturnType<typeof makeTools>)[] } = {},
): Promise<Ran> {
  const seen: Seen = [];
  const warnings: string[] = [];
  const made = makeTools(seen);
  const tools = names.map((name) => made[name]);
  const { toProvider } = declareTools(tools, subject.bridge.provider).names;
  server.play(
    script.map((line) => ({ ...line, ...(line.calls && { calls: line.calls.map((call) => ({ ...call, name: toProvider(call.name) })) }) })),
    subject,
  );
  const outcome = await runTools({
    client: subject.client(server.url, cut === undefined ? fetch : cuttingFetch(cut)),
    ...(subject.provider && { provider: subject.provider }),
    model: subject.model,
    messages: [subject.user('Go.')],
    tools,
    logger: { error: () => {}, warn: (message) => void warnings.push(message) },
    ...options,
  } as RunOptions);
  return { ...outcome, seen, warnings };
}
