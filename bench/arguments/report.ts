/** A run as Markdown, and its parts as docs/performance.md quotes them. */
import type { CaseName, ColdTools, ContenderName, Kind, Results } from './results.js';
import { aimsOf, costThroughCall, costThroughInput, met, speedOf, type Target, targetsOf } from './targets.js';

const shapes: Record<CaseName, string> = {
  flat: 'flat object',
  email: 'flat object with an e-mail address',
  order: 'order with 10 lines',
  items: '1000 items',
};
const shapeNames = Object.keys(shapes) as CaseName[];
const refusals: Record<Exclude<Kind, 'accepted'>, string> = {
  type: 'wrong type',
  rule: 'outside a rule',
  key: 'unknown key',
};
const refusalNames = Object.keys(refusals) as (keyof typeof refusals)[];

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');

/** Three digits that count, with M or k for millions or thousands. */
function speed(value: number): string {
  if (Number.isNaN(value)) return 'none';
  const [divisor, unit] = value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, ''];
  return `${digits(value / divisor)}${unit}`;
}

/** Three digits that count, without an exponent. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return value >= 100 || value === 0 ? value.toFixed(0) : value.toFixed(Math.min(5, Math.max(0, 2 - Math.floor(Math.log10(value)))));
}

const toAjv = (results: Results, shape: CaseName, kind: Kind, name: ContenderName): string => {
  const own = speedOf(results, shape, kind, name);
  return Number.isNaN(own) ? 'none' : `${speed(own)} (${digits(own / speedOf(results, shape, kind, 'Ajv'))})`;
};

const names = ({ contenders }: Results): ContenderName[] => contenders.map(({ name }) => name);

function machine({ machine: { node, cpu, cores, memory, date }, rounds, window, quick }: Results): string {
  const how = `medians of ${rounds} interleaved rounds of ${window} ms each, in one process`;
  return `Node ${node}, ${cores} x ${cpu}, ${memory} GiB, ${date}; ${how}${quick ? '; a quick run, whose numbers say little' : ''}.`;
}

function targetRow(target: Target): string[] {
  const bound = target.least === undefined ? `at most ${target.most}` : `at least ${target.least}`;
  const where = target.at === undefined ? '' : ` (worst: ${target.at})`;
  return [target.says, bound, `${digits(target.measured)}${where}`, met(target) ? 'met' : '**not met**'];
}

const targets = (results: Results): string =>
  table(['target', 'bound', 'measured', ''], [...targetsOf(results).map(targetRow), ...aimsOf(results).map(aimRow)]);

const aimRow = (aim: Target): string[] => targetRow({ ...aim, says: `aim: ${aim.says}` });

const accepted = (results: Results): string =>
  table(
    ['operations a second (ratio to Ajv)', ...shapeNames.map((shape) => shapes[shape])],
    names(results).map((name) => [name, ...shapeNames.map((shape) => toAjv(results, shape, 'accepted', name))]),
  );

const refused = (results: Results): string =>
  shapeNames
    .map((shape) =>
      table(
        [`${shapes[shape]}: operations a second (ratio to Ajv)`, ...refusalNames.map((kind) => refusals[kind])],
        names(results).map((name) => [name, ...refusalNames.map((kind) => toAjv(results, shape, kind, name))]),
      ),
    )
    .join('\n\n');

const refusedCost = (results: Results): string =>
  table(
    [
      'cost of a refused value, in accepted ones',
      ...refusalNames.flatMap((kind) => [`${refusals[kind]}, \`tool.input\``, '`registry.call`']),
    ],
    shapeNames.map((shape) => [
      shapes[shape],
      ...refusalNames.flatMap((kind) => [digits(costThroughInput(results, shape, kind)), digits(costThroughCall(results, shape, kind))]),
    ]),
  );

const crowd = (results: Results): string =>
  table(
    ['', 'operations a second', `with ${results.crowdSize} more decorated classes`, 'after / before'],
    results.crowd.map(({ case: shape, contender, before, after }) => [
      `${contender}, ${shapes[shape]}`,
      speed(before),
      speed(after),
      digits(after / before),
    ]),
  );

const calls = ({ overhead: { direct, validated, registry }, calls: rows }: Results): string =>
  table(
    ['', 'a second', 'microseconds each'],
    [
      ['the method itself, `add(a, b)`', speed(direct), digits(1e6 / direct)],
      ['its arguments checked, `tool.input`', speed(validated), digits(1e6 / validated)],
      ['`registry.call`', speed(registry), digits(1e6 / registry)],
      ...rows
        .filter(({ kind }) => kind === 'accepted')
        .map((row) => [`\`registry.call\`, ${shapes[row.case]}`, speed(row.speed), digits(1e6 / row.speed)]),
    ],
  );

const milliseconds = (value: number): string => value.toFixed(1);
const coldRow = (name: string, { total, load, register, firstCall, ajvLoaded }: ColdTools): string[] => [
  name,
  ...[total, load, register, firstCall].map(milliseconds),
  ajvLoaded ? 'loaded at start' : 'loaded when needed',
];

const cold = ({ cold: { runs, empty, ajvImport, ajvImportAndCompile, one, thousand } }: Results): string =>
  [
    table(
      ['milliseconds', 'start to first checked result', 'of that: Node and all modules', '`register`', 'first call', 'Ajv'],
      [coldRow('1 tool', one), coldRow('1000 tools', thousand)],
    ),
    [
      `Medians of ${runs} fresh processes each.`,
      `An empty module: ${milliseconds(empty)} ms; \`import 'ajv'\`: ${milliseconds(ajvImport)} ms, with one schema compiled ${milliseconds(ajvImportAndCompile)} ms.`,
      `Registration of 1000 tools / \`import 'ajv'\`: ${digits(thousand.register / ajvImport)}; with the compile: ${digits(thousand.register / ajvImportAndCompile)}.`,
      `Start with 1000 tools / with one: ${digits(thousand.total / one.total)}.`,
    ].join(' '),
  ].join('\n\n');

const contenders = (results: Results): string =>
  results.contenders
    .map(
      ({ name, version, does, absent }) =>
        `* **${name}**${version ? ` ${version}` : ''}: ${absent === undefined ? does : `did not run: ${absent}`}.`,
    )
    .join('\n');

/** The parts of the report by name. */
export const sections: Readonly<Record<string, (results: Results) => string>> = {
  machine,
  targets,
  accepted,
  refused,
  'refused-cost': refusedCost,
  classes: crowd,
  calls,
  cold,
  contenders,
};

const titles: Readonly<Record<string, string>> = {
  targets: 'Targets',
  accepted: 'Accepted values',
  refused: 'Refused values',
  'refused-cost': 'What a refusal costs toolmark',
  classes: 'Independent of how many decorated classes the process holds',
  calls: 'Calls',
  cold: 'Cold start',
  contenders: 'Who does what',
};

export function render(results: Results): string {
  const parts = Object.entries(sections).map(([name, part]) =>
    [...(titles[name] ? [`## ${titles[name]}`] : []), part(results)].join('\n\n'),
  );
  return `# Checking arguments\n\n${parts.join('\n\n')}\n`;
}

/**
 * A page with each quotation, `<!-- quoted: NAME -->` to `<!-- end of quotation -->`, made anew.
 * @throws Error for a name that is no part of the report
 */
export function quote(page: string, results: Results): string {
  return page.replace(/<!-- quoted: (\S+) -->[\s\S]*?<!-- end of quotation -->/g, (_, name: string) => {
    const part = sections[name];
    if (!part) throw new Error(`the report has no part named ${name}`);
    return `<!-- quoted: ${name} -->\n${part(results)}\n<!-- end of quotation -->`;
  });
}
