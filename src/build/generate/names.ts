/** Final names: a type's own, qualified by its file where two types share one; never dependent on the order of the work. */
import path from 'node:path';
import { ts } from './engine.js';
import { has, typeArgumentsOf } from './types-of.js';

/** Something to be named. */
export interface Named {
  key: string;
  /** The wanted name. */
  base: string;
  symbol: ts.Symbol | undefined;
  /** Tells apart what has one name and one place: type arguments, direction. */
  detail: string;
}

const clean = (text: string): string => text.replace(/[^A-Za-z0-9_.-]+/g, '_');

/** A symbol's name; a class expression is called as its variable, a default export as its file. */
export function symbolName(symbol: ts.Symbol): string {
  const declaration = symbol.declarations?.[0];
  if (!symbol.name.startsWith('__') && symbol.name !== 'default') return clean(symbol.name);
  const named = declaration && (declaration as ts.NamedDeclaration).name;
  if (named && ts.isIdentifier(named)) return clean(named.text);
  const parent = declaration?.parent;
  if (parent && ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return clean(parent.name.text);
  if (symbol.name !== 'default' || !declaration) return 'Object';
  return clean(path.posix.basename(declaration.getSourceFile().fileName).replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ''));
}

/** A type's name with its arguments: `Page_User`. */
export function typeName(type: ts.Type, checker: ts.TypeChecker, depth = 0): string {
  if (depth > 5) return 'etc';
  const inner = (part: ts.Type): string => typeName(part, checker, depth + 1);
  if (type.aliasSymbol) return [symbolName(type.aliasSymbol), ...(type.aliasTypeArguments ?? []).map(inner)].join('_');
  if (type.isUnion() && !has(type, ts.TypeFlags.EnumLike | ts.TypeFlags.Boolean)) return type.types.map(inner).sort().join('_or_');
  if (type.isIntersection()) return type.types.map(inner).join('_and_');
  if (checker.isArrayType(type))
    return `${checker
      .getTypeArguments(type as ts.TypeReference)
      .map(inner)
      .join('_')}_array`;
  const declared = type.symbol && !type.symbol.name.startsWith('__') ? type.symbol : undefined;
  if (has(type, ts.TypeFlags.Object))
    return [type.symbol ? symbolName(type.symbol) : 'Object', ...typeArgumentsOf(type, checker).map(inner)].join('_');
  return declared ? symbolName(declared) : clean(checker.typeToString(type)).replace(/^_|_$/g, '') || 'value';
}

/** Gives each of the entries its final name, by key. */
export function settleNames(entries: readonly Named[], root: string): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [base, group] of [...groupBy(entries, (entry) => entry.base)].sort(byKey)) {
    const [only] = group;
    const settled = group.length === 1 && only ? new Map([[only.key, base]]) : qualify(base, group, root);
    for (const [key, name] of settled) {
      let free = name;
      for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
      taken.add(free);
      names.set(key, free);
    }
  }
  return names;
}

/** All of a conflict by their files; several in one file by their namespaces, then by number in the order of the source. */
function qualify(base: string, group: readonly Named[], root: string): Map<string, string> {
  const files = [...new Set(group.map((entry) => fileOf(entry, root)))];
  const shorts = files.length > 1 ? shortFiles(files) : new Map(files.map((file) => [file, '']));
  const names = new Map<string, string>();
  for (const [stem, same] of groupBy(group, (entry) =>
    [shorts.get(fileOf(entry, root)), ...namespaces(entry.symbol), base].filter(Boolean).join('.'),
  )) {
    const ordered = [...same].sort(byPlace);
    ordered.forEach((entry, index) => names.set(entry.key, index === 0 ? stem : `${stem}_${index + 1}`));
  }
  return names;
}

const byKey = (a: [string, unknown], b: [string, unknown]): number => (a[0] < b[0] ? -1 : 1);

function byPlace(a: Named, b: Named): number {
  const [first, second] = [a.symbol?.declarations?.[0]?.pos ?? 0, b.symbol?.declarations?.[0]?.pos ?? 0];
  return first - second || (a.detail < b.detail ? -1 : a.detail > b.detail ? 1 : 0);
}

/** The file relative to the root, or to the last node_modules; segments joined by `/`. */
function fileOf(entry: Named, root: string): string {
  const file = entry.symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  const packages = file.lastIndexOf('/node_modules/');
  const relative = packages >= 0 ? file.slice(packages + '/node_modules/'.length) : path.posix.relative(root.replace(/\\/g, '/'), file);
  return relative
    .replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')
    .split('/')
    .filter((part) => part !== '..' && part !== '')
    .map(clean)
    .join('/');
}

/** The shortest tails of the paths that tell all files apart. */
function shortFiles(files: readonly string[]): Map<string, string> {
  const tail = (file: string, count: number): string => file.split('/').slice(-count).join('.');
  let count = 1;
  while (count < 30 && new Set(files.map((file) => tail(file, count))).size < files.length) count++;
  return new Map(files.map((file) => [file, tail(file, count)]));
}

function namespaces(symbol: ts.Symbol | undefined): string[] {
  const names: string[] = [];
  for (let node = symbol?.declarations?.[0]?.parent; node; node = node.parent) {
    if (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name)) names.unshift(clean(node.name.text));
  }
  return names;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
