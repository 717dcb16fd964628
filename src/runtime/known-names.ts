/** Refuses names that are none: a misspelt `auth` would serve an open server. */
import { ToolError } from '../errors.js';
import { nearest } from '../schema/words.js';

export interface Naming {
  /** Who was given the object, for the message. */
  place: string;
  /** Where the object stands, as `sessions.`; nothing at the root. */
  within?: string;
  /** Characters; a longer name is not shown, because it may be a secret in the wrong place. */
  longest?: number;
  /** What to do instead, in a sentence, for names that are known from elsewhere. */
  mends?: Readonly<Record<string, string>>;
}

/** @throws ToolError INVALID_DEFINITION for a name that is not known, with the nearest one and all of them */
export function refuseUnknown(given: object, known: readonly string[], { place, within = '', longest = Infinity, mends }: Naming): void {
  const foreign = Object.keys(given).find((name) => !known.includes(name));
  if (foreign === undefined) return;
  const shown = foreign.length > longest ? 'a name was given that is no option' : `there is no option '${within}${foreign}'`;
  const mend = mends && Object.hasOwn(mends, foreign) ? mends[foreign] : undefined;
  throw new ToolError(
    'INVALID_DEFINITION',
    `${place}: ${shown}. ${mend ?? `${meantBy(foreign, known, within)}Known are ${known.join(', ')}.`}`,
  );
}

/** How many are told of those that there are. */
const mostTold = 12;

/**
 * What may have been meant, and what there is, in sentences that follow "Unknown tool: …".
 * @param plural what they are; where it is absent the others are not told
 */
export function meantInstead(name: string, known: readonly string[], plural?: string): string {
  const close = nearest(name, known);
  const meant = close === undefined ? '' : ` Did you mean '${close}'?`;
  if (plural === undefined || known.length === 0) return meant;
  return `${meant} Known ${plural}: ${known.slice(0, mostTold).join(', ')}${known.length > mostTold ? ', …' : ''}.`;
}

function meantBy(foreign: string, known: readonly string[], within: string): string {
  const meant = nearest(foreign, known);
  return meant === undefined ? '' : `Did you mean '${within}${meant}'? `;
}
