// Compiles src/ with swc into dist-<module>-<with|without>: both module systems, with and without decorator metadata.
import { transformFileSync } from '@swc/core';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const parser = { syntax: 'typescript', decorators: true };
const sources = readdirSync('src', { recursive: true }).filter((name) => name.endsWith('.ts'));

function compile(type, decoratorMetadata) {
  const out = `dist-${type}-${decoratorMetadata ? 'with' : 'without'}`;
  const jsc = { parser, target: 'es2022', transform: { legacyDecorator: true, decoratorMetadata } };
  for (const file of sources) {
    const { code } = transformFileSync(join('src', file), { jsc, module: { type }, swcrc: false, configFile: false });
    const target = join(out, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  writeFileSync(join(out, 'package.json'), JSON.stringify({ type: type === 'es6' ? 'module' : 'commonjs' }));
}

for (const type of ['es6', 'commonjs']) for (const metadata of [true, false]) compile(type, metadata);
