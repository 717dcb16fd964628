/** `toolmark pack`: what it writes is valid, what is wrong is told field by field, and the bundle serves. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as fc from 'fast-check';
import { faultsOf } from '../../src/cli/pack/checks.js';
import { bundleManifest } from '../../src/cli/pack/manifest-rules.js';
import { authorOf, repositoryOf } from '../../src/cli/pack/project.js';
import { serverJson, serverSchema } from '../../src/cli/pack/server-json-rules.js';
import { zip } from '../../src/cli/pack/zip.js';
import { extract, unzipped } from './archive.js';
import { Folder, toolmark } from './support.js';

const facts = {
  name: '@you/pocket',
  version: '1.2.3',
  type: 'module',
  description: 'Adds numbers.',
  mcpName: 'io.github.you/pocket',
  author: 'Ann <ann@example.com> (https://example.com)',
  license: 'MIT',
  repository: 'github:you/pocket',
  bin: './dist/bin.js',
  files: ['dist'],
  dependencies: { toolmark: '*', small: '1.0.0', deep: '1.0.0' },
};

const service = `import { Tool } from 'toolmark';
import { one } from 'small';
export const add = new Tool({
  name: 'add', description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  handler: ({ a, b }) => String(a + b + one - 1) + (process.env['POCKET_KEY'] ?? ''),
});
`;

const small = {
  'node_modules/small/package.json': {
    name: 'small',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    dependencies: { deep: '2' },
  },
  'node_modules/small/index.js': "export { one } from 'deep';",
  'node_modules/small/index.d.ts': 'export const one: 1;',
};
// Two versions of one package: the inner one must stay inside.
const deep = {
  'node_modules/small/node_modules/deep/package.json': { name: 'deep', version: '2.0.0', type: 'module', exports: './index.js' },
  'node_modules/small/node_modules/deep/index.js': 'export const one = 1;',
  'node_modules/deep/package.json': { name: 'deep', version: '1.0.0' },
};

const project = (more: Record<string, string | object> = {}): Folder =>
  new Folder({ 'package.json': facts, 'dist/service.js': service, 'src/service.ts': '', ...small, ...deep, ...more }, { modules: true });

describe('toolmark pack', function () {
  this.timeout(60_000);
  let folder: Folder;

  before(
    () =>
      (folder = project({
        'toolmark.config.json': { http: 0, title: 'Pocket', instructions: '-- be brief', auth: { key: 'a-secret-that-stays-here' } },
      })),
  );
  after(() => folder.remove());

  it('writes a valid server.json and a bundle whose server a client can use', async () => {
    const { code, out, err } = toolmark(
      [
        'pack',
        'dist/service.js',
        '--env',
        'POCKET_KEY=key of the pocket',
        '--mcpb-url',
        'https://github.com/you/pocket/releases/download/v1.2.3/pocket.mcpb',
      ],
      folder.path,
    );
    assert.equal(code, 0, err);
    assert.match(out, /server\.json: valid\npocket-1\.2\.3\.mcpb: 1 tools, \d+ packages/);
    const archive = readFileSync(join(folder.path, 'pocket-1.2.3.mcpb'));
    const server = JSON.parse(readFileSync(join(folder.path, 'server.json'), 'utf8')) as { packages: Record<string, unknown>[] };
    const environmentVariables = [{ name: 'POCKET_KEY', description: 'key of the pocket', isRequired: true, isSecret: true }];
    assert.deepEqual(server, {
      $schema: serverSchema,
      name: 'io.github.you/pocket',
      description: 'Adds numbers.',
      version: '1.2.3',
      repository: { url: 'https://github.com/you/pocket', source: 'github' },
      packages: [
        { registryType: 'npm', identifier: '@you/pocket', version: '1.2.3', transport: { type: 'stdio' }, environmentVariables },
        {
          registryType: 'mcpb',
          identifier: 'https://github.com/you/pocket/releases/download/v1.2.3/pocket.mcpb',
          fileSha256: createHash('sha256').update(archive).digest('hex'),
          transport: { type: 'stdio' },
          environmentVariables,
        },
      ],
    });
    const files = unzipped(archive);
    assert.equal([...files.keys()][0], 'manifest.json');
    for (const name of [
      'package.json',
      'dist/service.js',
      'server/index.mjs',
      'node_modules/toolmark/dist/esm/cli/main.js',
      'node_modules/small/node_modules/deep/index.js',
    ])
      assert.ok(files.has(name), name);
    for (const name of files.keys()) assert.doesNotMatch(name, /^src\/|\.d\.ts$|\.git\/|node_modules\/(?:typescript|tsx|mocha)\//);
    for (const data of files.values()) assert.ok(!data.includes('a-secret-that-stays-here'));
    const installed = new Folder({ 'toolmark.config.json': { http: 0 } });
    try {
      extract(archive, installed.path);
      await useBundle(installed.path);
    } finally {
      installed.remove();
    }
  });

  /** As a client does that was given the bundle: by its manifest alone. */
  async function useBundle(path: string): Promise<void> {
    const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as {
      tools: unknown;
      user_config: Record<string, unknown>;
      server: { entry_point: string; mcp_config: { command: string; args: string[]; env: Record<string, string> } };
    };
    assert.deepEqual(manifest.tools, [{ name: 'add', description: 'Adds two numbers.' }]);
    assert.ok(existsSync(join(path, manifest.server.entry_point)));
    const { command, args, env } = manifest.server.mcp_config;
    assert.deepEqual([command, env], ['node', { POCKET_KEY: '${user_config.pocket_key}' }]);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: args.map((one) => one.replace('${__dirname}', path)),
        env: { POCKET_KEY: '!' },
        cwd: path,
        stderr: 'inherit',
      }),
    );
    // Who it is comes along; where it listens and what is secret does not.
    assert.deepEqual([client.getServerVersion()?.title, client.getInstructions()], ['Pocket', '-- be brief']);
    assert.deepEqual([client.getServerVersion()?.name, client.getServerVersion()?.version], ['@you/pocket', '1.2.3']);
    const result = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
    assert.deepEqual(result.content, [{ type: 'text', text: '3!' }]);
    await client.close();
  }

  it('makes the same bundle of the same files, and keeps what was written by hand', () => {
    folder.write('server.json', {
      name: 'x.y/z',
      icons: [{ src: 'https://example.com/i.png' }],
      packages: [{ registryType: 'oci', identifier: 'ghcr.io/you/pocket:1', transport: { type: 'stdio' } }],
    });
    folder.write('manifest.json', { display_name: 'Pocket', icon: 'icon.png' });
    const first = toolmark(['pack', 'dist/service.js', '--out', 'a'], folder.path);
    const second = toolmark(['pack', 'dist/service.js', '--out', 'b'], folder.path);
    assert.deepEqual([first.code, second.code], [0, 0], first.err + second.err);
    const [a, b] = ['a', 'b'].map((one) => readFileSync(join(folder.path, one, 'pocket-1.2.3.mcpb'))) as [Buffer, Buffer];
    assert.ok(a.equals(b));
    const manifest = JSON.parse(unzipped(a).get('manifest.json')?.toString() ?? '') as Record<string, unknown>;
    assert.deepEqual([manifest['display_name'], manifest['icon'], manifest['name']], ['Pocket', 'icon.png', 'pocket']);
    const server = JSON.parse(readFileSync(join(folder.path, 'a/server.json'), 'utf8')) as {
      name: string;
      icons: unknown[];
      packages: { registryType: string }[];
    };
    assert.deepEqual(
      [server.name, server.icons.length, server.packages.map((one) => one.registryType)],
      ['io.github.you/pocket', 1, ['npm', 'oci']],
    );
  });

  it('tells each fault with its field and mend, and writes nothing then', () => {
    const bad = project({
      'package.json': { ...facts, mcpName: undefined, author: undefined, version: '1', description: 'x'.repeat(101) },
    });
    try {
      const { code, out, err } = toolmark(['pack', 'dist/service.js'], bad.path);
      assert.deepEqual([code, out], [1, ''], err);
      assert.match(
        err,
        /^server\.json: name is missing\. Add "mcpName": "io\.github\.<you>\/<server>" to package\.json, or give --name\.$/m,
      );
      assert.match(err, /^server\.json: description must be a text of 1 to 100 characters, .*Shorten "description"/m);
      assert.match(err, /^manifest\.json: author is missing\. Add "author" to package\.json\.$/m);
      assert.match(err, /^manifest\.json: version must be a semantic version, such as 1\.2\.3, not string "1"/m);
      assert.match(err, /Nothing was written\.\n$/);
      for (const name of ['server.json', 'pocket-1.mcpb']) assert.ok(!existsSync(join(bad.path, name)));
    } finally {
      bad.remove();
    }
  });

  it('refuses wrong use in one line', () => {
    const cases: [string[], number, RegExp][] = [
      [['src/service.ts'], 2, /'src\/service\.ts' is TypeScript; compile it/],
      [['dist/none.js'], 2, /there is no file 'dist\/none\.js'/],
      [['../x.js'], 2, /there is no file|is outside the package/],
      [[], 2, /name at least one module/],
      [['dist/service.js', '--env', 'KEY'], 2, /--env takes NAME=WHAT IT IS FOR/],
      [['--no-bundle', '--no-server-json'], 2, /leave nothing to write/],
      [['--chek'], 2, /Did you mean '--check'\?/],
    ];
    for (const [args, status, pattern] of cases) {
      const { code, out, err } = toolmark(['pack', ...args], folder.path);
      assert.deepEqual([code, out], [status, ''], err);
      assert.match(err, pattern);
    }
  });

  it('refuses a module that npm would not publish, and a dependency that is not installed', () => {
    const hidden = project({ 'lib/service.js': service });
    const lacking = project({ 'package.json': { ...facts, dependencies: { ...facts.dependencies, absent: '1' } } });
    try {
      assert.match(toolmark(['pack', 'lib/service.js'], hidden.path).err, /npm would not publish lib\/service\.js.*"files"/);
      assert.match(toolmark(['pack', 'dist/service.js'], lacking.path).err, /the dependency 'absent' of @you\/pocket is not installed/);
    } finally {
      hidden.remove();
      lacking.remove();
    }
  });

  it('checks files that are there', () => {
    const { path } = folder;
    folder.write('server.json', {
      $schema: serverSchema,
      name: 'a/b/c',
      description: 'x',
      version: '^1',
      remotes: [{ type: 'http', url: 'ftp://x' }],
      extra: 1,
    });
    folder.write('manifest.json', {
      manifest_version: '0.3',
      name: 'x',
      version: '1.0.0',
      description: 'x',
      author: { name: 'A' },
      server: { type: 'node', entry_point: '../x.js', mcp_config: { command: 'node', args: ['${user_config.key}'] } },
    });
    const { code, err } = toolmark(['pack', '--check'], path);
    assert.equal(code, 1);
    for (const pattern of [
      /server\.json: name must be/,
      /server\.json: version must be one version/,
      /server\.json: remotes\[0\]\.type must be/,
      /server\.json: remotes\[0\]\.url must be/,
      /server\.json: extra is no field/,
      /manifest\.json: server\.entry_point must be a path inside/,
      /manifest\.json: user_config\.key is missing/,
    ])
      assert.match(err, pattern);
  });
});

