/** Refuses names that are none: a misspelt `auth` would serve an open server. */
import { ToolError } from '../../errors.js';
import { nearest } from '../../schema/words.js';

interface Naming {
  /** Who was given the object, for the message. */
  place: string;
  /** Where the object stands, as `sessions.`; nothing at the root. */
  within?: string;
  /** Characters; a longer name is not shown, because it may be a secret in the wrong place. */
  longest?: number;
}

/** @throws ToolError INVALID_DEFINITION for a name that is not known, with the nearest one and all of them */
export function refuseUnknown(given: object, known: readonly string[], { place, within = '', longest = Infinity }: Naming): void {
  const foreign = Object.keys(given).find((name) => !known.includes(name));
  if (foreign === undefined) return;
  const shown = foreign.length > longest ? 'a name was given that is no option' : `there is no option '${within}${foreign}'`;
  const meant = nearest(foreign, known);
  const hint = meant === undefined ? '' : ` Did you mean '${within}${meant}'?`;
  throw new ToolError('INVALID_DEFINITION', `${place}: ${shown}.${hint} Known are ${known.join(', ')}.`);
}
