/** A question by Bedrock Converse, with the credentials and the region of the environment: `npx tsx samples/providers/bedrock.ts`. */
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { outcome, text, toolsUsed, error } = await runTools({
  client: new BedrockRuntimeClient(),
  model: process.env['MODEL'] ?? 'amazon.nova-pro-v1:0',
  messages: [{ role: 'user', content: [{ text: question }] }],
  registry,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
