/** Makes a project of the given number of tools: ten a class, five parameters and a return type each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const toolsPerClass = 10;

export function makeProject(folder: string, tools: number, toolmark: string, modules: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  const compilerOptions = {
    target: 'ES2022',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    paths: { toolmark: [toolmark], '*': [`${modules}/*`] },
  };
  writeFileSync(join(folder, 'package.json'), '{ "name": "bench", "type": "module" }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  for (let index = 0; index < tools / toolsPerClass; index++) {
    writeFileSync(join(folder, `src/dto${index}.ts`), dtoModule(index));
    writeFileSync(join(folder, `src/service${index}.ts`), serviceModule(index));
  }
}

function dtoModule(index: number): string {
  return `export enum Status${index} { Open = 'open', Closed = 'closed', Lost = 'lost' }
export class Line${index} {
  /** Article. */
  article!: string;
  /** @minimum 1 */
  count!: number;
  tags?: string[];
}
export class Order${index} {
  id!: string;
  lines!: Line${index}[];
  status: Status${index} = Status${index}.Open;
  due?: Date;
  meta?: Record<string, string>;
}
`;
}

function serviceModule(index: number): string {
  const methods = Array.from(
    { length: toolsPerClass },
    (_, method) => `  /**
   * Does thing ${method} of service ${index}.
   * @param query what to look for
   * @param limit how many at most
   */
  @tool()
  async thing${index}x${method}(
    query: string,
    limit: number = ${method + 1},
    mode: 'fast' | 'slow' | ${method},
    ids: string[],
    order: Order${index},
  ): Promise<Result${index}x${method}> {
    return { query, total: limit + ids.length, mode, order, status: order.status };
  }
`,
  );
  const results = Array.from(
    { length: toolsPerClass },
    (_, method) => `export interface Result${index}x${method} {
  query: string;
  total: number;
  mode: 'fast' | 'slow' | ${method};
  order: Order${index};
  status: Status${index} | null;
}
`,
  );
  const imports = `import { tool } from 'toolmark';\nimport { Order${index}, Status${index} } from './dto${index}.js';\n`;
  return `${imports}${results.join('')}export class Service${index} {\n${methods.join('')}}\n`;
}
