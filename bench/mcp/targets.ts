/** The targets of this benchmark, each decided from the numbers of a run. */
import { bare, bareStateful, bound, ours } from './contenders.js';
import { concurrencies } from './measure.js';
import type { MemoryRow, Mode, Results } from './results.js';
import type { Target } from '../target.js';

export { met, type Target } from '../target.js';

/** Requests a second; NaN for what did not run. */
export const speedOf = ({ calls }: Results, contender: string, concurrency: number): number =>
  calls.find((row) => row.contender === contender && row.concurrency === concurrency)?.perSecond ?? Number.NaN;

export const listSpeedOf = ({ lists }: Results, contender: string): number =>
  lists.find((row) => row.contender === contender)?.perSecond ?? Number.NaN;

/** MiB that the resident set, or the heap in use, has grown by in 100,000 calls. */
export const growthOf = ({ warm, after, calls }: MemoryRow, of: 'rss' | 'heap'): number =>
  ((after[of] - warm[of]) / 2 ** 20) * (100_000 / calls);

type Found = Pick<Target, 'measured' | 'at'>;

/** The smallest, or the largest, of what was found; a missing number wins. */
function worst(found: readonly Found[], by: 'least' | 'most'): Found {
  const better = (a: Found, b: Found): boolean => (by === 'least' ? a.measured > b.measured : a.measured < b.measured);
  const missing = found.find(({ measured }) => Number.isNaN(measured));
  return missing ?? found.reduce((kept, one) => (better(kept, one) ? one : kept));
}

const present = (values: readonly number[]): number[] => values.filter((value) => !Number.isNaN(value));
/** The fastest of several that ran; NaN when none did. */
const fastest = (values: readonly number[]): number => (present(values).length > 0 ? Math.max(...present(values)) : Number.NaN);

/** Ours against the fastest of some others, at the load where it looks worst. */
const ratio =
  (mode: Mode, least: number, says: string, others: readonly string[]) =>
  (results: Results): Target => {
    const found = concurrencies.map((concurrency) => ({
      measured: speedOf(results, ours[mode], concurrency) / fastest(others.map((other) => speedOf(results, other, concurrency))),
      at: `${concurrency} at once`,
    }));
    return { says: `${mode}: ${least} x ${says}`, ...worst(found, 'least'), least };
  };

function growth({ memory }: Results): Target {
  const found = Object.values(ours).map((name) => {
    const row = memory.find(({ contender }) => contender === name);
    return { measured: row ? growthOf(row, 'rss') : Number.NaN, at: name };
  });
  return { says: 'growth of RSS in 100,000 calls after warm-up, MiB', ...worst(found, 'most'), most: 2 };
}

function listing(results: Results): Target {
  const bareLists = [bare, ...bareStateful.filter((name) => name.includes('McpServer'))].map((name) => listSpeedOf(results, name));
  const found = Object.values(ours).map((name) => ({ measured: listSpeedOf(results, name) / fastest(bareLists), at: name }));
  return { says: `tools/list of ${results.listSize} tools: 10 x the fastest of SDK v1 McpServer`, ...worst(found, 'least'), least: 10 };
}

const table: readonly ((results: Results) => Target)[] = [
  ratio('stateless', 4, bare, [bare]),
  ratio('modern', 4, bare, [bare]),
  ratio('stateless', 0.35, 'the bound', [bound]),
  ratio('modern', 0.35, 'the bound', [bound]),
  ratio('stateful', 1.5, 'the fastest of SDK v1, stateful', bareStateful),
  growth,
  listing,
];

export const targetsOf = (results: Results): Target[] => table.map((target) => target(results));
