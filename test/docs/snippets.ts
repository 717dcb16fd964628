/** The TypeScript of pages: what stands in fences, and what a reader has besides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../build/support.js';

/** One fence of a page. */
export interface Snippet {
  /** From the repository's root. */
  readonly page: string;
  readonly code: string;
}

/** All of a page, in order. */
export function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(root, page), 'utf8');
  return Array.from(text.matchAll(/^```ts\n([^]*?)^```/gm), ([, code = '']) => ({ page, code }));
}

/** What a reader has by then, by name: a declaration that goes before a snippet which uses the name and does not bring it. */
export type Given = Readonly<Record<string, string>>;

/** The snippet as a module of its own; what is given may need what else is given. */
function moduleOf({ code }: Snippet, given: Given): string {
  const declared = new Set<string>();
  const before = (text: string): string[] =>
    Object.entries(given).flatMap(([name, declaration]) => {
      if (declared.has(name) || brings(code, name) || !new RegExp(`\\b${name}\\b`).test(text)) return [];
      declared.add(name);
      return [...before(declaration), declaration];
    });
  return [...before(code), code, 'export {};\n'].join('\n');
}

const brings = (code: string, name: string): boolean =>
  new RegExp(`(?:const|let|function|class) ${name}\\b|^import [^;]*\\b${name}\\b[^;]* from`, 'm').test(code);

/** Faults of all snippets under the strictest settings, each with its page and line. */
export function faultsOf(snippets: readonly Snippet[], givenOf: (page: string) => Given): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const files = new Map(
    snippets.map((snippet, index) => [
      join(root, `test/docs/snippet-${index}.ts`),
      { snippet, text: moduleOf(snippet, givenOf(snippet.page)) },
    ]),
  );
  const all: ts.CompilerOptions = { ...options, noEmit: true, exactOptionalPropertyTypes: true, paths: sources };
  const host = ts.createCompilerHost(all);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.text ?? readFile(path);
  host.getSourceFile = (path, how, ...rest) => {
    const text = files.get(path)?.text;
    return text === undefined ? getSourceFile(path, how, ...rest) : ts.createSourceFile(path, text, how, true);
  };
  const program = ts.createProgram([...files.keys()], all, host);
  return [...files].flatMap(([path, { snippet, text }]) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ start = 0, messageText }) => {
      const line = text.slice(text.lastIndexOf('\n', start) + 1).split('\n')[0];
      return `${snippet.page}: ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

/** The package by its sources: nothing need be built. */
const sources = {
  toolmark: [join(root, 'src/index.ts')],
  'toolmark/calling': [join(root, 'src/bridges/calling/index.ts')],
  'toolmark/mcp': [join(root, 'src/bridges/mcp/index.ts')],
  'toolmark/*': [join(root, 'src/bridges/*.ts')],
};

/** Runs a snippet with these names in place of its imports. */
export async function runSnippet(snippet: Snippet, names: Readonly<Record<string, unknown>>): Promise<void> {
  const code = snippet.code.replace(/^import [^;]*;$/gm, '');
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } });
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;
  const run = new AsyncFunction(...Object.keys(names), outputText) as (...values: unknown[]) => Promise<void>;
  await run(...Object.values(names));
}
