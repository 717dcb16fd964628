/** A tool whose argument clients of 2026-07-28 repeat as the HTTP header `Mcp-Param-Region`. */
import { Tool } from 'toolmark';

export const headerTool = new Tool({
  name: 'test_parameter_header',
  description: 'Takes a region, which clients repeat as a header.',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
    required: ['region'],
    additionalProperties: false,
  },
  handler: ({ region }) => `Region: ${String(region)}`,
});
