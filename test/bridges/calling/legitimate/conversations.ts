/** Conversations that are legal, by API: each kind of message, item and part that there is. */
const chatCall = { id: 'x', type: 'function', function: { name: 'add', arguments: '{}' } };
const data = 'aGk=';

export const conversations: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'openai-chat': [
    [{ role: 'developer', content: 'x' }],
    [{ role: 'system', content: [{ type: 'text', text: 'x' }] }],
    [
      {
        role: 'user',
        name: 'n',
        content: [
          { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'input_audio', input_audio: { data, format: 'wav' } },
          { type: 'file', file: { file_id: 'x' } },
          { type: 'video_url', video_url: { url: 'x' } },
        ],
      },
    ],
    [
      { role: 'assistant', content: null, tool_calls: [chatCall] },
      { role: 'tool', tool_call_id: 'x', content: [{ type: 'text', text: 'x' }] },
    ],
    [
      { role: 'assistant', content: null, function_call: { name: 'add', arguments: '{}' } },
      { role: 'function', name: 'add', content: 'x' },
    ],
    [{ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }],
    [{ role: 'assistant', audio: { id: 'x' } }],
    [{ role: 'assistant', content: 'x', reasoning_content: 'y', reasoning_details: [{ type: 'reasoning.text' }], prefix: true }],
    [{ role: 'user', content: 'x', parts: undefined }],
  ],
  'openai-responses': [
    [
      { role: 'user', content: 'x' },
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'x' }] },
    ],
    [
      { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'x' },
      { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'x', annotations: [] }] },
    ],
    [{ id: 'msg_1' }, { type: 'item_reference', id: 'x' }, { type: null, id: 'x' }],
    [
      { type: 'function_call', call_id: 'x', name: 'add', arguments: '{}' },
      { type: 'function_call_output', call_id: 'x', output: [{ type: 'input_text', text: 'x' }] },
    ],
    [
      { type: 'compaction', encrypted_content: 'x' },
      { type: 'mcp_approval_response', approval_request_id: 'x', approve: true },
      { type: 'computer_call_output', call_id: 'x', output: { type: 'computer_screenshot' } },
      { type: 'image_generation_call', id: 'x', result: data, status: 'completed' },
      { type: 'custom_tool_call_output', call_id: 'x', output: 'x' },
    ],
  ],
  anthropic: [
    [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'prefill' },
    ],
    [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'document', source: { type: 'text', data } }] }],
      },
    ],
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'x', signature: 's' },
          { type: 'redacted_thinking', data },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
          { type: 'mcp_tool_use', id: 'm', name: 'x', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'm', content: [] },
          { type: 'container_upload', file_id: 'f' },
        ],
      },
    ],
    [{ id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn' }],
  ],
  gemini: [
    ['Hi'],
    ['Hi', { text: 'you' }, { inlineData: { mimeType: 'image/png', data } }],
    [{ parts: [{ text: 'Hi' }] }],
    [{ role: 'user', parts: [{ fileData: { fileUri: 'x', mimeType: 'x' } }] }],
    [{ role: 'model', parts: [{ executableCode: { code: 'x' } }, { text: 't', thought: true, thoughtSignature: 's' }] }],
    [{ role: 'function', parts: [{ functionResponse: { name: 'add', response: {}, parts: [{ inlineData: {} }] } }] }],
  ],
  bedrock: [
    [{ role: 'user', content: [{ text: 'x' }, { cachePoint: { type: 'default' } }, { guardContent: { text: { text: 'x' } } }] }],
    [
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'x', signature: 's' } } },
          { toolUse: { toolUseId: 'x', name: 'add', input: {}, type: 'server_tool_use' } },
          { citationsContent: { content: [] } },
        ],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [{ json: {} }], status: 'success' } }] },
    ],
  ],
  mistral: [
    [
      { role: 'user', content: [{ type: 'image_url', imageUrl: 'x' }] },
      { role: 'assistant', content: 'x', prefix: true },
    ],
    [{ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'x' }] }] }],
  ],
  cohere: [
    [
      { role: 'assistant', toolPlan: 'x', toolCalls: [chatCall] },
      { role: 'tool', toolCallId: 'x', content: [{ type: 'document', document: { data: { a: 1 }, id: 'd' } }] },
    ],
    [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }], citations: [] }],
  ],
  ollama: [
    [{ role: 'user', content: 'x', images: [data] }],
    [
      { role: 'assistant', content: '', thinking: 'x', tool_calls: [{ function: { name: 'add', arguments: {} } }] },
      { role: 'tool', tool_name: 'add', content: 'x' },
    ],
  ],
  text: [[{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }], [{ role: 'developer', content: 'x' }]],
};
