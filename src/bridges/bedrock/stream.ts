/** One streamed answer of Converse: events by `contentBlockIndex`. */
import type { ContentBlock, ContentBlockDelta, Message, ReasoningContentBlockDelta } from '@aws-sdk/client-bedrock-runtime';
import { byIndex } from '../calling/blocks.js';
import type { AnswerStream } from '../calling/define.js';
import { cutOffDelta, textDelta, usageDelta } from '../calling/deltas.js';
import type { RawCall } from '../calling/shapes.js';
import type { Delta } from '../calling/stream.js';
import { assistantContent, isCutOff, usageIn } from './answer.js';
import { callBlock } from './blocks.js';
import type { BedrockTypes } from './types.js';

interface Draft {
  text: string;
  /** Text of what the model thought, and what vouches for it. */
  reasoning?: { text: string; signature?: string };
  redacted?: Uint8Array[];
  isCall: boolean;
}

export class BedrockStream implements AnswerStream<BedrockTypes> {
  readonly #drafts = new Map<number, Draft>();

  deltas({
    contentBlockStart: start,
    contentBlockDelta: event,
    contentBlockStop: stop,
    messageStop: end,
    metadata,
  }: BedrockTypes['chunk']): readonly Delta[] {
    if (start?.start?.toolUse) {
      const { toolUseId, name } = start.start.toolUse;
      const index = start.contentBlockIndex ?? this.#drafts.size;
      this.#draft(index).isCall = true;
      return [{ type: 'call', key: index, ...(toolUseId !== undefined && { id: toolUseId }), ...(name !== undefined && { name }) }];
    }
    if (event?.delta) return this.#grow(event.contentBlockIndex ?? Math.max(0, this.#drafts.size - 1), event.delta);
    if (stop) {
      const index = stop.contentBlockIndex ?? Math.max(0, this.#drafts.size - 1);
      return this.#drafts.get(index)?.isCall ? [{ type: 'call-end', key: index }] : [];
    }
    if (end) return cutOffDelta(isCutOff(end.stopReason) && [...this.#drafts.values()].at(-1)?.isCall === true);
    return usageDelta(usageIn(metadata?.usage));
  }

  message({ calls }: { calls: readonly RawCall[] }): Message {
    const left = [...calls];
    const blocks = byIndex(this.#drafts).flatMap(([, draft]): ContentBlock[] => {
      if (!draft.isCall) return blocksOf(draft);
      const call = left.shift();
      return call ? [callBlock(call)] : [];
    });
    return { role: 'assistant', content: assistantContent(blocks) };
  }

  #grow(index: number, delta: ContentBlockDelta): readonly Delta[] {
    const draft = this.#draft(index);
    if (delta.toolUse) {
      draft.isCall = true;
      return [{ type: 'call', key: index, args: delta.toolUse.input ?? '' }];
    }
    if (delta.reasoningContent) addReasoning(draft, delta.reasoningContent);
    if (delta.text === undefined) return [];
    draft.text += delta.text;
    return textDelta(delta.text);
  }

  #draft(index: number): Draft {
    const draft = this.#drafts.get(index) ?? { text: '', isCall: false };
    this.#drafts.set(index, draft);
    return draft;
  }
}

function addReasoning(draft: Draft, { text, signature, redactedContent }: ReasoningContentBlockDelta): void {
  if (redactedContent) draft.redacted = [...(draft.redacted ?? []), redactedContent];
  if (text === undefined && signature === undefined) return;
  draft.reasoning ??= { text: '' };
  draft.reasoning.text += text ?? '';
  if (signature !== undefined) draft.reasoning.signature = signature;
}

function blocksOf({ text, reasoning, redacted }: Draft): ContentBlock[] {
  return [
    ...(reasoning ? [{ reasoningContent: { reasoningText: reasoning } }] : []),
    ...(redacted ? [{ reasoningContent: { redactedContent: new Uint8Array(Buffer.concat(redacted)) } }] : []),
    ...(text === '' ? [] : [{ text }]),
  ];
}
