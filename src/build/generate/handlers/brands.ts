/** Branded primitives, such as `string & { __brand: 'Id' }`: the primitive arrives, the brand is for the compiler only. */
import type { ContractSchema } from '../../../types.js';
import { ts } from '../engine.js';
import type { Handler } from '../handler.js';
import { bareNode, has } from '../types-of.js';

const primitive: ts.TypeFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.TemplateLiteral;

/** The part of `string & {}` that is no object; undefined when there is none or more than one. */
export function plainPart(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if (!type.isIntersection()) return undefined;
  const parts = type.types.filter((part) => has(part, primitive) || !isBrand(part, checker));
  return parts.length === 1 ? parts[0] : undefined;
}

/** `__typename` is data of GraphQL. */
const brandName = /^(?:__(?!typename$)\w*|_(?:brand|tag|opaque|nominal|flavou?r|type|kind|phantom|unit))$/i;

/** An object type that no value has: only brand-like or symbol keys, or none at all. */
export function isBrand(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (!has(type, ts.TypeFlags.Object) || checker.getIndexInfosOfType(type).length > 0 || type.getCallSignatures().length > 0) return false;
  return checker
    .getPropertiesOfType(type)
    .every((property) => String(property.escapedName).startsWith('__@') || brandName.test(property.name));
}

/** Intersections with a primitive in them; whatever objects stand beside it are brands. */
export const brands: Handler = (type, maker, node) => {
  if (!type.isIntersection()) return undefined;
  const parts = type.types.filter((part) => has(part, primitive));
  if (parts.length === 0) return undefined;
  const nodes = partNodes(node);
  const schemas = parts.map((part) =>
    maker.of(
      part,
      nodes.find((one) => maker.checker.getTypeFromTypeNode(one) === part),
    ),
  );
  return schemas.reduce(narrow);
};

/** Nodes that may denote a part, and so tell its alias: `Email` of `Email & Brand`, and of `Branded<Email, 'b'>`. */
function partNodes(node: ts.TypeNode | undefined): ts.TypeNode[] {
  const bare = node && bareNode(node);
  if (!bare) return [];
  if (ts.isIntersectionTypeNode(bare)) return bare.types.flatMap(partNodes);
  const given = ts.isTypeReferenceNode(bare) ? (bare.typeArguments ?? []) : [];
  return [bare, ...given.flatMap(partNodes)];
}

/** Both of two schemas of primitives. */
function narrow(first: ContractSchema, second: ContractSchema): ContractSchema {
  const clash = Object.keys(second).some((key) => key in first && key !== 'type' && first[key] !== second[key]);
  return clash ? { ...first, allOf: [...(first.allOf ?? []), second] } : { ...first, ...second };
}
