/** A question by the OpenAI Agents SDK: `OPENAI_API_KEY=… npx tsx openai-agents.ts`. */
import { Agent, run } from '@openai/agents';
import { openaiAgents } from 'toolmark/openai-agents';
import { question, registry } from '../samples/registry.js';

const agent = new Agent({
  name: 'atlas',
  model: process.env['MODEL'] ?? 'gpt-5.4',
  tools: await openaiAgents.toTools(registry),
});
// A call of a tool that is not there would end the run otherwise.
const { finalOutput, newItems } = await run(agent, question, { toolNotFoundBehavior: 'return_error_to_model' });
const used = newItems.flatMap((item) =>
  item.type === 'tool_call_item' && item.rawItem.type === 'function_call' ? [item.rawItem.name] : [],
);
console.log(`${used.join(', ')}: ${finalOutput}`);
