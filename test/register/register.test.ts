import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programIn, root, writeFiles } from '../build/support.js';

const app = (ending: string): Record<string, string> => ({
  'src/dto/item.ts': 'export class Item { id!: number }\n',
  'src/dto/order.ts': `import type { Item } from './item${ending}';\nexport class Order { items!: Item[] }\n`,
  'src/dto/guest.ts': 'export class Guest { name!: string }\n',
  'src/service.ts': `import { form, prompt, tool, type ToolContext } from 'toolmark';
import type { Order } from './dto/order${ending}';
import { Guest } from './dto/guest${ending}';
export const signUp = form<{ name: string }>();
export class Prompts {
  @prompt() async ask(context: ToolContext): Promise<string> { return (await context.elicit({ message: 'Who?', form: Guest })).action; }
}
export class Service { @tool() place(order: Order): number { return order.items.length; } }
export const twice = tool(function twice(n: number): number { return 2 * n; });
`,
  'src/app.ts': `import { Prompts, Service, signUp, twice } from './service${ending}';
import { Guest } from './dto/guest${ending}';
declare const globalThis: any;
declare const process: any;
const manifest = globalThis[Symbol.for('toolmark.ambientManifest')];
const names = [manifest.types.Order()?.name, manifest.types.Item()?.name];
const [order, item] = [import('./dto/order${ending}'), import('./dto/item${ending}')];
Promise.all([order, item]).then(([o, i]) => {
  const same = [manifest.classes[0].class() === Prompts, manifest.classes[1].class() === Service, manifest.functions[0].function() === twice, manifest.types.Order() === o.Order, manifest.types.Item() === i.Item, manifest.forms[0].form() === Guest, manifest.forms[1].form() === signUp];
  console.log(JSON.stringify({ names, same }));
});
`,
});

/** The package as installed: dist is written by `npm run build`, which `npm test` runs first. */
function makeApp(type: 'module' | 'commonjs'): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-register-'));
  const module = type === 'module' ? 'nodenext' : 'commonjs';
  const compilerOptions = {
    target: 'ES2022',
    module,
    strict: true,
    experimentalDecorators: true,
    outDir: 'dist',
    rootDir: 'src',
    skipLibCheck: true,
    types: [],
  };
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'app', type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    'node_modules/.keep': '',
    ...app(type === 'module' ? '.js' : ''),
  });
  symlinkSync(root, join(folder, 'node_modules/toolmark'));
  symlinkSync(join(root, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
  return folder;
}

function compile(folder: string): void {
  programIn(folder).emit();
}

/** Prints whether the compiler was loaded, as seen from inside. */
const probe =
  "process.on('exit', () => { if (process.moduleLoadList && Object.keys(require.cache).some((f) => /typescript[\\\\/]lib[\\\\/]typescript\\.js$/.test(f))) console.log('compiler'); });";

function run(folder: string, ...args: string[]): { stdout: string; stderr: string; status: number | null } {
  writeFileSync(join(folder, 'probe.cjs'), probe);
  return spawnSync(process.execPath, ['--require', './probe.cjs', ...args], { cwd: folder, encoding: 'utf8' });
}

describe('toolmark/register', function () {
  this.timeout(60000);
  const good = '{"names":["Order","Item"],"same":[true,true,true,true,true,true,true]}\n';

  before(function () {
    // Without a build there is no package to install; `npm test` always builds first.
    if (!existsSync(join(root, 'dist/esm/register/index.js')) || !existsSync(join(root, 'dist/cjs/index.js'))) this.skip();
  });

  for (const type of ['module', 'commonjs'] as const) {
    it(`binds service and nested DTO classes by identity in a ${type} project: tsx, compiled, and from the cache without the compiler`, () => {
      const folder = makeApp(type);
      const first = run(folder, '--import', 'tsx', '--import', 'toolmark/register', 'src/app.ts');
      assert.equal(first.stdout, `${good}compiler\n`, first.stderr);
      assert.equal(readdirSync(join(folder, 'node_modules/.cache/toolmark')).length, 1);
      const cached = run(folder, '--import', 'tsx', '--import', 'toolmark/register', 'src/app.ts');
      assert.equal(cached.stdout, good, cached.stderr);
      compile(folder);
      const compiled = run(folder, '--import', 'toolmark/register', 'dist/app.js');
      assert.equal(compiled.stdout, good, compiled.stderr);
      rmSync(folder, { recursive: true });
    });
  }

  for (const type of ['module', 'commonjs'] as const) {
    it(`serves a class of the entry file itself, registered while the file runs (${type})`, () => {
      const folder = makeApp(type);
      writeFiles(folder, {
        'src/main.ts': `import { tool, ToolRegistry } from 'toolmark';
import type { Item } from './dto/item${type === 'module' ? '.js' : ''}';
declare const console: { log(text: string): void };
export class Entry { @tool() name(item: Item): string { return item.constructor.name; } }
const registry = new ToolRegistry().register(new Entry());
registry.call({ name: 'name', args: { item: { id: 1 } } }).then((result) => console.log(JSON.stringify(result.content)));
`,
      });
      const { stdout, stderr } = run(folder, '--import', 'tsx', '--import', 'toolmark/register', 'src/main.ts');
      assert.match(stdout, /^\[\{"type":"text","text":"Item"\}\]\n/, stderr);
      rmSync(folder, { recursive: true });
    });
  }

  for (const type of ['module', 'commonjs'] as const) {
    it(`[GLLM-07] [GLLM-48] classes as schemas, and the definition of a function before any registry, in a ${type} project: tsx, and compiled`, () => {
      const folder = makeApp(type);
      writeFiles(folder, {
        'src/main.ts': `import { schemaFromClass, Tool } from 'toolmark';
import { Item } from './dto/item${type === 'module' ? '.js' : ''}';
import { twice } from './service${type === 'module' ? '.js' : ''}';
declare const console: { log(text: string): void };
export class Basket { items!: Item[] }
const basket = new Tool({ name: 'basket', inputSchema: Basket, handler: (args) => [args instanceof Basket, args.items[0] instanceof Item] });
basket.invoke({ items: [{ id: 1 }] }).then((result) =>
  console.log(JSON.stringify([result, Object.keys(schemaFromClass(Basket).properties ?? {}), twice.inputSchema.required, twice(2)])));
`,
      });
      const good = '[[true,true],["items"],["n"],4]\n';
      const { stdout, stderr } = run(folder, '--import', 'tsx', '--import', 'toolmark/register', 'src/main.ts');
      assert.equal(stdout.replace('compiler\n', ''), good, stderr);
      compile(folder);
      const compiled = run(folder, '--import', 'toolmark/register', 'dist/main.js');
      assert.equal(compiled.stdout.replace('compiler\n', ''), good, compiled.stderr);
      rmSync(folder, { recursive: true });
    });
  }

  it('tells faults on stderr and ends with 1', () => {
    const folder = makeApp('module');
    writeFiles(folder, { 'src/bad.ts': "import { tool } from 'toolmark';\nexport class Bad { @tool() static a(): void {} }\n" });
    const { status, stderr, stdout } = run(folder, '--import', 'tsx', '--import', 'toolmark/register', 'src/app.ts');
    assert.equal(status, 1);
    assert.match(stderr, /src\/bad\.ts:2:\d+ - error TM1020/);
    assert.doesNotMatch(stdout, /names/);
    rmSync(folder, { recursive: true });
  });
});
