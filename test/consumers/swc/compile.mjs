// Compiles src/ with swc: node compile.mjs <es6|commonjs> <with|without> <folder>; the second says whether decorator metadata is emitted.
import { transformFileSync } from '@swc/core';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [type, metadata, out] = process.argv.slice(2);
const transform = { legacyDecorator: true, decoratorMetadata: metadata === 'with' };
const jsc = { parser: { syntax: 'typescript', decorators: true }, target: 'es2022', transform };

for (const file of readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'))) {
  const { code } = transformFileSync(join('src', file), { jsc, module: { type }, swcrc: false, configFile: false });
  const target = join(out, file.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
writeFileSync(join(out, 'package.json'), JSON.stringify({ type: type === 'es6' ? 'module' : 'commonjs' }));
