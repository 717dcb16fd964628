/**
 * The targets of this benchmark: in each row our fastest bridge is as fast as the fastest peer that checks as much, and our tools in a
 * framework are as fast as that framework's own.
 */
import { type Results, type Row, rows } from './results.js';

export interface Target {
  row: Row;
  ours: string;
  peer: string;
  /** How many times as fast as the peer. */
  measured: number;
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
    .map(({ name }): [string, number] => [name, times[row]?.[name] ?? Number.NaN])
    .filter(([, time]) => !Number.isNaN(time))
    .sort(([, one], [, other]) => one - other);
  return found[0] ?? ['none', Number.NaN];
}

export const targetsOf = (results: Results): Target[] =>
  (Object.keys(rows) as Row[]).flatMap((row) =>
    Object.entries({ 'toolmark/': '', ...frameworks }).map(([own, framework]): Target => {
      const [ours, time] = fastest(results, row, 'ours', own);
      const [peer, theirs] = fastest(results, row, 'peer', framework);
      return { row, ours, peer, measured: theirs / time };
    }),
  );
