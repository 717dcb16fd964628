/** Writes a project of the given number of tools for the cold start: half take five parameters, half a class-validator DTO of their own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const toolsPerClass = 10;

export function writeProject(folder: string, tools: number): void {
  const services = Math.ceil(tools / toolsPerClass);
  mkdirSync(join(folder, 'src'), { recursive: true });
  const options = { rootDir: 'src', outDir: 'out', types: ['node'], paths: { toolmark: ['../../../../../dist/esm/index.d.ts'] } };
  const settings = { extends: '../../../../../tsconfig.base.json', compilerOptions: options, include: ['src'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  for (let index = 0; index < services; index++) {
    const count = Math.min(toolsPerClass, tools - index * toolsPerClass);
    writeFileSync(join(folder, `src/service${index}.ts`), serviceModule(index, count));
  }
  writeFileSync(join(folder, 'src/main.ts'), mainModule(services));
}

/** The first tool of a project takes a DTO, so that the first call is one with class rules. */
function serviceModule(index: number, count: number): string {
  const numbers = Array.from({ length: count }, (_, method) => method);
  const dtos = numbers.filter((method) => method % 2 === 0).map((method) => dtoClass(`Request${index}x${method}`));
  const methods = numbers.map((method) => (method % 2 === 0 ? payloadMethod(index, method) : parametersMethod(index, method)));
  return `import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';
import { param, payload, tool } from 'toolmark';
void [IsBoolean, param];
${dtos.join('')}export class Service${index} {
${methods.join('')}}
`;
}

const dtoClass = (name: string): string => `export class ${name} {
  /** what to look for */
  @IsString() @Length(1, 80) query!: string;
  @IsInt() @Min(1) @Max(100) limit!: number;
  @IsIn(['fast', 'slow']) mode!: 'fast' | 'slow';
  @IsBoolean() archived!: boolean;
  @IsOptional() @IsString() note?: string;
}
`;

const payloadMethod = (index: number, method: number): string => `  /** Does thing ${method} of service ${index}. */
  @tool()
  thing${index}x${method}(@payload() request: Request${index}x${method}): string {
    return request.query;
  }
`;

const parametersMethod = (index: number, method: number): string => `  /**
   * Does thing ${method} of service ${index}.
   * @param query what to look for
   */
  @tool()
  thing${index}x${method}(
    query: string,
    @param('how many at most', Max(100)) limit: number,
    mode: 'fast' | 'slow',
    archived: boolean,
    note?: string,
  ): string {
    return [query, limit, mode, archived, note].join(' ');
  }
`;

/** Tells when what was done, in milliseconds since the process began, as JSON on stdout. */
function mainModule(services: number): string {
  const numbers = Array.from({ length: services }, (_, index) => index);
  return `import { createRequire } from 'node:module';
import { ToolRegistry } from 'toolmark';
import manifest from './toolmark.generated.js';
${numbers.map((index) => `import { Service${index} } from './service${index}.js';\n`).join('')}
const compiled = (): number => (globalThis as { compiledFunctions?: number }).compiledFunctions ?? 0;
const instances = [${numbers.map((index) => `new Service${index}()`).join(', ')}];
const compiledBefore = compiled();
const loaded = performance.now();
const registry = new ToolRegistry({ manifest }).register(instances);
const registered = performance.now();
const compiledBeforeCall = compiled() - compiledBefore;
const ajvLoaded = Object.keys(createRequire(import.meta.url).cache).some((file) => /[\\\\/]ajv[\\\\/]/.test(file));
const called = performance.now();
const args = { query: 'tea', limit: 5, mode: 'fast', archived: false };
const result = await registry.call({ name: 'thing0x0', args });
const total = performance.now();
if (result.isError || result.value !== 'tea') throw new Error(JSON.stringify(result));
const times = { total, load: loaded, register: registered - loaded, firstCall: total - called };
console.log(JSON.stringify({ tools: registry.list().length, ...times, compiledBeforeCall, ajvLoaded }));
`;
}
