/** One streamed answer of Anthropic: events by block index. */
import type Anthropic from '@anthropic-ai/sdk';
import { objectArguments } from '../calling/arguments.js';
import { byIndex } from '../calling/blocks.js';
import type { AnswerStream } from '../calling/define.js';
import { cutOffDelta, textDelta, usageDelta } from '../calling/deltas.js';
import type { RawCall } from '../calling/shapes.js';
import type { Delta } from '../calling/stream.js';
import { assistantContent, isCutOff, usageIn } from './answer.js';
import type { AnthropicTypes } from './types.js';

type Chunk = Anthropic.RawMessageStreamEvent;
type Block = Anthropic.ContentBlock;
type BlockDelta = Anthropic.RawContentBlockDelta;
type Of<T, K extends string> = Extract<T, { type: K }>;

/** What each kind of delta adds to a block that is no call. */
const growths: { readonly [K in BlockDelta['type']]?: (block: Block, delta: Of<BlockDelta, K>) => void } = {
  text_delta: (block, { text }) => {
    if (block.type === 'text') block.text += text;
  },
  thinking_delta: (block, { thinking }) => {
    if (block.type === 'thinking') block.thinking += thinking;
  },
  signature_delta: (block, { signature }) => {
    if (block.type === 'thinking') block.signature = signature;
  },
  citations_delta: (block, { citation }) => {
    if (block.type === 'text') block.citations = [...(block.citations ?? []), citation];
  },
};

export class AnthropicStream implements AnswerStream<AnthropicTypes> {
  /** As they came; some proxies give two of them one index. */
  readonly #blocks: [index: number, block: Block][] = [];
  /** Text of the input of tools that Anthropic runs. */
  readonly #inputs = new Map<Block, string>();
  #usage: Partial<Anthropic.Usage | Anthropic.MessageDeltaUsage> = {};

  deltas(chunk: Chunk): readonly Delta[] {
    if (chunk.type === 'message_start') return this.#count(chunk.message.usage);
    if (chunk.type === 'message_delta') return [...this.#cutOff(chunk.delta), ...this.#count(chunk.usage)];
    if (chunk.type === 'content_block_start') return this.#start(chunk);
    if (chunk.type === 'content_block_delta') return this.#grow(chunk);
    if (chunk.type !== 'content_block_stop') return [];
    return this.#at(chunk.index)?.type === 'tool_use' ? [{ type: 'call-end', key: chunk.index }] : [];
  }

  message({ calls }: { calls: readonly RawCall[] }): Anthropic.MessageParam {
    const left = [...calls];
    const blocks = byIndex(this.#blocks).map(([, block]) => this.#whole(block, left));
    return { role: 'assistant', content: assistantContent(blocks) };
  }

  #at(index: number): Block | undefined {
    return this.#blocks.findLast(([one]) => one === index)?.[1];
  }

  /** Calls stand in the order of their blocks. */
  #whole(block: Block, left: RawCall[]): Block {
    if (block.type === 'tool_use') return { ...block, input: objectArguments(left.shift()?.args) };
    const input = this.#inputs.get(block);
    return block.type === 'server_tool_use' && input !== undefined ? { ...block, input: objectArguments(input) } : block;
  }

  #start({ index, content_block: block }: Of<Chunk, 'content_block_start'>): readonly Delta[] {
    this.#blocks.push([index, { ...block }]);
    if (block.type === 'text') return textDelta(block.text);
    if (block.type !== 'tool_use') return [];
    return [{ type: 'call', key: index, id: block.id, name: block.name, args: block.input as object }];
  }

  #grow({ index, delta }: Of<Chunk, 'content_block_delta'>): readonly Delta[] {
    const block = this.#at(index);
    if (delta.type === 'input_json_delta') {
      if (block?.type === 'tool_use') return [{ type: 'call', key: index, args: delta.partial_json }];
      if (block) this.#inputs.set(block, (this.#inputs.get(block) ?? '') + delta.partial_json);
      return [];
    }
    if (block) (growths[delta.type] as ((block: Block, delta: BlockDelta) => void) | undefined)?.(block, delta);
    return delta.type === 'text_delta' ? textDelta(delta.text) : [];
  }

  /** Only the last block is incomplete then, whatever it is. */
  #cutOff({ stop_reason: reason }: Anthropic.RawMessageDeltaEvent.Delta): readonly Delta[] {
    const [, last] = this.#blocks.at(-1) ?? [];
    return cutOffDelta(isCutOff(reason) && last?.type === 'tool_use');
  }

  /** The end tells totals; what it leaves out was told at the start. */
  #count(usage: Anthropic.Usage | Anthropic.MessageDeltaUsage): readonly Delta[] {
    const told = Object.entries(usage ?? {}).filter(([, count]) => count !== null);
    this.#usage = { ...this.#usage, ...Object.fromEntries(told) };
    return usageDelta(usageIn(this.#usage));
  }
}
