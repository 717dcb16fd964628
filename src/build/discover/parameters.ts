/** From the parameters of one marked method or function to their contracts. */
import type { ContractSchema, ParameterContract } from '../../types.js';
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { ContractGenerator } from '../generate/contract-generator.js';
import { constantValue } from '../generate/constants.js';
import { isLooseNull } from '../generate/types-of.js';
import type { Docs } from './jsdoc.js';
import { literalName } from './literal-options.js';
import { type Mark, type Marks } from './marks.js';

/** What the parts of discovery share in one run. */
export interface Discovery {
  program: ts.Program;
  checker: ts.TypeChecker;
  marks: Marks;
  generator: ContractGenerator;
  report: Report;
}

/** A value that must fit a schema, to be checked when all schemas are final. */
export interface PendingCheck {
  code: 'TM1301' | 'TM1302';
  schema: ContractSchema;
  value: unknown;
  what: string;
  node: ts.Node;
}

/** One parameter with what was said of it. */
interface Parameter {
  symbol: ts.Symbol;
  declaration: ts.ParameterDeclaration;
  type: ts.Type;
  marks: Mark[];
  role: ParameterContract['role'];
  name: string;
  explicitSchema: boolean;
  /** `@param [name]` of JavaScript. */
  isBracketed: boolean;
  /** The argument's name at run time, when it can be read. */
  argument: string | undefined;
}

/** Contracts of all parameters, and what is to be checked later. */
export interface ParameterResult {
  contracts: ParameterContract[];
  checks: PendingCheck[];
  named: NamedParameter[];
}

/** The name an argument has in a call, and where its parameter is declared. */
export interface NamedParameter {
  name: string;
  node: ts.ParameterDeclaration;
}

/**
 * @param decorated declarations whose decorators count, by index: an override without own ones keeps its parent's
 * @param owner the tool's name for messages
 */
export function readParameters(
  discovery: Discovery,
  signature: ts.Signature,
  decorated: readonly ts.ParameterDeclaration[],
  docs: Docs,
  owner: string,
): ParameterResult {
  const parameters = signature
    .getParameters()
    .map((symbol, index) => readOne(discovery, symbol, decorated[index], index, docs))
    .filter((one) => one !== undefined);
  settleDestructured(parameters);
  checkRoles(discovery, parameters, owner);
  const described = describeByDocs(discovery, parameters, docs, owner);
  const checks: PendingCheck[] = [];
  const contracts = parameters.map((parameter, index) => toContract(discovery, parameter, described[index], checks));
  return { contracts, checks, named: parameters.map((one) => ({ name: one.argument ?? one.name, node: one.declaration })) };
}

function readOne(
  discovery: Discovery,
  symbol: ts.Symbol,
  decorated: ts.ParameterDeclaration | undefined,
  index: number,
  docs: Docs,
): Parameter | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !ts.isParameter(declaration)) return undefined;
  const type = documentedType(declaration, docs, discovery.checker) ?? discovery.checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const marks = discovery.marks.of(decorated ?? declaration);
  const options = marks.map((mark) => mark.call?.arguments[0]).filter((argument) => argument !== undefined);
  const argument = options.map((option) => literalName(option, discovery.checker)).find((name) => name !== undefined);
  return {
    symbol,
    declaration,
    type,
    marks,
    role: roleOf(discovery, declaration, type, marks),
    name: ts.isIdentifier(declaration.name) ? declaration.name.text : (argument ?? `argument${index + 1}`),
    isBracketed: isScript(declaration) && docs.parameters.get(declaration.name.getText())?.isBracketed === true,
    explicitSchema: options.some((option) => givesSchema(option, discovery.checker)),
    argument,
  };
}

const isScript = (node: ts.Node): boolean => /\.[cm]?jsx?$/.test(node.getSourceFile().fileName);

/** JavaScript's `/** @param {number} a *\/` before `export const add = tool(function (a) {…})`, which the compiler does not relate to the function. */
function documentedType(declaration: ts.ParameterDeclaration, docs: Docs, checker: ts.TypeChecker): ts.Type | undefined {
  if (!isScript(declaration) || ts.getJSDocType(declaration) || !ts.isCallExpression(declaration.parent.parent)) return undefined;
  const tag = docs.parameters.get(declaration.name.getText())?.node.parent;
  const written = tag && ts.isJSDocParameterTag(tag) ? tag.typeExpression?.type : undefined;
  if (written) return checker.getTypeFromTypeNode(written);
  return declaration.initializer ? undefined : checker.getAnyType();
}

function roleOf(discovery: Discovery, declaration: ts.ParameterDeclaration, type: ts.Type, marks: Mark[]): ParameterContract['role'] {
  if (marks.some((mark) => mark.name === 'context')) return 'context';
  if (marks.some((mark) => mark.name === 'payload')) return 'payload';
  if (declaration.dotDotDotToken) return 'rest';
  return discovery.marks.isContext(type) ? 'context' : 'property';
}

function givesSchema(option: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isStringLiteralLike(option)) return false;
  const property = checker.getTypeAtLocation(option).getProperty('schema');
  return property !== undefined && !(property.flags & ts.SymbolFlags.Optional);
}

