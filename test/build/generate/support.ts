/** Generates schemas for the functions of a program made in memory beside real files. */
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { ts } from 'typescript-json-schema';
import type { DiagnosticCodeName } from '../../../src/build/diagnostics/diagnostic.js';
import { diagnosticCodes } from '../../../src/build/diagnostics/diagnostic.js';
import { createGenerator } from '../../../src/build/generate/index.js';
import { mapSubschemas } from '../../../src/schema/walk.js';
import type { ContractSchema } from '../../../src/types.js';

export const repository = path.resolve(import.meta.dirname, '..', '..', '..');

/** A diagnostic as tests compare it. */
export interface Found {
  code: DiagnosticCodeName;
  severity: string;
  /** The function that was being worked on. */
  during: string;
  details: string[];
  node: ts.Node | undefined;
}

export interface GeneratedFunction {
  parameters: Map<string, { schema: ContractSchema; optional: boolean }>;
  output: ContractSchema | undefined;
}

export interface Generated {
  functions: Map<string, GeneratedFunction>;
  $defs: Map<string, ContractSchema>;
  classes: Map<string, ts.Symbol>;
  found: Found[];
}

export const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.CommonJS,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  strict: true,
  experimentalDecorators: true,
  esModuleInterop: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [path.join(repository, 'node_modules', '@types')],
};

const libraries = new Map<string, ts.SourceFile>();

/** A program of files given as text; everything else is read from disk. Names are relative to the repository. */
export function programOf(files: Record<string, string>, options: ts.CompilerOptions = {}): ts.Program {
  const host = ts.createCompilerHost({ ...compilerOptions, ...options }, true);
  const texts = new Map(Object.entries(files).map(([name, text]) => [path.posix.join(repository, name), text]));
  const { readFile, fileExists, getSourceFile, directoryExists } = host;
  host.readFile = (name) => texts.get(name) ?? readFile.call(host, name);
  host.fileExists = (name) => texts.has(name) || fileExists.call(host, name);
  host.directoryExists = (name) =>
    [...texts.keys()].some((file) => file.startsWith(`${name}/`)) || (directoryExists?.call(host, name) ?? true);
  host.getSourceFile = (name, version, onError) => {
    const text = texts.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version, true);
    // Libraries are parsed once for all programs.
    const known = libraries.get(name) ?? getSourceFile.call(host, name, version, onError);
    if (known) libraries.set(name, known);
    return known;
  };
  return ts.createProgram([...texts.keys()], { ...compilerOptions, ...options }, host);
}

/** Generates the parameters and results of every exported function of a file. */
export function generate(program: ts.Program, file: string, reverse = false): Generated {
  const found: Found[] = [];
  let during = '';
  const generator = createGenerator(
    program,
    (code, node, ...details) => found.push({ code, severity: diagnosticCodes[code].severity, during, details, node }),
    repository,
  );
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path.posix.join(repository, file))!;
  const functions = new Map<string, GeneratedFunction>();
  const declarations = source.statements.filter(ts.isFunctionDeclaration);
  for (const declaration of reverse ? [...declarations].reverse() : declarations) {
    during = declaration.name!.text;
    const parameters = new Map(declaration.parameters.map((one) => [one.name.getText(), parameterOf(one, checker, generator)]));
    const returned = checker.getSignatureFromDeclaration(declaration)!.getReturnType();
    const output = declaration.type ? generator.output(checker.getAwaitedType(returned) ?? returned, declaration.type) : undefined;
    functions.set(during, { parameters, output });
  }
  during = '';
  const { $defs, classes, rename } = generator.finish();
  for (const entry of functions.values()) {
    for (const parameter of entry.parameters.values()) parameter.schema = rename(parameter.schema);
    if (entry.output) entry.output = rename(entry.output);
  }
  return { functions, $defs, classes, found };
}

function parameterOf(declaration: ts.ParameterDeclaration, checker: ts.TypeChecker, generator: ReturnType<typeof createGenerator>) {
  const full = checker.getTypeAtLocation(declaration);
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Void;
  const mayBeAbsent = full.isUnion() ? full.types.some((part) => part.flags & absent) : (full.flags & absent) !== 0;
  const optional = declaration.questionToken !== undefined || declaration.initializer !== undefined || mayBeAbsent;
  return { schema: generator.parameter(declaration, full), optional };
}

const withoutMarks = (schema: ContractSchema): ContractSchema => {
  const copy = mapSubschemas(schema, withoutMarks);
  for (const key of Object.keys(copy)) if (key.startsWith('x-')) delete copy[key];
  return copy;
};

/** The arguments' schema of a function, as an outside validator sees it. */
export function argumentsSchema(generated: Generated, name: string): ContractSchema {
  const entry = generated.functions.get(name)!;
  const parameters = [...entry.parameters];
  return withoutMarks({
    type: 'object',
    properties: Object.fromEntries(parameters.map(([key, { schema }]) => [key, schema])),
    required: parameters.filter(([, { optional }]) => !optional).map(([key]) => key),
    additionalProperties: false,
    $defs: Object.fromEntries(generated.$defs),
  });
}

/** An independent validator of a schema. */
export function validatorOf(schema: ContractSchema): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (ajvFormats as unknown as { default: (target: Ajv2020) => void }).default(ajv);
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}
