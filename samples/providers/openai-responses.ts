/** A question by OpenAI's Responses, streamed: `OPENAI_API_KEY=… npx tsx samples/providers/openai-responses.ts`. */
import OpenAI from 'openai';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { outcome, text, toolsUsed, error } = await runTools({
  client: new OpenAI(),
  provider: 'openai-responses', // the same client speaks both APIs
  model: process.env['MODEL'] ?? 'gpt-5.4',
  messages: [{ role: 'user', content: question }],
  request: { instructions: 'Be brief.' },
  registry,
  stream: true,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
