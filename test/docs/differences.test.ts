/** docs/guide/differences.md: each row of its tables is run, by class-validator alone and by a registry. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import * as classValidator from 'class-validator';
import { ToolRegistry } from '../../src/index.js';
import { type Load, programOf } from '../e2e/no-drift/program.js';
import { differenceTables, groups, guidePath, markers, type Row } from './differences-table.js';

const rows = groups.flatMap(({ rows: list }) => list);
const nameOf = (row: Row): string => `row${rows.indexOf(row)}`;

/** The row as a module: its class, and a function that shows what arrived. */
function moduleOf({ before = [], field, show = 'undefined' }: Row): string {
  const body = [...before, field].join('\n');
  const used = [...new Set([...body.matchAll(/@(\w+)\(/g)].map(([, name]) => name ?? ''))].filter((name) => name in classValidator);
  return [
    `import { ${used.join(', ')} } from 'class-validator';`,
    "import { Type } from 'class-transformer';",
    ...before.map((line) => (line.startsWith('class') ? `export ${line}` : line)),
    `export class Dto { ${field} }`,
    'export const usesType = Type;',
    `export const show = (dto: Dto): unknown => ${show};`,
  ].join('\n');
}

function sources(): Record<string, string> {
  const names = rows.map(nameOf);
  const main = [
    "import { payload, tool } from 'toolmark';",
    ...names.map((name) => `import * as ${name} from './${name}';`),
    'export class Rows {',
    ...names.map((name) => `  @tool() ${name}(@payload() dto: ${name}.Dto): unknown { return dto; }`),
    '}',
  ];
  return { 'src/main.ts': main.join('\n'), ...Object.fromEntries(rows.map((row) => [`src/${nameOf(row)}.ts`, moduleOf(row)])) };
}

/** The exports of a row's module. */
interface Loaded {
  Dto: new () => object;
  show(dto: object): unknown;
}

const passed = ({ show }: Row, { show: shown }: Loaded, dto: object): string =>
  show === undefined ? 'passes' : `passes: ${JSON.stringify(shown(dto)) ?? 'undefined'}`;

async function bareVerdict(row: Row, loaded: Loaded): Promise<string> {
  const { sync, implicit = false, whitelist = false, args } = row;
  try {
    const dto = plainToInstance(loaded.Dto, JSON.parse(args) as object, { enableImplicitConversion: implicit });
    const errors = await (sync ? classValidator.validateSync : classValidator.validate)(dto, { whitelist });
    return errors.length > 0 ? 'refuses' : passed(row, loaded, dto);
  } catch (error) {
    return `throws ${(error as Error).name}`;
  }
}

async function ourVerdict(row: Row, registry: ToolRegistry, loaded: Loaded): Promise<string> {
  const args = JSON.parse(row.args) as Record<string, unknown>;
  const { isError, value, error } = await registry.call({ name: nameOf(row), args });
  assert.equal(JSON.stringify(args), JSON.stringify(JSON.parse(row.args)), "the caller's object is unchanged");
  if (isError) assert.equal(error?.code, 'INVALID_ARGUMENTS', error?.message);
  return isError ? 'refuses' : passed(row, loaded, value as object);
}

describe('docs/guide/differences.md', () => {
  let registry: ToolRegistry;
  let ours: Load;
  /** Modules of their own for class-validator, so that it sees the classes as they were written. */
  let bare: Load;

  before(() => {
    const { manifest, load, fresh } = programOf(sources());
    const { Rows } = load('main') as { Rows: new () => object };
    registry = new ToolRegistry({ manifest }).register(new Rows());
    ours = load;
    bare = fresh();
  });

  for (const { title, rows: list } of groups) {
    describe(title, () => {
      for (const row of list) {
        it(`${row.bug ? `[${row.bug}] ` : ''}${row.field} on ${row.args}`, async () => {
          assert.equal(await bareVerdict(row, bare(nameOf(row)) as unknown as Loaded), row.bare, 'class-validator alone');
          assert.equal(await ourVerdict(row, registry, ours(nameOf(row)) as unknown as Loaded), row.ours, 'toolmark');
        });
      }
    });
  }

  it('is in step with its table (npx tsx test/docs/differences-table.ts)', () => {
    const text = readFileSync(guidePath, 'utf8');
    const between = text.slice(text.indexOf(markers.start) + markers.start.length, text.indexOf(markers.end)).trim();
    assert.equal(between, differenceTables());
  });
});
