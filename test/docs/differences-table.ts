/** The tables of docs/guide/differences.md, and what holds them true. `npx tsx test/docs/differences-table.ts` writes them into the guide. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Known bugs by the id that tests cite -> where they are reported. */
const bugs = {
  B11: 'typestack/class-validator#1060',
  B12: 'typestack/class-transformer#306',
  B15: 'typestack/class-validator#614',
  B17: 'nestjs/nest#16050',
  B18: 'earendil-works/pi#786',
} as const;

/** One field of a class `Dto`, one call, and what comes of it. */
export interface Row {
  bug?: keyof typeof bugs;
  /** Declarations before the class. */
  before?: readonly string[];
  /** Members of the class. */
  field: string;
  /** The arguments as JSON. */
  args: string;
  /** What to show of the object that arrives, as an expression over `dto`. */
  show?: string;
  /** class-validator's `validateSync` is asked, or options of class-transformer and class-validator are set. */
  sync?: true;
  implicit?: true;
  whitelist?: true;
  /** Outcome of `plainToInstance` and `validate`. */
  bare: string;
  /** Outcome of `registry.call`. */
  ours: string;
}

export interface Group {
  title: string;
  why: string;
  rows: readonly Row[];
}

const passes = (shown?: string): string => (shown === undefined ? 'passes' : `passes: ${shown}`);
const refuses = 'refuses';
const way = 'enum Way { Up = 1, Down }';
const point = 'class Point { @IsNumber() x!: number }';

export const groups: readonly Group[] = [
  {
    title: 'The type counts first',
    why: 'class-validator knows no types: a field is what its decorators say, and no decorator says it all. Here the JSON Schema of the types is checked before any rule runs, so a rule only ever sees a value of the declared type.',
    rows: [
      { bug: 'B11', before: [way], field: '@IsEnum(Way) way!: Way', args: '{"way":"Up"}', bare: passes(), ours: refuses },
      { field: '@IsString() name!: string; age!: number', args: '{"name":"a","age":"x"}', bare: passes(), ours: refuses },
      { field: '@IsObject() at!: { x: number }', args: '{"at":{"y":1}}', bare: passes(), ours: refuses },
      { field: '@IsArray() tags!: string[]', args: '{"tags":[1]}', bare: passes(), ours: refuses },
      {
        field: '@IsOptional() @IsString() nick?: string',
        args: '{"nick":null}',
        show: 'dto.nick',
        bare: passes('null'),
        ours: passes('undefined'),
      },
      {
        field: '@IsOptional() @IsString() nick?: string | null',
        args: '{"nick":null}',
        show: 'dto.nick',
        bare: passes('null'),
        ours: passes('null'),
      },
    ],
  },
  {
    title: 'Nested classes',
    why: 'The build step knows the class of each field, at any depth, so neither `@Type` nor `@ValidateNested` is needed, and a list is no substitute for an object.',
    rows: [
      {
        bug: 'B15',
        before: [point],
        field: '@ValidateNested() at!: Point',
        args: '{"at":{"x":1}}',
        show: 'dto.at instanceof Point',
        bare: refuses,
        ours: passes('true'),
      },
      { bug: 'B15', before: [point], field: '@IsObject() at!: Point', args: '{"at":{"x":"1px"}}', bare: passes(), ours: refuses },
      {
        before: [point],
        field: '@ValidateNested() @Type(() => Point) at!: Point',
        args: '{"at":[{"x":1}]}',
        bare: passes(),
        ours: refuses,
      },
      { before: [point], field: '@ValidateNested() @Type(() => Point) at!: Point', args: '{"at":[[[]]]}', bare: passes(), ours: refuses },
      { before: [point], field: '@ValidateNested() @Type(() => Point) at!: Point', args: '{}', bare: passes(), ours: refuses },
    ],
  },
  {
    title: 'Dates and other built-ins',
    why: 'The text is checked before anything is made of it. A rule may speak of what arrives or of its JSON form.',
    rows: [
      {
        field: '@IsDate() @Type(() => Date) on!: Date',
        args: '{"on":"2020-02-30T00:00:00Z"}',
        show: 'dto.on.toISOString()',
        bare: passes('"2020-03-01T00:00:00.000Z"'),
        ours: refuses,
      },
      {
        field: '@IsDate() @Type(() => Date) on!: Date',
        args: '{"on":true}',
        show: 'dto.on.toISOString()',
        bare: passes('"1970-01-01T00:00:00.001Z"'),
        ours: refuses,
      },
      { field: '@IsDateString() @Type(() => Date) on!: Date', args: '{"on":"2024-02-29T00:00:00Z"}', bare: refuses, ours: passes() },
    ],
  },
  {
    title: 'Nothing is converted by guess',
    why: "class-transformer's implicit conversion calls `Boolean`, `Number` and `String`; it is never on here. Arguments that do not fit are repaired only where nothing is lost, each repair is reported, and the caller's object stays as it was.",
    rows: [
      {
        bug: 'B12',
        implicit: true,
        field: '@IsBoolean() archived!: boolean',
        args: '{"archived":"false"}',
        show: 'dto.archived',
        bare: passes('true'),
        ours: passes('false'),
      },
      { bug: 'B12', implicit: true, field: '@IsNumber() n!: number', args: '{"n":""}', show: 'dto.n', bare: passes('0'), ours: refuses },
      {
        implicit: true,
        field: '@IsString() name!: string',
        args: '{"name":{}}',
        show: 'dto.name',
        bare: passes('"[object Object]"'),
        ours: refuses,
      },
      { bug: 'B18', field: '@IsNumber() limit!: number', args: '{"limit":"5"}', show: 'dto.limit', bare: refuses, ours: passes('5') },
      {
        field: '@IsString({ each: true }) tags!: string[]',
        args: '{"tags":"a"}',
        show: 'dto.tags',
        bare: passes('"a"'),
        ours: passes('["a"]'),
      },
    ],
  },
  {
    title: 'Keys that nobody declared',
    why: 'Unknown keys are refused by name, so that a model can mend its call; class-validator keeps them or, with `whitelist`, drops them in silence, and every field without a decorator with them. Keys that lead to a prototype never become keys of what a method gets.',
    rows: [
      {
        field: '@IsString() name!: string',
        args: '{"name":"a","nmae":"b"}',
        show: 'Object.keys(dto)',
        bare: passes('["name","nmae"]'),
        ours: refuses,
      },
      {
        whitelist: true,
        field: '@IsString() name!: string',
        args: '{"name":"a","nmae":"b"}',
        show: 'Object.keys(dto)',
        bare: passes('["name"]'),
        ours: refuses,
      },
      {
        whitelist: true,
        field: '@IsString() name!: string; note!: string',
        args: '{"name":"a","note":"b"}',
        show: 'dto.note',
        bare: passes('undefined'),
        ours: passes('"b"'),
      },
      {
        bug: 'B17',
        field: '@IsObject() meta!: Record<string, unknown>',
        args: '{"meta":{"constructor":{"prototype":{"admin":true}}}}',
        show: 'Object.keys(dto.meta)',
        bare: 'throws TypeError',
        ours: passes('[]'),
      },
      { bug: 'B17', field: '@IsString() name!: string', args: '{"name":"a","__proto__":{"x":1}}', bare: passes(), ours: refuses },
    ],
  },
  {
    title: 'Rules that fail, and rules that wait',
    why: 'A rule that throws refuses the value. What a rule gives is awaited, declared `async` or not; only a tool that has such a rule cannot be called by `callSync`. A custom rule runs at most once a call and value: not at all when the schema refuses, and not again when the refusal is worded.',
    rows: [
      { field: '@IsNumber({ maxDecimalPlaces: 2 }) price!: number', args: '{"price":1e-7}', bare: 'throws TypeError', ours: refuses },
      {
        sync: true,
        before: ["const free = { validate: async (value: unknown) => value !== 'taken' };"],
        field: "@ValidateBy({ name: 'free', validator: free }) name!: string",
        args: '{"name":"taken"}',
        bare: passes(),
        ours: refuses,
      },
      {
        before: ['let runs = 0;', "const once = { validate: (value: unknown) => ++runs < 2 && value !== '' };"],
        field: "@ValidateBy({ name: 'once', validator: once }) name!: string",
        args: '{"name":"a"}',
        bare: passes(),
        ours: passes(),
      },
    ],
  },
  {
    title: 'One contract with the schema',
    why: 'What is advertised is what is enforced, so where a keyword is stricter than the decorator, the keyword holds. A field whose initial value breaks its own rules is advertised as required.',
    rows: [
      { field: '@MaxLength(1) icon!: string', args: '{"icon":"☂️"}', bare: passes(), ours: refuses },
      { field: '@Matches(/^..$/) letters!: string', args: '{"letters":"😀"}', bare: passes(), ours: refuses },
      { field: '@IsEmail() mail!: string', args: '{"mail":"jörg@example.com"}', bare: passes(), ours: refuses },
    ],
  },
];

