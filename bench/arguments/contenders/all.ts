/** The contenders that run here, in the order of the tables, and why others do not. */
import type { ContenderName } from '../results.js';
import { ajvAlone } from './ajv.js';
import { arktype } from './arktype.js';
import { byHand } from './by-hand.js';
import { classValidator } from './class-validator.js';
import type { Contender } from './contender.js';
import { toolmark, toolmarkSchema } from './toolmark.js';
import { typebox } from './typebox.js';
import { valibot } from './valibot.js';
import { cases, kinds, valuesOf } from './values.js';
import { zod } from './zod.js';

/** A contender that needs a transform of the compiler, loaded so that the others run when it failed. */
async function typia(): Promise<Contender | string> {
  try {
    return (await import('./typia.js')).typiaEquals;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}

export interface Field {
  contenders: Contender[];
  absent: { name: ContenderName; does: string; absent: string }[];
}

export async function field(): Promise<Field> {
  const found = await typia();
  const absent = typeof found === 'string' ? [{ name: 'typia' as const, does: 'did not run', absent: found }] : [];
  const present = typeof found === 'string' ? [] : [found];
  return { contenders: [toolmark, toolmarkSchema, ajvAlone, byHand, ...present, typebox, zod, valibot, arktype, classValidator], absent };
}

/** @throws Error when a contender takes what it should refuse, or refuses what it should take: then its speed says nothing */
export function assertVerdicts(contenders: readonly Contender[]): void {
  const wrong: string[] = [];
  for (const { name, checks, accepts } of contenders) {
    for (const shape of cases) {
      for (const kind of kinds) {
        const expected = kind === 'accepted';
        const bad = valuesOf(shape, kind).find((value) => accepts(checks[shape](value)) !== expected);
        if (bad) wrong.push(`${name} ${expected ? 'refuses' : 'accepts'} ${shape}/${kind}: ${JSON.stringify(bad).slice(0, 300)}`);
      }
    }
  }
  if (wrong.length > 0) throw new Error(`the contenders do not agree:\n${wrong.join('\n')}`);
}
