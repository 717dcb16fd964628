/** A question by OpenAI Chat Completions: `OPENAI_API_KEY=… npx tsx samples/providers/openai.ts` (OPENAI_BASE_URL: a server that speaks as it does). */
import OpenAI from 'openai';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { outcome, text, toolsUsed, error } = await runTools({
  client: new OpenAI(),
  model: process.env['MODEL'] ?? 'gpt-5.4',
  messages: [{ role: 'user', content: question }],
  registry,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
