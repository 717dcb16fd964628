/** Writes the generated module. */
import { dirname, posix } from 'node:path';
import type { ToolContract } from '../../types.js';
import { ImportTable, type ImportEnding } from './imports.js';
import { writeBody, writeKey, writeLiteral } from './literals.js';
import type { ClassModel, ClassRef, FormModel, FunctionModel, ManifestModel, SchemaModel } from './model.js';

const header = `/* eslint-disable */
// Written by 'toolmark build' from the sources listed below. Do not edit: run it again instead.
`;

/** The module's text. @param file where it will lie, absolute; paths in it are relative to its folder */
export function writeModule(model: ManifestModel, file: string, ending: ImportEnding): string {
  const bound = [...model.classes, ...model.functions, ...model.forms, ...model.schemas];
  const refs = [...bound.map((one) => one.ref), ...Object.values(model.types)];
  const imports = new ImportTable(refs, file, ending);
  const relative = (path: string): string => posix.relative(dirname(file), path);
  const thunk = (ref: ClassRef): string => `() => ${imports.nameOf(ref)}${ref.closed ? ' as never' : ''}`;
  const sources = Object.fromEntries(Object.entries(model.sources).map(([path, hash]) => [relative(path), hash]));
  const parts = [
    `  version: 1,`,
    `  sources: ${writeLiteral(sources, 2)},`,
    `  types: ${writeBlock(Object.entries(model.types).map(([name, ref]) => `${writeKey(name)}: ${thunk(ref)}`))},`,
    `  $defs: ${writeBlock(Object.entries(model.$defs).map(([name, schema]) => `${writeKey(name)}: (): ContractSchema => ${writeBody(schema, 'ContractSchema', 4)}`))},`,
    `  classes: ${writeList(model.classes.map((one) => writeClass(one, thunk(one.ref), relative(one.file))))},`,
    `  functions: ${writeList(model.functions.map((one) => writeFunction(one, thunk(one.ref), relative(one.file))))},`,
    ...(model.forms.length > 0
      ? [`  forms: ${writeList(model.forms.map((one) => writeForm(one, thunk(one.ref), relative(one.file))))},`]
      : []),
    ...(model.schemas.length > 0
      ? [`  schemas: ${writeList(model.schemas.map((one) => writeSchema(one, thunk(one.ref), relative(one.file))))},`]
      : []),
  ];
  const lines = [`import { ${importedNames(model)} } from 'toolmark';`, ...imports.lines()];
  return `${header}${lines.join('\n')}\n\nconst manifest: ToolManifest = defineManifest({\n${parts.join('\n')}\n});\n\nexport default manifest;\n`;
}

/** The thunks' types are written out: an inferred one would give unlike literals of one array each other's keys. */
function importedNames({ $defs, classes, functions, forms, schemas: ofClasses }: ManifestModel): string {
  const contracts = classes.length + functions.length > 0;
  const schemas = Object.keys($defs).length + forms.length + ofClasses.length > 0;
  return [
    ...(schemas ? ['type ContractSchema'] : []),
    'defineManifest',
    ...(contracts ? ['type ToolContract'] : []),
    'type ToolManifest',
  ].join(', ');
}

const writeBlock = (entries: string[]): string =>
  entries.length === 0 ? '{}' : `{\n${entries.map((entry) => `    ${entry},\n`).join('')}  }`;
const writeList = (items: string[]): string => (items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${item},\n`).join('')}  ]`);

function writeClass(model: ClassModel, thunk: string, source: string): string {
  const methods = Object.entries(model.methods).map(
    ([name, contract]) => `        ${writeKey(name)}: (): ToolContract => ${writeContract(contract, 8)},\n`,
  );
  return `{\n      class: ${thunk},\n      name: ${writeLiteral(model.name, 6)},\n      source: ${writeLiteral(source, 6)},\n      methods: {\n${methods.join('')}      },\n    }`;
}

function writeFunction(model: FunctionModel, thunk: string, source: string): string {
  const contract = writeContract(model.contract, 6);
  return `{\n      function: ${thunk},\n      name: ${writeLiteral(model.name, 6)},\n      source: ${writeLiteral(source, 6)},\n      contract: (): ToolContract => ${contract},\n    }`;
}

function writeForm(model: FormModel, thunk: string, source: string): string {
  const schema = writeBody(model.schema, 'ContractSchema', 6);
  return `{\n      form: ${thunk},\n      name: ${writeLiteral(model.name, 6)},\n      source: ${writeLiteral(source, 6)},\n      schema: (): ContractSchema => ${schema},\n    }`;
}

function writeSchema({ name, input, output }: SchemaModel, thunk: string, source: string): string {
  const schemas = Object.entries({ input, output }).filter(([, schema]) => schema !== undefined);
  const written = schemas.map(([key, schema]) => `\n      ${key}: (): ContractSchema => ${writeBody(schema, 'ContractSchema', 6)},`);
  return `{\n      class: ${thunk},\n      name: ${writeLiteral(name, 6)},\n      source: ${writeLiteral(source, 6)},${written.join('')}\n    }`;
}

/** What a reader looks for first comes first. */
function writeContract(contract: ToolContract, indent: number): string {
  const { description, deprecated, length, parameters, output, void: isVoid, examples } = contract;
  return writeBody({ description, deprecated, length, parameters, output, void: isVoid, examples }, 'ToolContract', indent);
}
