/** Tools and small clients that the MCP tests share. */
import { type ToolContext, ToolError } from '../../../src/index.js';
import { Tool } from '../../../src/runtime/tool.js';
import { ToolRegistry } from '../../../src/runtime/registry.js';
import type { JsonSchema, ObjectSchema } from '../../../src/types.js';

export const object = (properties: Record<string, JsonSchema> = {}, required: string[] = Object.keys(properties)): ObjectSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

export const secret = 'password=hunter2';
export const echoSchema = object({ text: { type: 'string' } });

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

const union: ObjectSchema = {
  type: 'object',
  anyOf: [object({ kind: { const: 'create' }, name: { type: 'string' } }), object({ kind: { const: 'delete' }, id: { type: 'number' } })],
};

/** Calls that `wait` was aborted in are counted here. */
export interface Seen {
  aborted: number;
  started: number;
}

type Entry = [name: string, inputSchema: ObjectSchema, handler: (args: Record<string, unknown>, context: ToolContext) => unknown];

export function makeRegistry(seen: Seen = { aborted: 0, started: 0 }): ToolRegistry {
  const entries: Entry[] = [
    ['echo', echoSchema, ({ text }) => text],
    ['nothing', object(), async () => undefined],
    ['big', object(), () => 1n],
    ['cycle', object(), () => cyclic],
    [
      'fail',
      object(),
      () => {
        throw new Error(secret);
      },
    ],
    [
      'refuse',
      object(),
      () => {
        throw new ToolError('DENIED', 'only on Mondays');
      },
    ],
    ['mutate', union, ({ kind }) => kind],
    ['image', object(), () => ({ type: 'image', data: 'AAAA', mimeType: 'image/png' })],
    ['seen', object(), (_args, { headers, auth, callId, meta }) => ({ agent: headers?.['x-agent'], auth, callId, hint: meta?.['hint'] })],
    [
      'work',
      object(),
      (_args, context) => {
        context.progress(1, 2, 'half');
        context.log('debug', 'low');
        context.log('error', { n: 1n });
        return 'done';
      },
    ],
    [
      'ask',
      object(),
      async (_args, context) =>
        (await context.elicit({ message: 'Name?', requestedSchema: object({ name: { type: 'string' } }) })).content?.['name'],
    ],
    [
      'wait',
      object(),
      (_args, { signal }) => {
        seen.started += 1;
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            seen.aborted += 1;
            reject(new Error('aborted'));
          }),
        );
      },
    ],
  ];
  const registry = new ToolRegistry().register(
    entries.map(([name, inputSchema, handler]) => new Tool({ name, description: `The tool ${name}.`, inputSchema, handler })),
  );
  return registry.register(
    new Tool({
      name: 'full',
      title: 'Full',
      description: 'All fields.',
      inputSchema: object(),
      outputSchema: object({ n: { type: 'number' } }),
      annotations: { readOnlyHint: true },
      icons: [{ src: 'https://example.com/i.png' }],
      meta: { hidden: secret },
      tags: ['hidden-tag'],
      scopes: ['hidden-scope'],
      _meta: { shown: 1 },
      handler: () => ({ n: 1 }),
    }),
  );
}

/** Waits until `check` holds, at most 20 seconds: machines that test pause. */
export async function until(check: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!check() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}
