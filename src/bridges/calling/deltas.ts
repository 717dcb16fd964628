/** Pieces of a streamed answer that most bridges find in a chunk: none where there is nothing to tell. */
import type { Delta } from './stream.js';
import type { Usage } from './usage.js';

export const textDelta = (text: string | null | undefined): Delta[] => (text ? [{ type: 'text', text }] : []);

/** What was told before is part of it. */
export const usageDelta = (usage: Usage | undefined): Delta[] => (usage ? [{ type: 'usage', usage, isTotal: true }] : []);

/** The last call may lack its arguments. */
export const cutOffDelta = (isCutOff: boolean): Delta[] => (isCutOff ? [{ type: 'cut-off' }] : []);
