/** A question by a model on this machine: `ollama pull qwen3`, then `npx tsx samples/providers/ollama.ts`. */
import { Ollama } from 'ollama';
import { runTools } from 'toolmark/calling';
import { question, registry } from './registry.js';

const { OLLAMA_HOST: host = 'http://127.0.0.1:11434', MODEL: model = 'qwen3' } = process.env;
const { outcome, text, toolsUsed, error } = await runTools({
  client: new Ollama({ host }),
  model,
  messages: [{ role: 'user', content: question }],
  registry,
});
if (outcome === 'error') throw error;
console.log(`${toolsUsed.map(({ name }) => name).join(', ')}: ${text}`);
