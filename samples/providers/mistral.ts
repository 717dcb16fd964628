/** A question by Mistral: `MISTRAL_API_KEY=… npx tsx samples/providers/mistral.ts`. */
import { Mistral } from '@mistralai/mistralai';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { MISTRAL_API_KEY: apiKey, MISTRAL_SERVER_URL: serverURL, MODEL: model = 'mistral-large-latest' } = process.env;
const { outcome, text, toolsUsed, error } = await runTools({
  client: new Mistral({ ...(apiKey && { apiKey }), ...(serverURL && { serverURL }) }),
  model,
  messages: [{ role: 'user', content: question }],
  registry,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
