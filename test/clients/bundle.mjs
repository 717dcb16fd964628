// What `toolmark pack` makes, read by the tool of the bundles' own makers: it accepts the manifest, and what it unpacks serves.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sdkV1 } from './adapters/sdk-v1.mjs';

const mcpb = join(import.meta.dirname, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

const files = {
  'package.json': JSON.stringify({
    name: 'pocket',
    version: '1.2.3',
    type: 'module',
    description: 'Adds numbers.',
    mcpName: 'io.github.you/pocket',
    author: 'Ann <ann@example.com>',
    license: 'MIT',
    repository: 'github:you/pocket',
    files: ['dist'],
    private: true,
    dependencies: { toolmark: '*' },
  }),
  'dist/service.js': `import { Tool } from 'toolmark';
export const add = new Tool({
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  handler: ({ a, b }) => String(a + b),
});
`,
};

function run(args, cwd) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', input: '' });
  assert.equal(status, 0, `${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** A package with toolmark among its modules, in a folder of its own. */
function project(root) {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-bundle-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/toolmark'), 'junction');
  return folder;
}

/** @param attempt runs and tells one case */
export async function checkBundle(root, attempt, answers) {
  const folder = project(root);
  const bundle = 'pocket-1.2.3.mcpb';
  try {
    const label = '@anthropic-ai/mcpb';
    await attempt(`${label}: toolmark pack makes a bundle`, async () =>
      run([join(root, 'dist/esm/cli/main.js'), 'pack', 'dist/service.js', '--env', 'KEY=a key', '--no-server-json'], folder),
    );
    await attempt(`${label}: unpacks it`, async () => run([mcpb, 'unpack', bundle, 'unpacked'], folder));
    await attempt(`${label}: accepts its manifest`, async () => run([mcpb, 'validate', 'unpacked/manifest.json'], folder));
    await attempt(`${label}: what it unpacked serves`, async () => {
      const { server } = JSON.parse(readFileSync(join(folder, 'unpacked/manifest.json'), 'utf8'));
      const args = server.mcp_config.args.map((one) => one.replace('${__dirname}', join(folder, 'unpacked')));
      const client = await sdkV1.connect({ command: process.execPath, args, cwd: '/' }, answers);
      assert.deepEqual(await client.call('add', { a: 1, b: 2 }), { text: '3', isError: false });
      await client.close();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
