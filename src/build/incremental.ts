/** Decides what a change reaches, and puts a partial pass together with the one before. */
import { isDeepStrictEqual } from 'node:util';
import { ts } from './compiler.js';
import { moduleSpecifiers } from './discover/exports.js';
import type { Pass } from './pass.js';
import { usedNames } from './used-names.js';

/** The changed files and all that import them, directly or not. Undefined when everything has to be looked at. */
export function affectedFiles(program: ts.Program, before: ts.Program, changed: ReadonlySet<string>): Set<string> | undefined {
  if (changed.size === 0 && program.getSourceFiles().length === before.getSourceFiles().length) return new Set();
  const names = (of: ts.Program): string[] => of.getSourceFiles().map((file) => file.fileName);
  if (!isDeepStrictEqual(names(program), names(before))) return undefined;
  for (const file of changed) {
    const source = program.getSourceFile(file);
    if (source && reachesEverything(source)) return undefined;
  }
  const importers = findImporters(program);
  const affected = new Set<string>();
  const open = [...changed];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (affected.has(file)) continue;
    affected.add(file);
    open.push(...(importers.get(file) ?? []));
  }
  return affected;
}

/** Scripts and augmentations have a say in files that never import them. */
const reachesEverything = (file: ts.SourceFile): boolean => !ts.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b/.test(file.text);

function findImporters(program: ts.Program): Map<string, string[]> {
  const checker = program.getTypeChecker();
  const importers = new Map<string, string[]>();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue;
    for (const specifier of [...moduleSpecifiers(file), ...importTypes(file)]) {
      const target = checker.getSymbolAtLocation(specifier)?.valueDeclaration?.getSourceFile().fileName;
      if (target === undefined || target.includes('/node_modules/')) continue;
      importers.set(target, [...(importers.get(target) ?? []), file.fileName]);
    }
  }
  return importers;
}

/** `import('./dto.js').Dto`, and dynamic imports. */
function importTypes(file: ts.SourceFile): ts.StringLiteral[] {
  const found: ts.StringLiteral[] = [];
  if (!/\b(?:import|require)\s*\(/.test(file.text)) return found;
  const visit = (node: ts.Node): void => {
    const argument =
      ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
        ? node.argument.literal
        : ts.isCallExpression(node)
          ? node.arguments[0]
          : undefined;
    if (argument && ts.isStringLiteral(argument)) found.push(argument);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Undefined when one name would stand for two things, so that a whole pass has to choose the names anew. */
export function mergePasses(before: Pass, part: Pass, affected: ReadonlySet<string>): Pass | undefined {
  const kept = before.units.filter((unit) => !affected.has(unit.file));
  const redone = [...before.units.filter((unit) => affected.has(unit.file)), ...part.units];
  if (redone.some((unit) => unit.hasGenericBase)) return undefined;
  const used = usedNames(kept, before.$defs);
  const $defs = mergeNamed(before.$defs, part.$defs, used);
  const types = mergeNamed(before.types, part.types, used);
  if (!$defs || !types) return undefined;
  const diagnostics = [...before.diagnostics.filter((found) => found.file !== undefined && !affected.has(found.file)), ...part.diagnostics];
  return { units: [...kept, ...part.units], $defs, types, diagnostics };
}

function mergeNamed<V>(before: Record<string, V>, part: Record<string, V>, used: ReadonlySet<string>): Record<string, V> | undefined {
  const kept = Object.entries(before).filter(([name]) => used.has(name));
  if (kept.some(([name, value]) => Object.hasOwn(part, name) && !isDeepStrictEqual(part[name], value))) return undefined;
  return Object.fromEntries([...kept, ...Object.entries(part)]);
}
