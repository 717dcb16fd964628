/** The target of this benchmark: in each row, each bridge of ours is at least as fast as the fastest peer that checks as much. */
import { type Results, type Row, rows } from './results.js';

export interface Target {
  row: Row;
  ours: string;
  peer: string;
  /** How many times as fast as the peer. */
  measured: number;
}

/** The fastest of some contenders in a row. */
function fastest({ times, contenders }: Results, row: Row, role: 'ours' | 'peer', slowest = false): [string, number] {
  const found = contenders
    .filter((one) => one.role === role)
    .map(({ name }): [string, number] => [name, times[row]?.[name] ?? Number.NaN])
    .filter(([, time]) => !Number.isNaN(time))
    .sort(([, one], [, other]) => one - other);
  return (slowest ? found.at(-1) : found[0]) ?? ['none', Number.NaN];
}

/** Our fastest bridge, and our slowest, each against the fastest peer. */
export const targetsOf = (results: Results): Target[] =>
  (Object.keys(rows) as Row[]).flatMap((row) => {
    const [peer, time] = fastest(results, row, 'peer');
    return [false, true].map((slowest): Target => {
      const [ours, own] = fastest(results, row, 'ours', slowest);
      return { row, ours, peer, measured: time / own };
    });
  });
