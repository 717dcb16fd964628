import { complete, prompt, type PromptMessage, resource, Resource, type ToolContext } from '../../../src/index.js';

interface City {
  name: string;
  people: number;
}

const cities = new Map<number, City>([
  [1, { name: 'Lima', people: 10_092_000 }],
  [2, { name: 'Quito', people: 1_763_275 }],
]);

// #region service
export class AtlasService {
  /** How the atlas counts. */
  @resource('atlas://settings', { mimeType: 'application/json' })
  settings(): { units: string } {
    return { units: 'metric' };
  }

  /**
   * One city.
   * @param id its number in the atlas
   */
  @resource('atlas://cities/{id}', { title: 'City' })
  city(id: number): City | undefined {
    return cities.get(id); // undefined: there is no such resource
  }

  /**
   * Plans a journey.
   * @param city where to
   * @param days how long
   */
  @prompt()
  journey(city: string, days: number, pace: 'slow' | 'fast' = 'slow'): string {
    return `Plan ${days} days in ${city}, at a ${pace} pace.`;
  }

  @complete({ prompt: 'journey', argument: 'city' })
  names(value: string): string[] {
    return [...cities.values()].map(({ name }) => name).filter((name) => name.startsWith(value));
  }
}
// #endregion

// #region messages
export class Reviewer {
  @prompt({ title: 'Review a file' })
  async review(path: string, context: ToolContext): Promise<PromptMessage[]> {
    const text = await readSource(path, context.signal);
    return [
      { role: 'user', content: { type: 'resource', resource: { uri: `file:///${path}`, text } } },
      { role: 'assistant', content: { type: 'text', text: 'What shall I look for?' } },
    ];
  }
}
// #endregion

async function readSource(path: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  return `// ${path}`;
}

// #region by hand
export const files = new Resource({
  uri: 'docs://pages/{+path}',
  name: 'pages',
  mimeType: 'text/markdown',
  read: ({ path }) => `# ${String(path)}`,
});
// #endregion
