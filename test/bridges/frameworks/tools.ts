/** The tools that every framework is tried with. */
import { Tool, ToolError, ToolRegistry, type ToolResult } from '../../../src/index.js';
import { png } from '../calling/matrix/tools.js';

export { png };

/** One registry for each test, and what its tools saw. */
export interface Kit {
  registry: ToolRegistry;
  /** The most calls that ran at the same time. */
  readonly mostAtOnce: number;
  /** What `whoami` and `weather` saw. */
  readonly seen: { callId?: string; scopes?: unknown; tenant?: string; args?: unknown }[];
  /** The signal of the call that `wait` is in; resolves when it has begun. */
  readonly waiting: Promise<AbortSignal>;
  readonly results: ToolResult[];
}

const quiet = { error: () => {}, warn: () => {} };

export function kit(): Kit {
  let [running, mostAtOnce] = [0, 0];
  const seen: Kit['seen'] = [];
  let began: (signal: AbortSignal) => void = () => {};
  const waiting = new Promise<AbortSignal>((resolve) => (began = resolve));
  const weather = new Tool({
    name: 'weather',
    title: 'Weather',
    description: 'The weather of a city.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
      required: ['city'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { city: { type: 'string' }, degrees: { type: 'number' } }, required: ['city', 'degrees'] },
    examples: [{ args: { city: 'Oslo' } }],
    handler: async ({ city, days }, { callId }) => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      seen.push({ args: { city, days }, ...(callId !== undefined && { callId }) });
      return { city, degrees: 21.5 };
    },
  });
  const tools = [
    weather,
    new Tool({
      name: 'list.all',
      description: 'All names.',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'array' },
      handler: () => ['a', 'b'],
    }),
    new Tool({
      name: 'fail',
      inputSchema: { type: 'object' },
      handler: () => {
        throw new ToolError('EXECUTION_FAILED', 'The river is "closed".');
      },
    }),
    new Tool({
      name: 'picture',
      inputSchema: { type: 'object' },
      handler: () => [
        { type: 'text', text: 'a map' },
        { type: 'image', data: png, mimeType: 'image/png' },
      ],
    }),
    new Tool({
      name: 'wait',
      inputSchema: { type: 'object' },
      handler: (_, { signal }) => {
        began(signal);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    }),
    new Tool({
      name: 'whoami',
      inputSchema: { type: 'object' },
      scopes: ['me'],
      handler: (_, { headers }) => headers?.['tenant'] ?? 'nobody',
    }),
    new Tool({ name: 'long', inputSchema: { type: 'object' }, handler: () => '0123456789'.repeat(20) }),
  ];
  return {
    registry: new ToolRegistry({ logger: quiet }).register(tools),
    get mostAtOnce() {
      return mostAtOnce;
    },
    seen,
    waiting,
    results: [],
  };
}