describe('toolmark pack: parts', () => {
  const minimal = {
    $schema: serverSchema,
    name: 'io.github.you/x',
    description: 'X',
    version: '1.0.0',
    remotes: [{ type: 'streamable-http', url: 'https://x.example/mcp' }],
  };
  const fields = (value: unknown): string[] => faultsOf(value, serverJson).map(({ field }) => field);

  it('knows right and wrong server.json', () => {
    assert.deepEqual(fields(minimal), []);
    const npm = { registryType: 'npm', identifier: 'x', version: '1.0.0', transport: { type: 'stdio' } };
    const wrong: [object, string[]][] = [
      [{ ...minimal, remotes: undefined }, ['packages']],
      [{ ...minimal, packages: [{ ...npm, version: 'latest' }] }, ['packages[0].version']],
      [{ ...minimal, packages: [{ ...npm, version: undefined }] }, ['packages[0].version']],
      [{ ...minimal, packages: [{ ...npm, transport: { type: 'pipe' } }] }, ['packages[0].transport.type', 'packages[0].transport.url']],
      [{ ...minimal, packages: [{ ...npm, packageArguments: [{ type: 'positional' }] }] }, ['packages[0].packageArguments[0].value']],
      [{ ...minimal, packages: [{ ...npm, packageArguments: [{ type: 'named' }] }] }, ['packages[0].packageArguments[0].name']],
      [{ ...minimal, packages: [{ ...npm, registryType: 'mcpb' }] }, ['packages[0].fileSha256', 'packages[0].identifier']],
      [{ ...minimal, icons: [{ src: 'http://x.example/i.png', sizes: ['big'] }] }, ['icons[0].src', 'icons[0].sizes[0]']],
      [{ ...minimal, name: 'x' }, ['name', 'name']],
      [
        { ...minimal, _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { x: 'y'.repeat(5000) } } },
        ['_meta.io.modelcontextprotocol.registry/publisher-provided'],
      ],
      [[], ['(root)']],
    ];
    for (const [value, expected] of wrong) assert.deepEqual(fields(value), expected, JSON.stringify(value));
    for (const version of ['1.0.0', '2.1.0-alpha', '2025.12.1']) assert.deepEqual(fields({ ...minimal, version }), [], version);
    for (const version of ['^1.2.3', '~1.2.3', '>=1.2.3', '1.x', '1.*', 'latest', ''])
      assert.deepEqual(fields({ ...minimal, version }), ['version'], version);
  });

  it('refuses any JSON without a throw', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => faultsOf(value, serverJson).length > 0 && faultsOf(value, bundleManifest).length > 0));
  });

  it('writes archives that are read back, whatever is in them', () => {
    const entry = fc.record({
      name: fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replaceAll('/', '_')),
      data: fc.uint8Array({ maxLength: 2000 }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 8 }), (entries) => {
        const read = unzipped(zip(entries));
        assert.deepEqual(
          [...read].map(([name, data]) => [name, [...data]]),
          entries.map(({ name, data }) => [name, [...data]]),
        );
      }),
    );
  });

  it('reads authors and repositories in all their forms', () => {
    assert.deepEqual(authorOf({ author: 'Ann' }), { name: 'Ann' });
    assert.deepEqual(authorOf({ author: 'Ann Lee <a@b.example> (https://b.example)' }), {
      name: 'Ann Lee',
      email: 'a@b.example',
      url: 'https://b.example',
    });
    assert.equal(authorOf({}), undefined);
    const forms = [
      'github:you/x',
      'you/x',
      'git+https://github.com/you/x.git',
      'git@github.com:you/x.git',
      'git+ssh://git@github.com/you/x.git',
      'git://github.com/you/x.git',
    ];
    for (const url of forms)
      assert.deepEqual(repositoryOf({ repository: { url } }), { url: 'https://github.com/you/x', source: 'github' }, url);
    assert.deepEqual(repositoryOf({ repository: { url: 'gitlab:you/x', directory: './packages/a' } }), {
      url: 'https://gitlab.com/you/x',
      source: 'gitlab',
      subfolder: 'packages/a',
    });
    assert.equal(repositoryOf({}), undefined);
  });
});
