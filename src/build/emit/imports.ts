/** Gives every imported class a local name of its own, and writes the import statements. */
import { dirname, posix } from 'node:path';
import { compareText } from '../diagnostics/collector.js';
import type { ExportRef } from '../discover/exports.js';
import { quote } from './literals.js';

/** How relative specifiers end: as the project itself writes them. */
export type ImportEnding = 'none' | 'js' | 'ts';

/** Names that the module needs for itself, or that an import may not take. */
const reserved = (
  'defineManifest ToolManifest ToolContract ContractSchema manifest Object JSON undefined arguments eval await break case catch class const continue ' +
  'debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package ' +
  'private protected public return static super switch this throw true try typeof var void while with yield'
).split(' ');

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Local names and import lines for what one generated module imports. */
export class ImportTable {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set(reserved);
  readonly #byModule = new Map<string, Map<string, string>>();
  readonly #file: string;
  readonly #ending: ImportEnding;

  constructor(refs: readonly ExportRef[], file: string, ending: ImportEnding) {
    this.#file = file;
    this.#ending = ending;
    const specified = refs.map((ref) => ({ ref, specifier: this.#specifier(ref) }));
    specified.sort((a, b) => compareText(a.specifier, b.specifier) || compareText(a.ref.name, b.ref.name));
    for (const { ref, specifier } of specified) this.#add(ref, specifier);
  }

  /** The expression that stands for the export. */
  nameOf(ref: ExportRef): string {
    const [, ...inner] = ref.name.split('.');
    return [this.#names.get(key(ref)), ...inner].join('.');
  }

  lines(): string[] {
    return [...this.#byModule].map(([specifier, names]) => `import ${clause(names)} from ${quote(specifier)};`);
  }

  #add(ref: ExportRef, specifier: string): void {
    if (this.#names.has(key(ref))) return;
    const exported = ref.name.split('.')[0] ?? ref.name;
    const local = this.#free(exported === ref.name ? ref.local : exported);
    this.#names.set(key(ref), local);
    const names = this.#byModule.get(specifier) ?? new Map<string, string>();
    this.#byModule.set(specifier, names.set(exported, local));
  }

  #free(wanted: string): string {
    // `export { Item as 'an item' }` is allowed.
    const stem = identifier.test(wanted) ? wanted : wanted.replace(/[^\p{ID_Continue}$]/gu, '_').replace(/^(?![\p{ID_Start}$_])/u, '_');
    let name = stem;
    for (let count = 2; this.#taken.has(name); count++) name = `${stem}${count}`;
    this.#taken.add(name);
    return name;
  }

  #specifier(ref: ExportRef): string {
    if (ref.external) return ref.module;
    const path = posix.relative(dirname(this.#file), ref.module);
    return withEnding(path.startsWith('.') ? path : `./${path}`, this.#ending);
  }
}

/** Exports of one namespace share its import. */
const key = (ref: ExportRef): string => `${ref.module}\0${ref.name.split('.')[0]}`;

function clause(names: Map<string, string>): string {
  const byName = [...names]
    .filter(([exported]) => exported !== 'default')
    .map(([exported, local]) => (exported === local ? local : `${identifier.test(exported) ? exported : quote(exported)} as ${local}`));
  const parts = byName.length > 0 ? [`{ ${byName.join(', ')} }`] : [];
  return [names.get('default'), ...parts].filter((part) => part !== undefined).join(', ');
}

function withEnding(path: string, ending: ImportEnding): string {
  if (ending === 'ts') return path;
  // `.mts` and `.cts` are never found without their ending.
  if (/\.[mc]tsx?$/.test(path)) return path.replace(/\.([mc])tsx?$/, '.$1js');
  return ending === 'js' ? path.replace(/\.tsx?$/, '.js').replace(/\.jsx$/, '.js') : path.replace(/\.[jt]sx?$/, '');
}
