/** A question to a model that knows nothing of tools, behind any server that completes chats: `OPENAI_API_KEY=… npx tsx samples/providers/text.ts`. */
import OpenAI from 'openai';
import { runTools } from 'toolmark/calling';
import { textDriver } from 'toolmark/text';
import { question, registry } from './registry.js';

const client = textDriver(async ({ model, messages }, { signal }) => {
  const { choices } = await new OpenAI().chat.completions.create({ model, messages: [...messages] }, { signal });
  return choices[0]?.message.content ?? '';
});
const model = process.env['MODEL'] ?? 'gpt-5.4';
const { outcome, text, toolsUsed, error } = await runTools({ client, model, messages: [{ role: 'user', content: question }], registry });
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
