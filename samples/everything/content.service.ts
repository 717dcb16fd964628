/** Tools that answer with each kind of content. */
import { type ContentBlock, param, tool, Tool, ToolError, toolset } from 'toolmark';
import { redPixel, silence } from './fixtures.js';

const image: ContentBlock = { type: 'image', data: redPixel, mimeType: 'image/png' };

@toolset({ prefix: 'test_', annotations: { readOnlyHint: true } })
export class ContentService {
  /** Answers with one text. */
  @tool()
  simple_text(): string {
    return 'This is a simple text response for testing.';
  }

  /** Answers with an image. */
  @tool()
  image_content(): ContentBlock {
    return image;
  }

  /** Answers with a sound. */
  @tool()
  audio_content(): ContentBlock {
    return { type: 'audio', data: silence, mimeType: 'audio/wav' };
  }

  /** Answers with a resource inside the result. */
  @tool()
  embedded_resource(): ContentBlock {
    const text = 'This is an embedded resource content.';
    return { type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text } };
  }

  /** Answers with a text, an image and a resource. */
  @tool()
  multiple_content_types(): ContentBlock[] {
    const text = JSON.stringify({ test: 'data', value: 123 });
    return [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text } },
    ];
  }

  /**
   * Adds two numbers.
   * @param first one of them
   * @param second the other
   */
  @tool()
  sum(first: number, second: number): { sum: number } {
    return { sum: first + second };
  }

  /** Always fails, and tells why. */
  @tool()
  error_handling(): never {
    throw new ToolError('EXECUTION_FAILED', 'This tool intentionally returns an error for testing');
  }

  /**
   * Takes an argument that a client also sends as the header `Mcp-Param-Region`.
   * @param query what to look for
   */
  @tool()
  x_mcp_header(
    @param({ schema: { type: 'string', description: 'where to look', 'x-mcp-header': 'Region' } }) region: string,
    query = '',
  ): string {
    return `Looked for '${query}' in ${region}.`;
  }
}

/** A tool by hand: its schema was written elsewhere and is published as it stands. */
export const jsonSchemaTool = new Tool({
  name: 'json_schema_2020_12_tool',
  description: 'Takes arguments that use much of JSON Schema 2020-12.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // eslint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
  handler: (args) => `Called with ${JSON.stringify(args)}`,
});
