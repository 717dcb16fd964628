/** A run as Markdown. */
import { medianOf, type Results, type Row, rows } from './results.js';
import { targetsOf, verdictOf } from './targets.js';

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], body: readonly (readonly string[])[]): string =>
  [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');

const names = Object.keys(rows) as Row[];

/** Microseconds, with three digits that count. */
function time(value: number): string {
  if (Number.isNaN(value)) return '';
  if (value >= 1000) return `${digits(value / 1000)} ms`;
  return `${digits(value)} µs`;
}

const digits = (value: number): string => (Number.isNaN(value) ? 'none' : value >= 100 ? value.toFixed(0) : value.toPrecision(3));

function machine({ machine: { node, cpu, cores, memory, date }, rounds, window, quick, took }: Results): string {
  const how = `medians of ${rounds} interleaved rounds of ${window} ms each, all in one process; the first row in a new process each time`;
  const note = quick ? '; a quick run, whose numbers say little' : '';
  return `Node ${node}, ${cores} x ${cpu}, ${memory} GiB, ${date}; ${how}; ${Math.round(took / 60)} minutes in all${note}.`;
}

const targets = (results: Results): string =>
  table(
    ['row', 'bridge', 'fastest peer', 'times as fast', 'in most rounds', ''],
    targetsOf(results).map((target, index) => [
      index % 4 === 0 ? rows[target.row] : '',
      target.ours,
      target.peer,
      digits(target.measured),
      target.rounds.map(digits).join(' to '),
      verdictOf(target) === 'not met' ? '**not met**' : verdictOf(target),
    ]),
  );

function times({ contenders, times: found, failures }: Results): string {
  const body = contenders.map(({ name, role, version }) => {
    const mark = role === 'ours' ? `**${name}**` : `${name} ${version}`;
    return [mark + (role === 'unchecked' ? ' (checks nothing)' : ''), ...names.map((row) => time(medianOf(found[row]?.[name])))];
  });
  const missing = Object.entries(failures).map(([name, reason]) => `\n\n${name} was not measured: ${reason.split('\n')[0] ?? ''}`);
  return table(['', ...names], body) + missing.join('');
}

const how = (): string =>
  [
    'The hundred tools and the one that is called are said once as JSON Schema and once as zod, and the two refuse the same. `zod` is how each framework documents its tools; with JSON Schema, AI SDK and OpenAI Agents check nothing, so that those stand outside the targets.',
    'Declaring goes from what the author says to the tools as they leave for the provider, by the functions of the framework itself; what it does not export is written out.',
    'One call goes from the text that the model wrote to the text that the model reads, by the shortest way that the framework has. The text of a call is parsed within the time, for APIs whose SDK hands over objects as well.',
    'A conversation is `generateText`, `Runner.run`, `runTools`, and for LangChain, whose core has no loop, the loop by hand. Its model is a script that calls, reads and answers.',
    'Before anything is measured each contender must declare all properties of all tools, answer the call right, and refuse six wrong ones.',
  ].join('\n');

const legend = (): string => names.map((row) => `* **${row}**: ${rows[row]}`).join('\n');

export function render(results: Results): string {
  return `# Bridges to function calling

${machine(results)}

## Targets

Our fastest bridge in each row, against the fastest peer that checks as much; then our tools in each framework, against that framework's own. Even: which of the two is faster changes from round to round.

${targets(results)}

## Times

${legend()}

${times(results)}

## How

${how()}
`;
}
