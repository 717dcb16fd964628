import assert from 'node:assert/strict';
import { AIMessage, type ToolMessage } from '@langchain/core/messages';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { langchain } from 'toolmark/langchain';
import { kit } from '../bridges/frameworks/tools.js';

type Call = { id: string; name: string; args: Record<string, unknown> };

async function run(calls: Call[], options: object = {}): Promise<ToolMessage[]> {
  const node = new ToolNode(await langchain.toTools(kit().registry as never, options));
  const asked = new AIMessage({ content: '', tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' as const })) });
  const { messages } = (await node.invoke({ messages: [asked] })) as { messages: ToolMessage[] };
  return messages;
}

describe("LangGraph's ToolNode", () => {
  it('runs the calls of a turn; failures keep their status', async () => {
    const messages = await run([
      { id: 'a', name: 'weather', args: { city: 'Oslo' } },
      { id: 'b', name: 'fail', args: {} },
      { id: 'c', name: 'nothing', args: {} },
      { id: 'd', name: 'picture', args: {} },
    ]);
    assert.deepEqual(
      messages.map(({ tool_call_id }) => tool_call_id),
      ['a', 'b', 'c', 'd'],
    );
    assert.deepEqual([messages[0]?.status, messages[1]?.status, messages[3]?.status], ['success', 'error', 'success']);
    assert.deepEqual(messages[0]?.artifact, { city: 'Oslo', degrees: 21.5 });
    assert.equal(messages[1]?.content, '{"error":"The river is \\"closed\\"."}');
    // The node's own words.
    assert.match(JSON.stringify(messages[2]?.content), /nothing/);
    assert.equal(Array.isArray(messages[3]?.content), true);
  });

  it('leaves failures to the node where it is told to', async () => {
    const [message] = await run([{ id: 'b', name: 'fail', args: {} }], { onError: 'throw' });
    assert.match(JSON.stringify(message?.content), /^"Error: The river is \\"closed\\"\./);
  });
});
