/** TypeScript sources run by the built command and by `toolmark/register`, with and without settings, in both module systems. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, writeFiles } from '../build/support.js';

const bin = join(root, 'dist/esm/cli/main.js');

/** Tells what arrived: the classes of the order, of its lines in an array, and of what is nested deeper. */
const sources = (ending: string): Record<string, string> => ({
  'dto/part.ts': 'export class Part { name!: string; isPart(): boolean { return true; } }\n',
  'dto/order.ts': `import { Part } from './part${ending}';
export class Line { count!: number; part?: Part }
export class Order { due!: Date; lines!: Line[] }
`,
  'service.ts': `import { tool } from 'toolmark';
import { Line, type Order } from './dto/order${ending}';
import { Part } from './dto/part${ending}';
import * as orders from './dto/order${ending}';
export class Service {
  /** Looks at an order. */
  @tool() look(order: Order, note = 'none'): string[] {
    const [line] = order.lines;
    return [order instanceof orders.Order, line instanceof Line, line?.part instanceof Part, line?.part?.isPart(), order.due instanceof Date, note].map(String);
  }
}
/** Doubles a number. */
export const twice = tool(function twice(n: number): number { return 2 * n; });
`,
});

const settings = { compilerOptions: { target: 'ES2022', strict: true, experimentalDecorators: true, skipLibCheck: true, types: [] } };
const args = JSON.stringify({ order: { due: '2026-11-30T00:00:00Z', lines: [{ count: 1, part: { name: 'nut' } }] } });

/** The package as installed: dist is written by `npm run build`, which `npm test` runs first. */
function makeApp(type: 'module' | 'commonjs', withSettings: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-cli-'));
  const module = type === 'module' ? 'nodenext' : 'commonjs';
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'app', type }),
    'node_modules/.keep': '',
    ...(withSettings ? { 'tsconfig.json': JSON.stringify({ compilerOptions: { ...settings.compilerOptions, module } }) } : {}),
    // Without settings node's own rules hold, by which CommonJS sources need no ending.
    ...sources(type === 'module' ? '.js' : ''),
  });
  symlinkSync(root, join(folder, 'node_modules/toolmark'));
  symlinkSync(join(root, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
  return folder;
}

function run(folder: string, ...command: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

describe('TypeScript sources, run as they are', function () {
  this.timeout(60000);
  let folder = '';

  before(function () {
    // Without a build there is no package to install; `npm test` always builds first.
    if (!existsSync(bin) || !existsSync(join(root, 'dist/cjs/index.js'))) this.skip();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  for (const type of ['module', 'commonjs'] as const) {
    for (const withSettings of [true, false]) {
      it(`toolmark call: nested DTOs arrive as their classes; ${type}, ${withSettings ? 'with' : 'without'} a tsconfig`, () => {
        folder = makeApp(type, withSettings);
        const { status, out, err } = run(folder, bin, 'call', 'service.ts', 'look', '--args', args, '--json');
        assert.equal(status, 0, err + out);
        const { content } = JSON.parse(out) as { content: { text: string }[] };
        assert.deepEqual(JSON.parse(content[0]?.text ?? ''), ['true', 'true', 'true', 'true', 'true', 'none']);
      });
    }
  }

  it('toolmark list and call twice: the second process finds the first one’s build', () => {
    folder = makeApp('module', true);
    const listed = run(folder, bin, 'list', 'service.ts', '--json');
    assert.equal(listed.status, 0, listed.err);
    const tools = JSON.parse(listed.out) as { name: string; description: string; inputSchema: { required: string[] } }[];
    assert.deepEqual(
      tools.map((one) => [one.name, one.description, one.inputSchema.required]),
      [
        ['look', 'Looks at an order.', ['order']],
        ['twice', 'Doubles a number.', ['n']],
      ],
    );
    assert.ok(existsSync(join(folder, 'node_modules/.cache/toolmark')));
    const probe =
      "process.on('exit', () => process.stderr.write(Object.keys(require.cache).some((file) => /typescript[\\\\/]lib[\\\\/]typescript\\.js$/.test(file)) ? 'compiler' : 'none'));";
    writeFiles(folder, { 'probe.cjs': probe });
    const called = run(folder, '--require', './probe.cjs', bin, 'call', 'service.ts', 'twice', '--args', '{"n": 4}');
    assert.equal(called.status, 0, called.err);
    assert.match(called.out, /8/);
    assert.equal(called.err, 'none');
    const changed = { 'dto/part.ts': 'export class Part { title!: string }\n' };
    writeFiles(folder, changed);
    const refused = run(folder, bin, 'call', 'service.ts', 'look', '--args', args);
    assert.equal(refused.status, 1, refused.out);
    assert.match(refused.out + refused.err, /title/);
  });

  it('[GLLM-07] toolmark list and call: a tool by hand whose schemas are classes', () => {
    folder = makeApp('module', true);
    writeFiles(folder, {
      'tools.ts': `import { Tool } from 'toolmark';
import { Line, Order } from './dto/order.js';
export class Told { lines!: number; areLines!: boolean; due!: Date }
export const tell = new Tool({
  name: 'tell',
  inputSchema: Order,
  outputSchema: Told,
  handler: ({ lines, due }) => ({ lines: lines.length, areLines: lines.every((line) => line instanceof Line), due }),
});
`,
    });
    const listed = run(folder, bin, 'list', 'tools.ts', '--json');
    assert.equal(listed.status, 0, listed.err);
    const [tool] = JSON.parse(listed.out) as { inputSchema: { required: string[] }; outputSchema: { required: string[] } }[];
    assert.deepEqual(
      [tool?.inputSchema.required, tool?.outputSchema.required],
      [
        ['due', 'lines'],
        ['lines', 'areLines', 'due'],
      ],
    );
    const { order } = JSON.parse(args) as { order: object };
    const called = run(folder, bin, 'call', 'tools.ts', 'tell', '--args', JSON.stringify(order), '--json');
    assert.equal(called.status, 0, called.err + called.out);
    const { structuredContent } = JSON.parse(called.out) as { structuredContent: object };
    assert.deepEqual(structuredContent, { lines: 1, areLines: true, due: '2026-11-30T00:00:00.000Z' });
    const refused = run(folder, bin, 'call', 'tools.ts', 'tell', '--args', '{"due": "soon", "lines": []}');
    assert.equal(refused.status, 1, refused.out);
  });

  it('toolmark/register without a tsconfig reads what the program imports', () => {
    folder = makeApp('module', false);
    writeFiles(folder, {
      'main.ts': `import { ToolRegistry } from 'toolmark';
import { Service } from './service.js';
const registry = new ToolRegistry().register(new Service());
registry.call({ name: 'look', args: ${args} }).then((result) => console.log(JSON.stringify(result.value ?? result)));
`,
    });
    const { out, err, status } = run(folder, '--import', 'tsx', '--import', 'toolmark/register', 'main.ts');
    assert.equal(status, 0, err);
    assert.deepEqual(JSON.parse(out), ['true', 'true', 'true', 'true', 'true', 'none']);
  });
});
