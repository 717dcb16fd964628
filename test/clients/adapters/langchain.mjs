// LangChain's adapters: MCP tools as LangChain tools.
import { MultiServerMCPClient } from '@langchain/mcp-adapters';

export const langchain = {
  name: '@langchain/mcp-adapters',
  connect: async (target) => {
    const connection = target.url
      ? { transport: 'http', url: target.url }
      : { transport: 'stdio', command: target.command, args: target.args, cwd: target.cwd, stderr: 'ignore' };
    const client = new MultiServerMCPClient({
      mcpServers: { everything: connection },
      throwOnLoadError: true,
      useStandardContentBlocks: true,
    });
    const tools = await client.getTools();
    return {
      tools: async () => tools.map((tool) => tool.name),
      call: async (name, args) => {
        try {
          const result = await tools.find((tool) => tool.name === name).invoke(args);
          const text =
            typeof result === 'string'
              ? result
              : [result]
                  .flat()
                  .map((part) => part.text ?? '')
                  .join('\n');
          return { text, isError: false };
        } catch (error) {
          return { text: error.message, isError: true };
        }
      },
      // It takes apart what a schema puts together with allOf, if and else.
      readsPlainSchemas: true,
      resource: async (uri) => (await client.readResource('everything', uri)).map((one) => one.text ?? one.blob).join('\n'),
      close: () => client.close(),
    };
  },
};
