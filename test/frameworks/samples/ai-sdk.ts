/** A question by the Vercel AI SDK: `OPENAI_API_KEY=… npx tsx ai-sdk.ts`. */
import { openai } from '@ai-sdk/openai';
import { generateText, stepCountIs } from 'ai';
import { aiSdk } from 'toolmark/ai-sdk';
import { question, registry } from './registry.js';

const { text, steps } = await generateText({
  model: openai.chat(process.env['MODEL'] ?? 'gpt-5.4'),
  prompt: question,
  tools: aiSdk.toTools(registry, { strict: true }),
  stopWhen: stepCountIs(5),
});
const used = steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName));
console.log(`${used.join(', ')}: ${text}`);
