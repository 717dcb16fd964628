/**
 * The targets of this benchmark: in each row our fastest bridge is as fast as the fastest peer that checks as much, and our tools in a
 * framework are as fast as that framework's own.
 */
import { medianOf, type Results, type Row, rows } from './results.js';

export interface Target {
  row: Row;
  ours: string;
  peer: string;
  /** How many times as fast as the peer, by the medians. */
  measured: number;
  /** The least and the most in one round, without the round on either end. */
  rounds: readonly [least: number, most: number];
}

/** `even`: which of the two is faster changes from round to round. */
export function verdictOf({ measured, rounds: [least, most] }: Target): 'met' | 'even' | 'not met' {
  if (least <= 1 && most >= 1) return 'even';
  return measured >= 1 ? 'met' : 'not met';
}

function roundsOf({ times }: Results, row: Row, ours: string, peer: string): Target['rounds'] {
  const [mine = [], theirs = []] = [times[row]?.[ours], times[row]?.[peer]];
  const ratios = mine.map((time, round) => (theirs[round] ?? Number.NaN) / time).sort((one, other) => one - other);
  return [ratios[1] ?? Number.NaN, ratios.at(-2) ?? Number.NaN];
}

const frameworks: Readonly<Record<string, string>> = {
  'toolmark/ai-sdk': 'AI SDK',
  'toolmark/langchain': 'LangChain',
  'toolmark/openai-agents': 'OpenAI Agents',
};

/** The fastest of some contenders in a row. */
function fastest({ times, contenders }: Results, row: Row, role: 'ours' | 'peer', start = ''): [string, number] {
  const found = contenders
    .filter((one) => one.role === role && one.name.startsWith(start))
    .map(({ name }): [string, number] => [name, medianOf(times[row]?.[name])])
    .filter(([, time]) => !Number.isNaN(time))
    .sort(([, one], [, other]) => one - other);
  return found[0] ?? ['none', Number.NaN];
}

export const targetsOf = (results: Results): Target[] =>
  (Object.keys(rows) as Row[]).flatMap((row) =>
    Object.entries({ 'toolmark/': '', ...frameworks }).map(([own, framework]): Target => {
      const [ours, time] = fastest(results, row, 'ours', own);
      const [peer, theirs] = fastest(results, row, 'peer', framework);
      return { row, ours, peer, measured: theirs / time, rounds: roundsOf(results, row, ours, peer) };
    }),
  );