/** A destructured parameter without a name of its own is the arguments object, when it stands alone. */
function settleDestructured(parameters: Parameter[]): void {
  const alone = parameters.filter((one) => one.role !== 'context').length === 1;
  for (const one of parameters) {
    if (alone && one.role === 'property' && one.argument === undefined && ts.isObjectBindingPattern(one.declaration.name))
      one.role = 'payload';
  }
}

function checkRoles({ report, program }: Discovery, parameters: Parameter[], owner: string): void {
  const decorated = parameters.find((one) => one.marks.length > 0);
  if (decorated && !program.getCompilerOptions().experimentalDecorators) report('TM1036', decorated.declaration, owner);
  const payloads = parameters.filter((one) => one.role === 'payload');
  const others = parameters.filter((one) => one.role === 'property' || one.role === 'rest');
  if (payloads[1]) report('TM1031', payloads[1].declaration, owner);
  if (payloads[0] && others[0]) report('TM1030', others[0].declaration, owner);
  const names = new Set<string>();
  for (const one of others) {
    if (!ts.isIdentifier(one.declaration.name) && one.argument === undefined) report('TM1032', one.declaration, owner);
    const name = one.argument ?? one.name;
    if (names.has(name)) report('TM1034', one.declaration, owner, name);
    names.add(name);
  }
}

/** The comment's words for each parameter; a destructured one takes the first name that fits no other. */
function describeByDocs({ report }: Discovery, parameters: Parameter[], docs: Docs, owner: string): (string | undefined)[] {
  const byName = new Map(docs.parameters);
  const described = parameters.map((one) => {
    const said = byName.get(one.name) ?? (one.argument === undefined ? undefined : byName.get(one.argument));
    byName.delete(one.name);
    return said?.text;
  });
  for (const [name, said] of byName) {
    if (parameters.some((one) => one.argument === name)) continue;
    const index = parameters.findIndex((one, at) => !ts.isIdentifier(one.declaration.name) && described[at] === undefined);
    if (index >= 0) described[index] = said.text;
    else report('TM1033', said.node, name, owner);
  }
  return described;
}

function toContract(
  discovery: Discovery,
  parameter: Parameter,
  description: string | undefined,
  checks: PendingCheck[],
): ParameterContract {
  const { declaration, role, name, type } = parameter;
  const contract: ParameterContract = { name, role, required: isRequired(parameter, discovery.checker) };
  if (role === 'context') return { ...contract, required: false };
  if (declaration.initializer) contract.initialised = true;
  if (parameter.explicitSchema) return contract;
  contract.schema = { ...discovery.generator.parameter(declaration, type) };
  if (role === 'payload' && !mayBeObject(contract.schema)) discovery.report('TM1035', declaration, discovery.checker.typeToString(type));
  if (description) contract.schema.description = description;
  const { initializer } = declaration;
  const isLooseDefault = initializer?.kind === ts.SyntaxKind.NullKeyword && isLooseNull(type, discovery.program);
  if (initializer && !isLooseDefault) addDefault(discovery, initializer, contract.schema, name, checks);
  if (ts.isObjectBindingPattern(declaration.name) && contract.schema.properties)
    addElementDefaults(discovery, declaration.name, contract.schema, checks);
  return contract;
}

/** The arguments of a call are one object. What a reference stands for is seen when it is registered. */
function mayBeObject({ type, anyOf }: ContractSchema): boolean {
  if (type !== undefined) return [type].flat().includes('object');
  return anyOf?.every((branch) => branch.type === 'null' || mayBeObject(branch)) ?? true;
}

function isRequired({ declaration, role, type, isBracketed }: Parameter, checker: ts.TypeChecker): boolean {
  if (declaration.questionToken || declaration.initializer || isBracketed) return false;
  if (role === 'rest') return checker.isTupleType(type) && ((type as ts.TypeReference).target as ts.TupleType).minLength > 0;
  return !acceptsUndefined(type);
}

function acceptsUndefined(type: ts.Type): boolean {
  if (type.flags & ts.TypeFlags.Undefined) return true;
  return type.isUnion() && type.types.some((part) => part.flags & ts.TypeFlags.Undefined);
}

function addDefault(
  { checker }: Discovery,
  initialiser: ts.Expression,
  schema: ContractSchema,
  name: string,
  checks: PendingCheck[],
): void {
  const value = constantValue(initialiser, checker);
  if (value === undefined) return;
  schema.default = value;
  const { default: _default, ...shape } = schema;
  checks.push({ code: 'TM1301', schema: shape, value, what: `'${name}'`, node: initialiser });
}

/** `({ limit = 5 }: { limit?: number })`: the default stands in the pattern. */
function addElementDefaults(discovery: Discovery, pattern: ts.ObjectBindingPattern, schema: ContractSchema, checks: PendingCheck[]): void {
  schema.properties = { ...schema.properties };
  for (const element of pattern.elements) {
    const key = element.propertyName ?? element.name;
    if (!element.initializer || !ts.isIdentifier(key) || !Object.hasOwn(schema.properties, key.text)) continue;
    const property = { ...schema.properties[key.text] };
    addDefault(discovery, element.initializer, property, key.text, checks);
    schema.properties[key.text] = property;
  }
}
