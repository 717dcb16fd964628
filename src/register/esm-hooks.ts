/** The load hook for ES modules; runs in node's hooks thread, over what tsx and others made of the source. */
import type { InitializeHook, LoadHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { injectCommonJs, injectEsm } from './inject.js';
import type { Plan } from './plan.js';

// The hooks thread has one life and one plan; node offers no other place to keep it.
const plans: Plan[] = [];

export const initialize: InitializeHook<Plan> = (plan) => void plans.push(plan);

export const load: LoadHook = async (url, context, nextLoad) => {
  const result = await nextLoad(url, context);
  if (!url.startsWith('file:') || result.source === null || result.source === undefined) return result;
  const file = fileURLToPath(url.replace(/[?#].*$/, ''));
  const own = plans.find((plan) => Object.hasOwn(plan, file))?.[file];
  if (!own) return result;
  const source = typeof result.source === 'string' ? result.source : Buffer.from(result.source as Uint8Array).toString('utf8');
  if (result.format === 'module') return { ...result, source: injectEsm(source, own, url) };
  return result.format === 'commonjs' ? { ...result, source: injectCommonJs(source, own) } : result;
};
