/** A question by Mastra: `OPENAI_API_KEY=… npx tsx mastra.ts`. */
import { Agent } from '@mastra/core/agent';
import { mastra } from 'toolmark/mastra';
import { question, registry } from './registry.js';

const { MODEL = 'gpt-5.4', OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: url = 'https://api.openai.com/v1' } = process.env;
const agent = new Agent({
  name: 'atlas',
  instructions: 'Answer by the tools.',
  model: { id: `openai/${MODEL}`, url, apiKey },
  tools: mastra.toTools(registry),
});
const { text, toolResults } = await agent.generate(question);
console.log(`${toolResults.map(({ payload }) => payload.toolName).join(', ')}: ${text}`);
