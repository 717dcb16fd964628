/** A question by Google's ADK: `GEMINI_API_KEY=… npx tsx google-adk.ts`. */
import * as adk from '@google/adk';
import { googleAdk } from 'toolmark/google-adk';
import { question, registry } from './registry.js';

const agent = new adk.LlmAgent({
  name: 'atlas',
  model: process.env['MODEL'] ?? 'gemini-3-pro-preview',
  tools: await googleAdk.toTools(registry, { adk }),
});
const runner = new adk.InMemoryRunner({ agent });
const used: (string | undefined)[] = [];
let answer = '';
for await (const { content, errorMessage } of runner.runEphemeral({
  userId: 'me',
  newMessage: { role: 'user', parts: [{ text: question }] },
})) {
  if (errorMessage) throw new Error(errorMessage);
  for (const { text, functionCall } of content?.parts ?? []) {
    if (functionCall) used.push(functionCall.name);
    answer = text ?? answer;
  }
}
console.log(`${used.join(', ')}: ${answer}`);
