/** The type cases of the build step's own tests as tools, for the longer run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolRegistry } from '../../../src/index.js';
import { generics, mapped, type Row, unions, utility } from '../../build/generate/more-cases.js';
import { classRows, documentation, enums, intersectionRows, objectRows, tupleRows } from '../../build/generate/more-cases-2.js';
import { root } from '../../build/support.js';
import { programOf } from './program.js';
import type { TypeCase } from './type-cases.js';

const groups = [utility, mapped, generics, unions, enums, classRows, objectRows, tupleRows, intersectionRows, documentation];
const named = (values: readonly unknown[]): Record<string, unknown>[] => values.map((a) => ({ a }));

export const moreTypes: readonly TypeCase[] = groups
  .flat()
  .filter((row): row is Extract<Row, { length: 3 }> => row.length === 3)
  .map(([type, accept, refuse], index) => ({
    name: `more${index}`,
    parameters: `a: ${type}`,
    accept: named(accept),
    refuse: named(refuse),
  }));

/** A registry with one tool for each of them. */
export function moreTypesRegistry(): ToolRegistry {
  const read = (name: string): string => readFileSync(join(root, 'test/build/programs/more', name), 'utf8');
  const main = [
    "import { tool } from 'toolmark';",
    "import * as T from './types';",
    "import * as O from './other';",
    'export class Cases {',
    ...moreTypes.map(({ name, parameters }) => `  @tool() ${name}(${parameters}): void {}`),
    '}',
  ];
  const { manifest, load } = programOf({
    'src/types.ts': read('types.ts'),
    'src/other.ts': read('other.ts'),
    'src/main.ts': main.join('\n'),
  });
  const { Cases } = load('main') as { Cases: new () => object };
  return new ToolRegistry({ manifest }).register(new Cases());
}
