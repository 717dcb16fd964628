/** What resources and prompts have in common: they give something, and take no rest parameter. */
import type { CheckContext, FinishedMethod } from '../marked.js';

export function checkGives({ contract, owner, lineage }: FinishedMethod, kind: string, { report }: CheckContext): void {
  const [declaration] = lineage;
  if (contract?.void) report('TM1045', declaration?.type ?? declaration?.name, kind, owner);
}

export function checkNoRest({ rest, owner }: FinishedMethod, kind: string, { report }: CheckContext): void {
  if (rest) report('TM1044', rest, kind, owner);
}
