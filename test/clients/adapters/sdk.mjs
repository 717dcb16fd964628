// What the clients of both lines of MCP's SDK have in common.

const textsOf = (content) => content.filter((part) => part.type === 'text').map((part) => part.text);

export const sdkAdapter = (client) => ({
  tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
  call: async (name, args) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    return { text: textsOf(content).join('\n'), isError: isError === true };
  },
  resource: async (uri) => (await client.readResource({ uri })).contents.map((one) => one.text ?? one.blob).join('\n'),
  prompt: async (name, args) => textsOf((await client.getPrompt({ name, arguments: args })).messages.map((one) => one.content)).join('\n'),
  complete: async (ref, argument) => (await client.complete({ ref, argument })).completion.values,
  version: () => client.getNegotiatedProtocolVersion?.(),
  asksPeople: true,
  asksModels: true,
  close: () => client.close(),
});
