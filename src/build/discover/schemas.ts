/** Finds the classes that are given as schemas: to `new Tool({ inputSchema, outputSchema })`, and to `schemaFromClass` and its like. */
import type { ContractSchema } from '../../types.js';
import { ts } from '../compiler.js';
import type { ClassRef } from '../emit/model.js';
import type { ContractGenerator } from '../generate/contract-generator.js';
import { branchesOf } from '../generate/types-of.js';
import { withAccess } from './classes.js';
import { classSymbol, type ExportIndex } from './exports.js';
import { unwrap } from './marks.js';
import type { Discovery } from './parameters.js';
import type { SchemaTaker } from './scan.js';

/** One class at one place. */
export interface FoundSchema {
  /** Undefined for a class that is not exported, which is reported as of every class in a contract. */
  ref: ClassRef | undefined;
  name: string;
  /** The file it is found in; it may be declared elsewhere. */
  file: string;
  /** The file it is declared in. */
  source: string;
  node: ts.ClassLikeDeclaration;
  /** What its instances are. */
  type: ts.Type;
  /** Where diagnostics point to. */
  at: ts.Node;
  direction: Direction;
}

type Direction = 'input' | 'output';

/** Where a class stands as a schema. */
interface Place {
  direction: Direction;
  at: ts.Node;
  type: ts.Type;
}

/** The classes that a call is given. */
export function readSchemas({ checker, report }: Discovery, { call, mark }: SchemaTaker, exports: ExportIndex): FoundSchema[] {
  const [first, second] = call.arguments ?? [];
  if (!first) return [];
  const places =
    mark === 'Tool' ? placesIn(first, checker) : [{ direction: directionOf(mark, second), at: first, type: typeOf(first, checker) }];
  return places.flatMap((place) => {
    const made = instancesOf(place.type, checker);
    const found = made.map((type) => foundSchema(type, place, call, exports)).filter((one) => one !== undefined);
    if (found.length < made.length && isSurelyClass(place.type, checker) && !isPassedOn(call, checker))
      report('TM1017', place.at, titles[mark] ?? `${mark}()`, checker.typeToString(place.type));
    return found;
  });
}

const titles: Partial<Record<SchemaTaker['mark'], string>> = { Tool: 'new Tool()' };

/** Whether nothing but a class can stand there. Where a plain schema may as well, one is meant as a rule. */
const isSurelyClass = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  branchesOf(checker.getNonNullableType(type)).every((branch) => constructorsOf(branch, checker).length > 0);

const typeOf = (node: ts.Node, checker: ts.TypeChecker): ts.Type => checker.getTypeAtLocation(node);

/** `schemaFromClass(Result, { direction: 'output' })` gives the schema of results. */
function directionOf(mark: SchemaTaker['mark'], options: ts.Expression | undefined): Direction {
  if (mark === 'normalizeOutputSchema') return 'output';
  const literal = options && unwrap(options);
  if (!literal || !ts.isObjectLiteralExpression(literal)) return 'input';
  const given = propertyOf(literal, 'direction');
  return given && ts.isStringLiteralLike(given) && given.text === 'output' ? 'output' : 'input';
}

const options: Readonly<Record<Direction, string>> = { input: 'inputSchema', output: 'outputSchema' };

/** What stands in the two options. Of a literal only these are looked at: the type of all of it would check the handler's body. */
function placesIn(init: ts.Expression, checker: ts.TypeChecker): Place[] {
  const literal = unwrap(init);
  const isPlain = ts.isObjectLiteralExpression(literal) && !literal.properties.some(ts.isSpreadAssignment);
  return (Object.keys(options) as Direction[]).flatMap((direction) => {
    const at = isPlain ? propertyOf(literal, options[direction]) : literal;
    if (!at || (isPlain && ts.isObjectLiteralExpression(unwrap(at)))) return [];
    if (isPlain) return [{ direction, at, type: typeOf(at, checker) }];
    const property = typeOf(literal, checker).getProperty(options[direction]);
    return property ? [{ direction, at, type: checker.getTypeOfSymbolAtLocation(property, literal) }] : [];
  });
}

/** The value of `name: value`, or the name of a shorthand. */
function propertyOf(literal: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = literal.properties.find(
    (one) => one.name && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) && one.name.text === name,
  );
  if (!property) return undefined;
  if (ts.isShorthandPropertyAssignment(property)) return property.name;
  return ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

/** `super(init)` in a class of the author's: what it is made with is looked at where it is made. */
function isPassedOn(call: SchemaTaker['call'], checker: ts.TypeChecker): boolean {
  if (call.expression.kind !== ts.SyntaxKind.SuperKeyword) return false;
  const [first] = ts.findAncestor(call, ts.isConstructorDeclaration)?.parameters ?? [];
  return first !== undefined && Object.values(options).some((name) => typeOf(first, checker).getProperty(name) !== undefined);
}

/** What `typeof Search`, `typeof Page<City>` or a union of such makes, as far as it is of a class. */
function instancesOf(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  return branchesOf(type).flatMap((branch) =>
    constructorsOf(branch, checker)
      .slice(0, 1)
      .map((made) => made.getReturnType()),
  );
}

/** Of a type parameter, those of what it extends. */
const constructorsOf = (type: ts.Type, checker: ts.TypeChecker): readonly ts.Signature[] =>
  (checker.getBaseConstraintOfType(type) ?? type).getConstructSignatures();

function foundSchema(type: ts.Type, { direction, at }: Place, call: ts.Node, exports: ExportIndex): FoundSchema | undefined {
  const node = (type.symbol as ts.Symbol | undefined)?.valueDeclaration;
  if (!node || !ts.isClassLike(node)) return undefined;
  const symbol = classSymbol(node);
  if (!symbol) return undefined;
  const located = exports.locate(symbol);
  return {
    ref: located && withAccess(located, node),
    name: node.name?.text ?? located?.local ?? 'a class without a name',
    file: call.getSourceFile().fileName,
    source: node.getSourceFile().fileName,
    node,
    type,
    at,
    direction,
  };
}

/** Undefined where results of the class have no schema, which has been reported then. */
export function draftSchema({ name, type, at, direction }: FoundSchema, generator: ContractGenerator): ContractSchema | undefined {
  return direction === 'output' ? generator.output(type, at) : generator.input(`class ${name}`, type, undefined, at);
}
