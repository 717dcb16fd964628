/** Pieces of a streamed answer that most bridges find in a chunk: none where there is nothing to tell. */
import { textIn } from './chat.js';
import type { RawCall } from './shapes.js';
import type { CallDelta, Delta } from './stream.js';
import type { Usage } from './usage.js';

/** Of a text, or of a list of parts, which some servers stream too. */
export function textDelta(content: unknown): Delta[] {
  const text = textIn(content);
  return text === '' ? [] : [{ type: 'text', text }];
}

/** A call, or a piece of one. Arguments that are neither text nor an object are refused when all of it has come. */
export const callDelta = ({ args, ...call }: RawCall, more: Pick<CallDelta, 'key' | 'isWhole'> = {}): Delta => ({
  type: 'call',
  ...more,
  ...call,
  args: args as CallDelta['args'],
});

/** What was told before is part of it. */
export const usageDelta = (usage: Usage | undefined): Delta[] => (usage ? [{ type: 'usage', usage, isTotal: true }] : []);

/** The last call may lack its arguments. */
export const cutOffDelta = (isCutOff: boolean): Delta[] => (isCutOff ? [{ type: 'cut-off' }] : []);
