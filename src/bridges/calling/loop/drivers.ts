/** The clients that are known. Each bridge of a native API adds its entry here. */
import { isFields } from '../shapes.js';
import type { Driver, DriverEntry } from './driver.js';

/** Whether there is a function at the end of the path. */
function has(client: object, ...path: string[]): boolean {
  const found = path.reduce<unknown>(
    (at, key) => (isFields(at) || typeof at === 'function' ? (at as Record<string, unknown>)[key] : undefined),
    client,
  );
  return typeof found === 'function';
}

/** Drivers are typed with their client, which `fits` has recognised. */
const driven = (driver: unknown): Driver => driver as Driver;

/** The first that fits drives; the more special ones stand first. */
export const drivers: readonly DriverEntry[] = [
  // The same client speaks both; many servers speak only this one.
  {
    provider: 'openai-chat',
    fits: (client) => has(client, 'chat', 'completions', 'create'),
    load: async (client) => driven((await import('../../openai.js')).openaiDriver(client as never)),
  },
  {
    provider: 'openai-responses',
    fits: (client) => has(client, 'responses', 'create'),
    load: async (client) => driven((await import('../../openai-responses.js')).openaiResponsesDriver(client as never)),
  },
  {
    provider: 'mistral',
    fits: (client) => has(client, 'chat', 'complete') && has(client, 'chat', 'stream'),
    suffices: (client) => has(client, 'chat', 'complete'),
    load: async (client) => driven((await import('../../mistral.js')).mistralDriver(client as never)),
  },
  {
    provider: 'cohere',
    fits: (client) => has(client, 'chatStream') && has(client, 'chat'),
    suffices: (client) => has(client, 'chat') || has(client, 'v2', 'chat'),
    load: async (client) => driven((await import('../../cohere.js')).cohereDriver(client as never)),
  },
  {
    provider: 'ollama',
    fits: (client) => has(client, 'chat') && has(client, 'generate') && has(client, 'pull'),
    suffices: (client) => has(client, 'chat'),
    load: async (client) => driven((await import('../../ollama.js')).ollamaDriver(client as never)),
  },
  {
    provider: 'anthropic',
    fits: (client) => has(client, 'messages', 'create'),
    load: async (client) => driven((await import('../../anthropic.js')).anthropicDriver(client as never)),
  },
  {
    provider: 'gemini',
    fits: (client) => has(client, 'models', 'generateContent'),
    load: async (client) => driven((await import('../../gemini.js')).geminiDriver(client as never)),
  },
  {
    provider: 'bedrock',
    fits: (client) => has(client, 'send') && (client as { config?: { serviceId?: unknown } }).config?.serviceId === 'Bedrock Runtime',
    suffices: (client) => has(client, 'send'),
    load: async (client) => driven((await import('../../bedrock.js')).bedrockDriver(client as never)),
  },
];
