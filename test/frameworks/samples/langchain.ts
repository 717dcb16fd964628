/** A question by LangChain and LangGraph: `OPENAI_API_KEY=… npx tsx langchain.ts`. */
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { langchain } from 'toolmark/langchain';
import { question, registry } from './registry.js';

const llm = new ChatOpenAI({
  model: process.env['MODEL'] ?? 'gpt-5.4',
  configuration: { baseURL: process.env['OPENAI_BASE_URL'] },
});
const agent = createReactAgent({ llm, tools: await langchain.toTools(registry) });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] });
const used = messages.flatMap((message) => (message.getType() === 'tool' ? [message.name] : []));
console.log(`${used.join(', ')}: ${messages.at(-1)?.text}`);
