// Compiles src/ twice with plain tsc: as ESM into dist/esm and as CommonJS into dist/cjs.
// tsc decides a file's format by the nearest package.json, so the CommonJS run reads a copy of src/ under one that says so.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

function compile(config) {
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Files deleted in src/ must not live on in dist/; without the incremental state tsc writes everything again.
if (process.argv.includes('--clean')) {
  for (const folder of ['dist', '.build']) rmSync(join(root, folder), { recursive: true, force: true });
}
if (!existsSync(join(root, 'dist'))) rmSync(join(root, '.build'), { recursive: true, force: true });

compile('tsconfig.build.json');

const copy = join(root, '.build', 'cjs');
rmSync(join(copy, 'src'), { recursive: true, force: true });
mkdirSync(copy, { recursive: true });
cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true, preserveTimestamps: true });
writeFileSync(join(copy, 'package.json'), '{ "type": "commonjs" }\n');
writeFileSync(
  join(copy, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      rootDir: 'src',
      outDir: '../../dist/cjs',
      declaration: true,
      stripInternal: true,
      incremental: true,
      tsBuildInfoFile: '../cjs.tsbuildinfo',
    },
    include: ['src'],
    exclude: ['src/cli', 'src/register'],
  }),
);
compile(join(copy, 'tsconfig.json'));
mkdirSync(join(root, 'dist/cjs'), { recursive: true });
writeFileSync(join(root, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
const bin = join(root, 'dist/esm/cli/main.js');
if (existsSync(bin)) chmodSync(bin, 0o755);