export const guidePath = path.resolve('docs/guide/differences.md');
export const markers = { start: '<!-- differences: made by test/docs/differences-table.ts -->', end: '<!-- end of differences -->' };

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

const reported = (issue: string): string => `[${issue.replace(/^[^/]+\//, '')}](https://github.com/${issue.replace('#', '/issues/')})`;

function told({ bug, before = [], field, args, show, sync, implicit, whitelist, bare, ours }: Row): string {
  const options = [sync && '`validateSync`', implicit && '`enableImplicitConversion`', whitelist && '`whitelist`']
    .filter(Boolean)
    .join(', ');
  const declared = [...before, field].map(code).join('<br>');
  const alone = options === '' ? bare : `${bare} (${options})`;
  return `| ${declared} | ${code(args)} | ${show === undefined ? '' : code(show)} | ${alone} | ${ours} | ${bug ? reported(bugs[bug]) : ''} |`;
}

/** What the guide says between the markers. */
export function differenceTables(): string {
  const head = [
    '| field of `Dto` | arguments | seen | class-validator alone | toolmark | reported |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  return groups.map(({ title, why, rows }) => [`## ${title}`, '', why, '', ...head, ...rows.map(told)].join('\n')).join('\n\n');
}

function writeGuide(): void {
  const text = readFileSync(guidePath, 'utf8');
  const [before = ''] = text.split(markers.start);
  const after = text.split(markers.end)[1] ?? '';
  writeFileSync(guidePath, `${before}${markers.start}\n\n${differenceTables()}\n\n${markers.end}${after}`);
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href.endsWith('differences-table.ts')) writeGuide();
