/** The shared type cases as tools: built from their source by the real build step, and bound to the classes of that source. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ToolRegistry } from '../../../src/index.js';
import { root } from '../../build/support.js';
import { programOf } from './program.js';

/** One row of cases.json. */
export interface TypeCase {
  name: string;
  parameters: string;
  accept: Record<string, unknown>[];
  refuse: Record<string, unknown>[];
  note?: string;
}

const folder = resolve(root, '../shared/cases/types');

/** Empty where the shared files are not beside the repository. */
export const typeCases: readonly TypeCase[] = existsSync(folder)
  ? (JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as TypeCase[]).filter(
      ({ note }) => !note?.startsWith('a build diagnostic'),
    )
  : [];

/** A registry with one tool for each case. */
export function typeCaseRegistry(): ToolRegistry {
  const { manifest, load } = programOf(sources());
  const { Cases } = load('main') as { Cases: new () => object };
  return new ToolRegistry({ manifest }).register(new Cases());
}

function sources(): Record<string, string> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const main = [
    "import { tool } from 'toolmark';",
    "import * as T from './types';",
    "import * as O from './other';",
    "import type { PkgPoint, PkgUnion, PkgClass } from 'fake-pkg';",
    "import type { JSONSchema7 } from 'json-schema';",
    'export class Cases {',
    ...typeCases.map(({ name, parameters }) => `  @tool() ${name}(${parameters}): void {}`),
    '}',
  ];
  return {
    'src/types.ts': read('types.ts'),
    'src/other.ts': read('other.ts'),
    'src/node_modules/fake-pkg/index.d.ts': read('fake-pkg/index.d.ts'),
    'src/node_modules/fake-pkg/package.json': read('fake-pkg/package.json'),
    'src/main.ts': main.join('\n'),
  };
}
