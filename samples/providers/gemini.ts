/** A question by Gemini: `GEMINI_API_KEY=… npx tsx samples/providers/gemini.ts`. */
import { GoogleGenAI } from '@google/genai';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { GEMINI_API_KEY: apiKey = '', MODEL: model = 'gemini-3-pro-preview' } = process.env;
const { outcome, text, toolsUsed, error } = await runTools({
  client: new GoogleGenAI({ apiKey }),
  model,
  messages: [{ role: 'user', parts: [{ text: question }] }],
  registry,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
