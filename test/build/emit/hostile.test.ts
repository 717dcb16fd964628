import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { ts } from '../../../src/build/compiler.js';
import { buildManifest } from '../../../src/build/index.js';
import { codes, makeProject, programIn } from '../support.js';

const nested = (levels: number): string => (levels === 0 ? 'string' : `{ level${levels}: ${nested(levels - 1)} }`);

const files = {
  "src/it's ünï.ts": `import { tool } from 'toolmark';
class Inner { @tool() m(x: number) { return x; } }
class Spaced { @tool() m() {} }
class Digit { @tool() m() {} }
class Waits { @tool() m(a: JSON) { return a; } }
export { Inner as class, Spaced as 'a name', Digit as '1-x', Waits as await };
export class Ключ { @tool() m() {} }
export class JSON { parse = 1; }
export class Merged { outer!: string; @tool() of(a: Merged.Inner) { return a; } }
export namespace Merged { export class Inner { x!: 1 } }`,
  'src/deep.ts': `import { tool } from 'toolmark';
export type Deep = ${nested(60)};
export class Digger { @tool() dig(a: Deep, b: ${nested(70)}): Deep { void b; return a; } }`,
};

describe('build: names and depths that no one should use', () => {
  it('the generated module type-checks under the strictest settings', () => {
    const folder = makeProject(files, { verbatimModuleSyntax: true, isolatedModules: true, noUnusedLocals: true });
    const built = buildManifest({ cwd: folder });
    writeFileSync(built.out, built.text);
    const program = programIn(folder, [built.out]);
    const file = program.getSourceFile(built.out);
    const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    rmSync(folder, { recursive: true });
    assert.deepEqual(codes(built), []);
    assert.deepEqual(
      faults.map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' ')),
      [],
    );
    const imported =
      "import { '1-x' as _1_x, JSON as JSON2, Merged, 'a name' as a_name, await as await2, class as class2, Ключ } from './it\\'s ünï.js';";
    assert.ok(built.text.includes(imported), built.text.slice(0, 600));
    assert.match(built.text, /Inner: \(\) => Merged\.Inner,/);
    assert.equal(built.tools.length, 7);
  });
});
