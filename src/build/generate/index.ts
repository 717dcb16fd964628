/** Types of the checker -> contract schemas, with final names when all are known. */
import type { ContractSchema } from '../../types.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { createFitCheck } from './check.js';
import type { ContractGenerator } from './contract-generator.js';
import { type Definition, type FinishedDefinition } from './definitions.js';
import { ts } from './engine.js';
import { TypeGenerator } from './generator.js';
import { applyDocs } from './jsdoc/apply.js';
import { settleNames, symbolName, typeName } from './names.js';
import { outputSchema } from './output.js';
import { renamer } from './rename.js';
import { writtenType } from './types-of.js';

export type { ContractGenerator } from './contract-generator.js';

/**
 * A generator for one Program.
 * @param report gets what is wrong, with the node
 * @param root absolute path of the folder that file names in the output are relative to
 */
export function createGenerator(program: ts.Program, report: Report, root: string): ContractGenerator {
  const generator = new TypeGenerator(program, report);
  return {
    parameter: (declaration, type) => parameterSchema(generator, declaration, type),
    input: (label, type, node, at) => inputSchema(generator, label, type, node, at),
    output: (type, at) => outputSchema(generator, report, type, at),
    finish: () => finish(generator, report, root),
  };
}

function parameterSchema(generator: TypeGenerator, declaration: ts.ParameterDeclaration, type: ts.Type): ContractSchema {
  generator.direction = 'input';
  const name = ts.isIdentifier(declaration.name) ? declaration.name.text : 'the arguments';
  const label = ts.isIdentifier(declaration.name) ? `parameter '${name}'` : name;
  return generator.at({ label, node: declaration }, () =>
    applyDocs(
      generator.of(writtenType(type, declaration, generator.program), declaration.type),
      generator.docs.ofNode(declaration),
      generator,
      declaration,
    ),
  );
}

function inputSchema(generator: TypeGenerator, label: string, type: ts.Type, node: ts.TypeNode | undefined, at: ts.Node): ContractSchema {
  generator.direction = 'input';
  return generator.at({ label, node: at }, () => generator.of(type, node));
}

function finish(generator: TypeGenerator, report: Report, root: string): ReturnType<ContractGenerator['finish']> {
  const definitions = generator.definitions.finished();
  const merged = new Map([...mergeRepeated(definitions), ...mergeDirections(definitions)]);
  const kept = definitions.filter((definition) => !merged.has(definition.key));
  const inputs = new Set(kept.filter((one) => one.direction === 'input').map((one) => one.type));
  const names = settleNames(
    kept.map((definition) => toNamed(definition, generator, inputs)),
    root,
  );
  for (const key of merged.keys()) names.set(key, names.get(lastOf(merged, key)) ?? key);
  const classNames = settleNames(
    [...generator.classes].map(([key, symbol]) => ({ key, base: symbolName(symbol), symbol, detail: '' })),
    root,
  );
  const rename = renamer(names, classNames);
  const $defs = new Map(
    kept.map((one) => [names.get(one.key) ?? one.key, rename(one.schema)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const classes = new Map(
    [...generator.classes].map(([key, symbol]) => [classNames.get(key) ?? key, symbol] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  checkValues(generator, report, $defs, rename);
  return { $defs, classes, rename };
}

/** Follows a chain of merges to its end. */
function lastOf(merged: ReadonlyMap<string, string>, key: string): string {
  const next = merged.get(key);
  return next === undefined ? key : lastOf(merged, next);
}

function toNamed(
  definition: Definition,
  generator: TypeGenerator,
  inputs: ReadonlySet<ts.Type>,
): Parameters<typeof settleNames>[0][number] {
  const { type, key, direction } = definition;
  const twin = direction === 'output' && inputs.has(type);
  const base = typeName(type, generator.checker) + (twin ? '_output' : '');
  return { key, base, symbol: type.aliasSymbol ?? type.symbol, detail: generator.getTypeName(type) };
}

/** An anonymous type that two definitions met at once was made twice. */
function mergeRepeated(definitions: readonly Definition[]): Map<string, string> {
  const first = { input: new Map<ts.Type, string>(), output: new Map<ts.Type, string>() };
  const merged = new Map<string, string>();
  for (const { key, type, direction } of definitions) {
    const known = first[direction].get(type);
    if (known === undefined) first[direction].set(type, key);
    else merged.set(key, known);
  }
  return merged;
}

/** Definitions of one type for both directions are one, when they and all they refer to are the same. Output key -> input key. */
function mergeDirections(definitions: readonly FinishedDefinition[]): Map<string, string> {
  const inputs = new Map(definitions.filter((one) => one.direction === 'input').map((one) => [one.type, one]));
  const pairs = new Map<string, FinishedDefinition>();
  const outputs = definitions.filter((one) => one.direction === 'output');
  for (const output of outputs) {
    const input = inputs.get(output.type);
    if (input) pairs.set(output.key, input);
  }
  for (let changed = true; changed;) {
    const same = renamer(new Map([...pairs].map(([key, input]) => [key, input.key])), new Map());
    const unequal = outputs.filter((output) => {
      const input = pairs.get(output.key);
      return input && JSON.stringify(same(output.schema)) !== JSON.stringify(input.schema);
    });
    for (const output of unequal) pairs.delete(output.key);
    changed = unequal.length > 0;
  }
  return new Map([...pairs].map(([key, input]) => [key, input.key]));
}

function checkValues(
  generator: TypeGenerator,
  report: Report,
  $defs: ReadonlyMap<string, ContractSchema>,
  rename: (schema: ContractSchema) => ContractSchema,
): void {
  const check = createFitCheck($defs);
  for (const { schema, value, keyword, label, node } of generator.expectations) {
    const wrong = check(rename(schema), value);
    if (wrong !== undefined) report('TM1206', node, label, keyword, JSON.stringify(value), wrong);
  }
}
