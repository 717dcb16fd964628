import assert from 'node:assert/strict';
import type { ConverseStreamOutput, Message, ToolResultBlock } from '@aws-sdk/client-bedrock-runtime';
import { bedrock, bedrockDriver } from '../../src/bridges/bedrock.js';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { ToolCallResults } from '../../src/bridges/calling/results.js';
import { Tool, type ToolDefinition } from '../../src/index.js';
import { png } from './calling/matrix/tools.js';

type Json = Record<string, unknown>;

const definition = (name: string): ToolDefinition => ({
  name,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
});

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);

describe('Bedrock Converse', () => {
  describe('declarations', () => {
    it('strict only when asked for; the schema stands under json', () => {
      assert.deepEqual(plain(bedrock.toTools([definition('a')])), [
        {
          toolSpec: { name: 'a', inputSchema: { json: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } } },
        },
      ]);
      const [strict] = bedrock.toTools([definition('a')], { strict: true });
      assert.equal(strict?.toolSpec?.strict, true);
    });

    it('what is to be cached ends with a point', () => {
      assert.deepEqual(bedrock.toTools([definition('a')], { cache: '1h' }).at(-1), { cachePoint: { type: 'default', ttl: '1h' } });
      assert.deepEqual(bedrock.toTools([], { cache: true }), []);
    });

    it('[DPT-184] it has no search', () => {
      const warnings: string[] = [];
      bedrock.toTools([definition('a')], { defer: ['a'], toolSearch: true, onWarning: (one) => void warnings.push(one) });
      assert.equal(warnings.length, 1);
    });
  });

  describe('results', () => {
    const blockOf = (result: object, id = 'c1'): ToolResultBlock => {
      const calls = ToolCalls.from([{ id, name: 'a', args: {} }]);
      const [message] = bedrock.toMessages(calls, ToolCallResults.from([{ callId: id, name: 'a', value: null, content: [], ...result }]));
      assert.equal(message?.role, 'user');
      return message.content?.[0]?.toolResult as ToolResultBlock;
    };

    it('text, JSON, nothing, and a failure', () => {
      const content = [{ type: 'text', text: 'ok' }];
      assert.deepEqual(blockOf({ content }), { toolUseId: 'c1', status: 'success', content: [{ text: 'ok' }] });
      assert.deepEqual(blockOf({ content, isError: true }), { toolUseId: 'c1', status: 'error', content: [{ text: 'ok' }] });
      const structuredContent = { x: 1 };
      const json = [{ type: 'text', text: '{"x":1}' }];
      assert.deepEqual(blockOf({ content: json, structuredContent }).content, [{ json: { x: 1 } }]);
      assert.deepEqual(blockOf({ content, structuredContent }).content, [{ text: 'ok' }]);
      assert.deepEqual(blockOf({}).content, [{ text: '(no output)' }]);
      assert.deepEqual(blockOf({ content: [{ type: 'text', text: ' ' }] }).content, [{ text: '(no output)' }]);
    });

    it('[R-10] images, documents and videos as bytes; sounds in words', () => {
      const { content } = blockOf({
        content: [
          { type: 'text', text: 'See:' },
          { type: 'image', data: png, mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///a/q3_report.v2.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' } },
          { type: 'resource', resource: { uri: 'file:///a/clip.mp4', mimeType: 'video/mp4', blob: 'AAAA' } },
          { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        ],
      });
      assert.deepEqual(
        content?.map((block) => Object.keys(block)),
        [['text'], ['image'], ['document'], ['video'], ['text']],
      );
      assert.deepEqual(content[1]?.image, { format: 'png', source: { bytes: Buffer.from(png, 'base64') } });
      assert.equal(content[2]?.document?.name, 'q3 report v2 pdf');
      assert.equal(content[3]?.video?.format, 'mp4');
      assert.equal(content[4]?.text, '[audio: audio/wav, 3 bytes]');
    });

    it('ids of others are made legal, the same on both sides', () => {
      const calls = ToolCalls.from([{ id: `call:${'x'.repeat(80)}`, name: 'a', args: {} }]);
      const [said, answered] = bedrock.replay(calls, ToolCallResults.fromCallsAndValues(calls, ['ok']));
      const id = said?.content?.[0]?.toolUse?.toolUseId;
      assert.match(id ?? '', /^[a-zA-Z0-9_-]{1,64}$/);
      assert.equal(answered?.content?.[0]?.toolResult?.toolUseId, id);
    });
  });

  describe('streams', () => {
    const start = (contentBlockIndex: number, toolUseId: string, name: string): ConverseStreamOutput => ({
      contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
    });
    const input = (contentBlockIndex: number, text: string): ConverseStreamOutput => ({
      contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input: text } } },
    });
    const stop = (contentBlockIndex: number): ConverseStreamOutput => ({ contentBlockStop: { contentBlockIndex } });
    const text = (contentBlockIndex: number, piece: string): ConverseStreamOutput => ({
      contentBlockDelta: { contentBlockIndex, delta: { text: piece } },
    });

    it('interleaved calls, one without arguments; thoughts go back with what vouches for them', () => {
      const accumulation = bedrock.accumulate();
      const chunks: ConverseStreamOutput[] = [
        { messageStart: { role: 'assistant' } },
        { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { text: 'Hm.' } } } },
        { contentBlockDelta: { contentBlockIndex: 0, delta: { reasoningContent: { signature: 'sig' } } } },
        stop(0),
        text(1, 'Let '),
        text(1, 'me.'),
        stop(1),
        start(2, 'a', 'one'),
        start(3, 'b', 'two'),
        input(3, '{"y":'),
        input(2, '{"x":"Zü'),
        input(3, '2}'),
        input(2, 'rich"}'),
        stop(3),
        stop(2),
        start(4, 'c', 'three'),
        stop(4),
        { messageStop: { stopReason: 'tool_use' } },
        { metadata: { usage: { inputTokens: 7, outputTokens: 9, totalTokens: 16 }, metrics: { latencyMs: 1 } } },
      ];
      for (const chunk of chunks) accumulation.push(chunk);
      assert.deepEqual(told(accumulation.calls()), [
        ['a', 'one', { x: 'Zürich' }],
        ['b', 'two', { y: 2 }],
        ['c', 'three', {}],
      ]);
      assert.equal(accumulation.text, 'Let me.');
      assert.deepEqual(accumulation.usage, { inputTokens: 7, outputTokens: 9, totalTokens: 16 });
      assert.deepEqual(accumulation.message(), {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'sig' } } },
          { text: 'Let me.' },
          { toolUse: { toolUseId: 'a', name: 'one', input: { x: 'Zürich' } } },
          { toolUse: { toolUseId: 'b', name: 'two', input: { y: 2 } } },
          { toolUse: { toolUseId: 'c', name: 'three', input: {} } },
        ],
      });
    });

    it('[R-16] what was cut off is refused, and goes back as an empty object', () => {
      const accumulation = bedrock.accumulate();
      for (const chunk of [start(0, 'a', 'one'), input(0, '{"x": "Zü')]) accumulation.push(chunk);
      assert.equal(accumulation.incomplete().length, 1);
      assert.equal(typeof accumulation.calls()[0]?.args, 'string');
      assert.deepEqual(accumulation.message().content, [{ toolUse: { toolUseId: 'a', name: 'one', input: {} } }]);
    });

    it('calls of tools that the service runs are not ours', () => {
      const message: Message = {
        role: 'assistant',
        content: [{ toolUse: { toolUseId: 's', name: 'search', input: {}, type: 'server_tool_use' } }],
      };
      assert.equal(bedrock.parseCalls({ output: { message } }).length, 0);
    });
  });

  it('[DSPY-84] calls without ids get some, in the message and in the results', async () => {
    const sent: { messages: Message[] }[] = [];
    const blocks = [{ text: 'So:' }, { toolUse: { name: 'a', input: {} } }, { toolUse: { name: 'a', input: {} } }];
    const client = {
      send: async (command: object) => {
        sent.push((command as { input: { messages: Message[] } }).input);
        return { output: { message: { role: 'assistant', content: sent.length === 1 ? blocks : [{ text: 'Done.' }] } } };
      },
    };
    const messages: Message[] = [{ role: 'user', content: [{ text: 'Go.' }] }];
    const tools = [new Tool({ name: 'a', handler: () => 'x' })];
    const ran = await runTools({ client: bedrockDriver(client), model: 'm', messages, tools });
    assert.deepEqual([ran.outcome, ran.error], ['done', undefined]);
    const [, said, answered] = sent[1]?.messages ?? [];
    const ids = ['call_0_0', 'call_0_1'];
    assert.deepEqual(
      said?.content?.map(({ toolUse }) => toolUse?.toolUseId),
      [undefined, ...ids],
    );
    assert.deepEqual(
      answered?.content?.map(({ toolResult }) => toolResult?.toolUseId),
      ids,
    );
  });

  describe('[DPT-243] no calls', () => {
    const answers = { output: { message: { role: 'assistant', content: [{ text: 'Done.' }] } } };
    const send = async (messages: Message[]): Promise<Json> => {
      const sent: { input: Json }[] = [];
      const client = { send: async (command: object) => (sent.push(command as { input: Json }), answers) };
      const tools = [new Tool({ name: 'a', handler: () => 'x' })];
      const ran = await runTools({ client: bedrockDriver(client), model: 'm', messages, tools, toolChoice: 'none' });
      assert.deepEqual([ran.outcome, ran.error, ran.text], ['done', undefined, 'Done.']);
      return sent[0]?.input ?? {};
    };

    it('by hand there is a warning', () => {
      const warnings: string[] = [];
      assert.deepEqual(bedrock.toToolChoice('none', [definition('a')], { onWarning: (one) => void warnings.push(one) }), {});
      assert.equal(warnings.length, 1);
    });

    it('the tools are left out, as there is no such choice', async () => {
      assert.equal('toolConfig' in (await send([{ role: 'user', content: [{ text: 'Go.' }] }])), false);
    });

    it('a conversation that has calls must declare a tool: one that does nothing', async () => {
      const calls = ToolCalls.from([{ id: 'c', name: 'a', args: {} }]);
      const turn = bedrock.replay(calls, ToolCallResults.fromCallsAndValues(calls, ['ok']));
      const { toolConfig } = (await send([{ role: 'user', content: [{ text: 'Go.' }] }, ...turn])) as {
        toolConfig: { tools: { toolSpec: { name: string } }[] };
      };
      assert.deepEqual(
        toolConfig.tools.map(({ toolSpec }) => toolSpec.name),
        ['no_tool'],
      );
    });
  });
});
