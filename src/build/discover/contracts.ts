/** From one marked method or function to its contract. */
import type { ParameterContract, ToolContract } from '../../types.js';
import { ts } from '../compiler.js';
import { holdsResource } from '../generate/content-types.js';
import { type Docs, readDocs } from './jsdoc.js';
import { type Discovery, type NamedParameter, type PendingCheck, readParameters } from './parameters.js';

/** A contract whose schemas have no final names yet. */
export interface DraftContract {
  contract: ToolContract;
  checks: PendingCheck[];
  /** By parameter: the argument's name in a call, and where it is declared. */
  named: NamedParameter[];
}

/** What a contract is made from. */
export interface ContractSource {
  /** For messages: `AtlasService.nearby`. */
  owner: string;
  signature: ts.Signature;
  declaration: ts.SignatureDeclaration;
  /** Declarations of the method in the class and its ancestors, the nearest first. */
  lineage: readonly ts.SignatureDeclaration[];
  /** Nodes that may carry the comment, the nearest first. */
  documented: readonly ts.Node[];
  /** Which results are to have a schema: all, those that become JSON, or none. */
  output: 'all' | 'json' | 'none';
}

export function draftContract(discovery: Discovery, source: ContractSource): DraftContract {
  const { signature, declaration, owner } = source;
  const docs = readDocs(source.documented);
  const { contracts, checks, named } = readParameters(discovery, signature, decoratedParameters(discovery, source), docs, owner);
  const contract: ToolContract = { parameters: contracts, length: lengthOf(declaration) };
  if (docs.description !== undefined) contract.description = docs.description;
  if (docs.deprecated !== undefined) contract.deprecated = docs.deprecated;
  addOutput(discovery, source, docs, contract);
  addExamples(docs, contract, checks, owner);
  return { contract, checks, named };
}

/** As at run time: the decorated parameters of an override replace its parent's as a whole. */
function decoratedParameters({ marks }: Discovery, { lineage, declaration }: ContractSource): readonly ts.ParameterDeclaration[] {
  const valued = (of: ts.SignatureDeclaration): ts.ParameterDeclaration[] => of.parameters.filter((parameter) => !isThis(parameter));
  const decorated = lineage.find((one) => one.parameters.some((parameter) => marks.of(parameter).length > 0));
  return valued(decorated ?? declaration);
}

const isThis = (parameter: ts.ParameterDeclaration): boolean => ts.isIdentifier(parameter.name) && parameter.name.text === 'this';

function lengthOf(declaration: ts.SignatureDeclaration): number {
  const parameters = declaration.parameters.filter((parameter) => !isThis(parameter));
  const end = parameters.findIndex((parameter) => parameter.initializer !== undefined || parameter.dotDotDotToken !== undefined);
  return end < 0 ? parameters.length : end;
}

function addOutput(
  discovery: Discovery,
  { signature, declaration, output: wanted }: ContractSource,
  docs: Docs,
  contract: ToolContract,
): void {
  const returned = signature.getReturnType();
  const type = discovery.checker.getAwaitedType(returned) ?? returned;
  if (type.flags & ts.TypeFlags.Never) return;
  if (type.flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined)) contract.void = true;
  if (wanted === 'none' || (wanted === 'json' && holdsResource(type, discovery.checker))) return;
  const output = discovery.generator.output(type, declaration.type ?? declaration.name ?? declaration);
  if (!output) return;
  contract.output = docs.returns === undefined ? output : { ...output, description: docs.returns };
}

function addExamples(docs: Docs, contract: ToolContract, checks: PendingCheck[], owner: string): void {
  if (docs.examples.length === 0) return;
  contract.examples = docs.examples.map(({ example }) => example);
  if (contract.parameters.some((parameter) => parameter.role !== 'context' && !parameter.schema)) return;
  const schema = argumentsSchema(contract.parameters);
  for (const { example, node } of docs.examples) checks.push({ code: 'TM1302', schema, value: example.args, what: owner, node });
}

function argumentsSchema(parameters: readonly ParameterContract[]): NonNullable<ParameterContract['schema']> {
  const payload = parameters.find((parameter) => parameter.role === 'payload');
  if (payload?.schema) return payload.schema;
  const own = parameters.filter((parameter) => parameter.role !== 'context');
  return {
    type: 'object',
    properties: Object.fromEntries(own.map((parameter) => [parameter.name, parameter.schema ?? {}])),
    required: own.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    // A name given at run time may differ from the parameter's, so only what is known to be wrong is refused.
    additionalProperties: false,
  };
}
