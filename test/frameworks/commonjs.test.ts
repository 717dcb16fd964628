import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Bridge = Record<string, { toTools(tools: object[]): Promise<object[]> | object }>;

/** Each bridge from CommonJS, where Jest could not follow `import()`. */
const bridges: [name: string, key: string, folder: string][] = [
  ['ai-sdk', 'aiSdk', '.'],
  ['langchain', 'langchain', '.'],
  ['google-adk', 'googleAdk', '.'],
  ['mastra', 'mastra', '.'],
  ['openai-agents', 'openaiAgents', 'agents'],
];

describe('bridges to frameworks from CommonJS', () => {
  for (const [name, key, folder] of bridges)
    it(name, async () => {
      const load = createRequire(join(import.meta.dirname, folder, 'from-here.cjs'));
      const { Tool } = load('toolmark') as { Tool: new (init: object) => object };
      const bridge = (load(`toolmark/${name}`) as Bridge)[key];
      const echo = new Tool({ name: 'echo', inputSchema: { type: 'object' }, handler: () => 'hello' });
      const tools = await bridge?.toTools([echo]);
      assert.equal(Object.values(tools ?? {}).length, 1);
    });
});
