/** A question by Cohere: `CO_API_KEY=… npx tsx samples/providers/cohere.ts`. */
import { CohereClientV2 } from 'cohere-ai';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { CO_SERVER_URL: environment, MODEL: model = 'command-a-03-2025' } = process.env;
const { outcome, text, toolsUsed, error } = await runTools({
  client: new CohereClientV2(environment ? { environment } : {}),
  model,
  messages: [{ role: 'user', content: question }],
  registry,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
