/** A run as Markdown. */
import { bound, ours } from './contenders.js';
import { concurrencies } from './measure.js';
import type { CallRow, Part, Results } from './results.js';
import { growthOf, listSpeedOf, met, speedOf, type Target, targetsOf } from './targets.js';

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** Three digits that count, without an exponent. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  const size = Math.abs(value);
  return size >= 100 || size === 0 ? value.toFixed(0) : value.toFixed(Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(size)))));
}

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

function machine({ machine: { node, cpu, cores, memory, date }, rounds, window, quick, took }: Results): string {
  const how = `medians of ${rounds} interleaved rounds of ${window} ms each, every server in a process of its own`;
  const note = quick ? '; a quick run, whose numbers say little' : '';
  return `Node ${node}, ${cores} x ${cpu}, ${memory} GiB, ${date}; ${how}; ${Math.round(took / 60)} minutes in all${note}.`;
}

function targetRow(target: Target): string[] {
  const limit = target.least === undefined ? `at most ${target.most}` : `at least ${target.least}`;
  const where = target.at === undefined ? '' : ` (worst: ${target.at})`;
  return [target.says, limit, `${digits(target.measured)}${where}`, met(target) ? 'met' : '**not met**'];
}

const targets = (results: Results): string => table(['target', 'bound', 'measured', ''], targetsOf(results).map(targetRow));

/** A row for each contender: what was measured, or why there is nothing. */
function rowsOf(
  { contenders, failures }: Results,
  part: Part,
  width: number,
  cellsOf: (name: string) => readonly string[] | undefined,
): string[][] {
  return contenders.map(({ name, absent }) => {
    const reason = absent ?? failures[part][name] ?? failures.calls[name] ?? 'it was not measured';
    const cells = cellsOf(name) ?? [`none: ${brief(reason)}`];
    return [name, ...cells, ...Array.from({ length: width - cells.length }, () => '')];
  });
}

const brief = (reason: string): string => (reason.split('\n')[0] ?? '').replaceAll('|', '\\|').slice(0, 160);

function callTable(results: Results, concurrency: number): string {
  const rows = rowsOf(results, 'calls', 5, (name) => {
    const row = results.calls.find((one) => one.contender === name && one.concurrency === concurrency);
    if (!row) return undefined;
    const toBound = row.perSecond / speedOf(results, bound, concurrency);
    return [row.perSecond, toBound, row.p50 / 1000, row.p99 / 1000, row.cpu].map(digits);
  });
  return table([`${concurrency} at once`, 'calls a second', 'to the bound', 'p50, ms', 'p99, ms', 'CPU a call, µs'], rows);
}

const calls = (results: Results): string => concurrencies.map((concurrency) => callTable(results, concurrency)).join('\n\n');

function memory(results: Results): string {
  const rows = rowsOf(results, 'memory', 5, (name) => {
    const row = results.memory.find(({ contender }) => contender === name);
    if (!row) return undefined;
    const grown = [growthOf(row, 'rss'), growthOf(row, 'heap')].map((value) => value.toFixed(1));
    return [megabytes(row.warm.rss), megabytes(row.after.rss), ...grown, String(row.calls)];
  });
  const head = ['RSS after warm-up', 'RSS after the calls', 'RSS, growth per 100,000 calls', 'heap, growth per 100,000 calls', 'calls'];
  return table(['MiB, all garbage collected', ...head], rows);
}

function lists(results: Results): string {
  const rows = rowsOf(results, 'lists', 6, (name) => {
    const row = results.lists.find(({ contender }) => contender === name);
    if (!row) return undefined;
    const ahead = listSpeedOf(results, ours.stateless) / row.perSecond;
    return [...[row.perSecond, ahead, row.p50 / 1000, row.p99 / 1000, row.cpu / 1000].map(digits), String(Math.round(row.bytes / 1024))];
  });
  const head = ['a second', 'toolmark, stateless / this', 'p50, ms', 'p99, ms', 'CPU each, ms', 'KiB'];
  return table([`tools/list, ${results.listSize} tools, one at a time`, ...head], rows);
}

const who = ({ contenders, failures }: Results): string =>
  contenders
    .map(({ name, version, does, absent }) => {
      const failure = absent ?? failures.calls[name];
      const what = [...(does ? [does] : []), ...(failure === undefined ? [] : [`did not run: ${failure.replaceAll(/\s+/g, ' ')}`])];
      return `* **${name}**${version ? ` ${version}` : ''}: ${what.join('; ')}.`;
    })
    .join('\n');

/** Whether the load, and not the server, could have been what was measured. */
function loadOf(rows: readonly CallRow[]): string {
  const fastest = rows.filter(({ contender }) => contender === bound).sort((a, b) => b.perSecond - a.perSecond)[0];
  if (!fastest) return 'whose cost was not measured';
  const { load, cpu, perSecond, concurrency } = fastest;
  const share = digits((load * perSecond) / 10_000);
  return `which spends ${digits(load)} µs on a call where the bound is fastest (${concurrency} at once) and spends ${digits(cpu)} µs: it works ${share} % of the time`;
}

const how = ({ calls: rows }: Results): string =>
  [
    'Every server has the same tool: six flat fields with rules (pattern, lengths, ranges, a set), and an object of four fields as its result, with an output schema.',
    'The load comes over loopback connections that are kept alive, one request under way on each; stateful servers have a session for each connection.',
    `The load has a process of its own too, ${loadOf(rows)}.`,
    'Before a server is measured a call against the rules must be refused; in each round the first answer is read and compared, and so is every later one that is not of the same status and length.',
    'A tools/list of contenders without sessions makes its server anew for each request, with all tools.',
  ].join('\n');

const sections: readonly (readonly [string, (results: Results) => string])[] = [
  ['', machine],
  ['Targets', targets],
  ['How', how],
  ['Calls', calls],
  ['Memory', memory],
  ['Listing many tools', lists],
  ['Who does what', who],
];

export function render(results: Results): string {
  const parts = sections.map(([title, part]) => `${title ? `## ${title}\n\n` : ''}${part(results)}`);
  return `# MCP over HTTP\n\n${parts.join('\n\n')}\n`;
}
