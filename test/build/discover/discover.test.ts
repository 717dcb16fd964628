import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { type BuildResult, buildManifest } from '../../../src/build/index.js';
import { buildFiles, codes, contractOf, makeProject } from '../support.js';

describe('build: what is found', () => {
  let result: BuildResult;

  before(() => {
    result = buildFiles({
      'src/marks.ts': "export { tool as mark, payload } from 'toolmark';\nexport * as tm from 'toolmark';\n",
      'src/dto.ts': 'export class City { name!: string; }\nexport enum Kind { A = "a", B = "b" }\n',
      'src/service.ts': `
import { tool as t, param, context, type ToolContext as Ctx, type ToolOptions } from 'toolmark';
import * as ns from 'toolmark';
import { mark, tm, payload } from './marks.js';
import { City, Kind } from './dto.js';
const alias = t;
const readOnly = (o: ToolOptions = {}) => t({ annotations: { readOnlyHint: true }, ...o });
const page = 20 as const;
abstract class Base<T> {
  /** Gets one.
   * @param id the key */
  @t() get(id: string): T { throw new Error(id); }
  /** Base words. */
  @t() over(@param({ schema: { type: 'number' } }) limit = 2): number[] { return [limit]; }
}
export class Svc extends Base<City> {
  override over(limit = -5) { return [limit]; }
  /**
   * Finds {@link City} rows.
   *   indented
   * @param q - the query
   * @param nosuch x
   * @returns the cities
   * @deprecated use other
   * @example {"q": "Paris"}
   */
  @mark find(q: string, kind: Kind = Kind.B, ctx?: Ctx | undefined, ...more: string[]): City[] { return [new City(), q, kind, ctx, more] as City[]; }
  @tm.tool() whole(this: Svc, @payload() city: City): void { void city; }
  @ns.tool taken({ limit = 1 + 2 * 3, q }: { limit?: number; q: string }, @context() c: unknown): string { return q + limit + c; }
  @alias defaults(a = \`x\${1}\`, b = [1, -2], c = page * 2, d = Math.random(), e: string | null = null): void { void [a, b, c, d, e]; }
  @readOnly() wrapped(value: string): string { return value; }
  over2(): void {}
}
/** Searches.
 * @param query words */
export const search = t(async function search(query: string, limit = 5): Promise<number> { return query.length + limit; }, { tags: ['x'] });
`,
      'src/other.ts': 'function tool(): MethodDecorator { return () => undefined; }\nexport class Other { @tool() run(): void {} }\n',
    });
  });

  it('finds marks by symbol: alias, namespace, re-export, variable, own factory, and nobody else’s decorator of that name', () => {
    const names = ['Svc.defaults', 'Svc.find', 'Svc.get', 'Svc.over', 'Svc.taken', 'Svc.whole', 'Svc.wrapped', 'search'];
    assert.deepEqual(result.tools, names);
    assert.deepEqual(codes(result), ['TM1033']);
  });

  it('gives inherited methods the types of the class that inherits', () => {
    const { output, description, parameters } = contractOf(result, 'Svc.get');
    assert.match(String(output?.$ref), /City/);
    assert.equal(description, 'Gets one.');
    assert.equal(parameters[0]?.schema?.description, 'the key');
  });

  it('lets an override keep its parent’s mark, comment and decorated parameters', () => {
    const { description, parameters } = contractOf(result, 'Svc.over');
    assert.equal(description, 'Base words.');
    assert.deepEqual(parameters, [{ name: 'limit', role: 'property', required: false, initialised: true }]);
  });

  it('tells roles: context by type and mark, rest, payload, a destructured parameter; `this` is none', () => {
    const roles = (name: string): string[] => contractOf(result, name).parameters.map((one) => `${one.role}${one.required ? '!' : ''}`);
    assert.deepEqual(roles('Svc.find'), ['property!', 'property', 'context', 'rest']);
    assert.deepEqual(roles('Svc.whole'), ['payload!']);
    assert.deepEqual(roles('Svc.taken'), ['payload!', 'context']);
    assert.equal(contractOf(result, 'Svc.find').length, 1);
    assert.equal(contractOf(result, 'Svc.whole').length, 1);
  });

  it('[DSPY-05] advertises constant initialisers and runs none', () => {
    const given = contractOf(result, 'Svc.defaults').parameters.map((one) => [one.required, one.initialised, one.schema?.default]);
    assert.deepEqual(given, [
      [false, true, 'x1'],
      [false, true, [1, -2]],
      [false, true, 40],
      [false, true, undefined],
      [false, true, null],
    ]);
    assert.equal(contractOf(result, 'Svc.find').parameters[1]?.schema?.default, 'b');
    assert.equal(contractOf(result, 'search').parameters[1]?.schema?.default, 5);
  });

  it('[GLLM-38] reads the comment: text dedented, parameters, result, deprecation, example', () => {
    const { description, parameters, output, deprecated, examples } = contractOf(result, 'Svc.find');
    assert.equal(description, 'Finds City rows.\nindented');
    assert.equal(parameters[0]?.schema?.description, 'the query');
    assert.equal(output?.description, 'the cities');
    assert.equal(deprecated, 'use other');
    assert.deepEqual(examples, [{ args: { q: 'Paris' } }]);
    assert.equal(contractOf(result, 'search').description, 'Searches.');
  });

  it('has no output for void, and hashes every file with a say', () => {
    assert.equal(contractOf(result, 'Svc.whole').output, undefined);
    const files = Object.keys(result.model?.sources ?? {}).map((file) => file.replace(/.*\/src\//, ''));
    assert.deepEqual(files, ['dto.ts', 'service.ts']);
  });
});

describe('build: faults of use', () => {
  const head = "import { tool, payload, param } from 'toolmark';\n";
  const cases: [title: string, source: string, expected: string[]][] = [
    ['a class that another name exports', 'class A { @tool() a(): void {} }\nexport const x = A;', []],
    ['a class nobody can import', 'class A { @tool() a(): void {} }\nexport const x = new A();', ['TM1010']],
    ['a static method', 'export class A { @tool() static a(): void {} }', ['TM1020']],
    ['an accessor', 'export class A { @tool() get a(): string { return ""; } }', ['TM1021']],
    ['a private method', 'export class A { @tool() private a(): void {} }', ['TM1023']],
    ['a symbol', 'export class A { @tool() [Symbol.iterator](): void {} }', ['TM1022']],
    ['two tools of one name', 'export class A { @tool({ name: "x" }) a(): void {} @tool({ name: "x" }) b(): void {} }', ['TM1025']],
    ['an unknown option', 'export class A { @tool({ nam: "x" } as object) a(): void {} }', ['TM1026']],
    ['a bad name', 'export class A { @tool({ name: "a b" }) a(): void {} }', ['TM1027']],
    ['a payload beside an argument', 'export class A { @tool() a(@payload() p: { x: number }, q: string): void {} }', ['TM1030']],
    ['two payloads', 'export class A { @tool() a(@payload() p: { x: number }, @payload() q: { y: number }): void {} }', ['TM1031']],
    ['a payload that is no object', 'export class A { @tool() a(@payload() p: string[]): void {} }', ['TM1035']],
    ['a payload that may be no object', 'export class A { @tool() a(@payload() p: { x: number } | string): void {} }', ['TM1035']],
    ['a payload that may be null or a map', 'export class A { @tool() a(@payload() p: Map<string, number> | null): void {} }', []],
    ['a destructured parameter beside another', 'export class A { @tool() a({ x }: { x: number }, q: string): void {} }', ['TM1032']],
    ['a named destructured parameter', 'export class A { @tool() a(@param({ name: "p" }) { x }: { x: number }, q: string): void {} }', []],
    ['a default that does not fit', 'export class A { @tool() a(n: number = "x" as never): void {} }', ['TM1301']],
    [
      'an example that does not fit',
      'export class A {\n  /** A.\n   * @example {"n": "x"} */\n  @tool() a(n: number): void {} }',
      ['TM1302'],
    ],
    [
      'a type that is not there',
      'import type { Gone } from "./gone.js";\nexport class A { @tool() a(@param({ schema: {} }) n: Gone): Gone { return n; } }',
      ['TM1006'],
    ],
    ['a class that is the whole module', 'class A { @tool() a(): void {} }\nexport = A;', ['TM1016']],
    [
      'a class that is the whole module and inherits its tools',
      'abstract class B { @tool() a(): void {} }\nclass A extends B {}\nexport = A;',
      ['TM1016'],
    ],
    ['a class in an object that is the whole module', 'class A { @tool() a(): void {} }\nexport = { A };', ['TM1016']],
    ['a function that is the whole module', 'export = tool(function a(): void {});', ['TM1016']],
    ['a helper beside what is the whole module', 'class B { b(): void {} }\nexport = new B();', []],
    ['a function that is not exported', 'tool(function a(): void {});\nexport {};', ['TM1011']],
  ];
  let result: BuildResult;

  before(() => {
    // One Program for all: making one takes longer than all the rest.
    result = buildFiles(Object.fromEntries(cases.map(([, source], index) => [`src/case${index}.ts`, head + source])));
  });

  for (const [index, [title, , expected]] of cases.entries()) {
    it(`${title}: ${expected.join() || 'none'}`, () => {
      const own = result.diagnostics.filter((one) => one.severity === 'error' && one.file?.endsWith(`/case${index}.ts`));
      // The generator may say more about a type that is not there.
      assert.deepEqual(
        [...new Set(own.map((one) => one.code))].filter((code) => !code.startsWith('TM11')),
        expected,
      );
      for (const one of own) assert.ok(one.line !== undefined && one.column !== undefined, JSON.stringify(one));
    });
  }

  it('tells nothing without a place', () => {
    assert.deepEqual(
      result.diagnostics.filter((one) => one.file === undefined),
      [],
    );
  });
});

describe('build: a project without experimentalDecorators', () => {
  it('tells of decorated parameters only', () => {
    const folder = makeProject(
      {
        'src/a.ts':
          "import { tool, param } from 'toolmark';\nexport class A {\n  @tool() plain(x: number): void {}\n  @tool() told(@param('x') x: number): void {}\n}\n",
      },
      { experimentalDecorators: false },
    );
    const { diagnostics } = buildManifest({ cwd: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(
      diagnostics.map(({ code, line }) => [code, line]),
      [['TM1036', 4]],
    );
  });
});

describe('build: two resources of a class', () => {
  it('that stand for the same URIs are told of, however their variables are called', () => {
    const text = `import { resource } from 'toolmark';
export class A {
  @resource('app://u/{id}') a(id: string): string { return id; }
  @resource('app://u/{name}') b(name: string): string { return name; }
  @resource('app://u/{+path}') c(path: string): string { return path; }
}
`;
    assert.deepEqual(
      buildFiles({ 'src/a.ts': text }).diagnostics.map(({ code, line }) => [code, line]),
      [['TM1025', 4]],
    );
  });
});
