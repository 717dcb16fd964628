/** A question by Anthropic Messages: `ANTHROPIC_API_KEY=… npx tsx samples/providers/anthropic.ts`. */
import Anthropic from '@anthropic-ai/sdk';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { outcome, text, toolsUsed, error } = await runTools({
  client: new Anthropic(),
  model: process.env['MODEL'] ?? 'claude-sonnet-5',
  messages: [{ role: 'user', content: question }],
  registry,
  request: { max_tokens: 2048 },
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
