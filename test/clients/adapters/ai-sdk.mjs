// Vercel's AI SDK: MCP tools as tools of generateText.
import { createMCPClient, ElicitationRequestSchema } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

const textsOf = (content) => content.filter((part) => part.type === 'text').map((part) => part.text);

export const aiSdk = {
  name: '@ai-sdk/mcp',
  connect: async (target, answers) => {
    const client = await createMCPClient({
      transport: target.url
        ? { type: 'http', url: target.url }
        : new StdioTransport({ command: target.command, args: target.args, cwd: target.cwd, stderr: 'ignore' }),
      capabilities: { elicitation: {} },
    });
    client.onElicitationRequest(ElicitationRequestSchema, () => answers.elicitation);
    const tools = await client.tools();
    return {
      tools: async () => Object.keys(tools),
      call: async (name, args) => {
        const { content, isError } = await tools[name].execute(args, { toolCallId: '1', messages: [] });
        return { text: textsOf(content).join('\n'), isError: isError === true };
      },
      resource: async (uri) => (await client.readResource({ uri })).contents.map((one) => one.text ?? one.blob).join('\n'),
      prompt: async (name, args) =>
        textsOf((await client.experimental_getPrompt({ name, arguments: args })).messages.map((one) => one.content)).join('\n'),
      asksPeople: true,
      close: () => client.close(),
    };
  },
};
