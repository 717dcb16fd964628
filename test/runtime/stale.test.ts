/** A manifest whose sources changed since the build is refused, whatever file of it changed. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ts } from '../../src/build/compiler.js';
import { tool, ToolError, type ToolManifest, ToolRegistry } from '../../src/index.js';
import { changedSources } from '../../src/runtime/stale.js';
import { sourceHash } from '../../src/source-hash.js';
import { takesLess } from '../least-time.js';
import { contract, manifestOf } from './support.js';

class Service {
  @tool()
  run(): string {
    return 'done';
  }
}

const texts: Record<string, string | Buffer> = {
  'plain.ts': 'const a = 1;\n',
  'empty.ts': '',
  'windows.ts': 'const a = 1;\r\nconst b = 2;\r\n',
  'mixed.ts': 'a\r\nb\nc\rd\r\r\n\n',
  'mark.ts': '\uFEFFconst a = 1;\r\n',
  'only-mark.ts': '\uFEFF',
  'mark-inside.ts': 'a\uFEFFb\n',
  'two-marks.ts': '\uFEFF\uFEFFa\r\n',
  'wide.ts': 'const café = "日本 🚲";\u2028\u0085\n',
  'invalid.ts': Buffer.from([0x61, 0xff, 0xc3, 0x0a]),
  'little.ts': Buffer.from('\uFEFFconst a = "é🚲";\r\n', 'utf16le'),
  'big.ts': Buffer.from('\uFEFFconst a = "é🚲";\r\n', 'utf16le').swap16(),
  'big-odd.ts': Buffer.concat([Buffer.from('\uFEFFa;\n', 'utf16le').swap16(), Buffer.from([0])]),
};

describe('stale manifests', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolmark-stale-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A manifest whose file lies in the folder, over these sources as they are now. */
  function manifestOver(files: Record<string, string | Buffer>): ToolManifest {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const host = ts.createCompilerHost({});
    const hashes = Object.keys(files).map((name) => [
      name,
      sourceHash(host.getSourceFile(join(folder, name), ts.ScriptTarget.ES2022)?.text ?? ''),
    ]);
    const manifest = manifestOf(Service, { run: contract([]) });
    return { ...manifest, file: join(folder, 'toolmark.generated.ts'), sources: Object.fromEntries(hashes) as Record<string, string> };
  }

  function refusal(manifest: ToolManifest): ToolError | undefined {
    try {
      new ToolRegistry({ manifest }).register(new Service());
      return undefined;
    } catch (error) {
      assert.ok(error instanceof ToolError);
      return error;
    }
  }

  it('hashes a source as the build step does, whatever its line ends, marks and encoding', () => {
    assert.deepEqual(changedSources(manifestOver(texts)), []);
    const plain = (text: string): string =>
      text
        .split('\r\n')
        .join('\n')
        .slice(text.startsWith('\uFEFF') ? 1 : 0);
    const digest = (text: string): string => createHash('sha256').update(plain(text)).digest('hex').slice(0, 16);
    for (const text of Object.values(texts)) if (typeof text === 'string') assert.equal(sourceHash(text), digest(text));
    assert.equal(sourceHash('a\r\nb'), sourceHash('\uFEFFa\nb'));
    assert.notEqual(sourceHash('a\rb'), sourceHash('a\nb'));
  });

  it('sees a change in any of the sources, and names the own one first', () => {
    const manifest = manifestOver({ 'x.ts': 'class Service {}', 'dto.ts': 'class Dto {}', 'other.ts': '' });
    assert.equal(refusal(manifest), undefined);
    writeFileSync(join(folder, 'dto.ts'), 'class Dto { more!: string }');
    const changed = refusal(manifest);
    assert.equal(changed?.code, 'STALE_MANIFEST');
    assert.ok(changed.message.includes(join(folder, 'dto.ts')), changed.message);
    assert.match(changed.message, /npx toolmark build/);
    writeFileSync(join(folder, 'x.ts'), 'class Service { /* changed */ }');
    assert.ok(refusal(manifest)?.message.includes(join(folder, 'x.ts')));
  });

  it('lets other line ends, an absent source and production pass', () => {
    const manifest = manifestOver({ 'x.ts': 'a\nb\n', 'dto.ts': 'c\n', 'gone.ts': '' });
    writeFileSync(join(folder, 'x.ts'), '\uFEFFa\r\nb\r\n');
    unlinkSync(join(folder, 'gone.ts'));
    assert.equal(refusal(manifest), undefined);
    writeFileSync(join(folder, 'dto.ts'), 'd\n');
    const before = process.env['NODE_ENV'];
    try {
      process.env['NODE_ENV'] = 'production';
      assert.equal(refusal(manifest), undefined);
    } finally {
      if (before === undefined) delete process.env['NODE_ENV'];
      else process.env['NODE_ENV'] = before;
    }
    assert.equal(refusal(manifest)?.code, 'STALE_MANIFEST');
  });

  it('reads each source once a registry', () => {
    class Second extends Service {}
    const manifest = manifestOver({ 'x.ts': '' });
    const two = { ...manifest, classes: [...manifest.classes, { ...manifest.classes[0]!, class: () => Second, name: 'Second' }] };
    const registry = new ToolRegistry({ manifest: two }).register(new Service());
    writeFileSync(join(folder, 'x.ts'), 'changed');
    assert.doesNotThrow(() => registry.unregister('run') && registry.register(new Second()));
  });

  it('takes little: 200 files of 5 tools each', async () => {
    const text = '/** A tool. */\nexport class Service { @tool() run(query: string, limit = 5): string { return query; } }\n'.repeat(5);
    const manifest = manifestOver(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`file${index}.ts`, text])));
    await takesLess(15, () => assert.deepEqual(changedSources(manifest), []));
  });
});
