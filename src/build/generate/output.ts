/** Schemas of results. */
import type { ContractSchema } from '../../types.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { holdsContent } from './content-types.js';
import { ts } from './engine.js';
import type { TypeGenerator } from './generator.js';
import { elementSchema } from './handlers/arrays.js';
import { orNull } from './handlers/unions.js';
import { branchesOf, has, isAbsent, mayBeAbsent, typeArgumentsOf } from './types-of.js';

/** Types of lib.d.ts that the runtime collects into an array. */
const sequences = new Set(
  'AsyncIterable AsyncIterableIterator AsyncGenerator AsyncIteratorObject Iterable IterableIterator Generator IteratorObject ArrayIterator MapIterator SetIterator'.split(
    ' ',
  ),
);

/** The schema of an awaited result; undefined for void, for content, for what may be anything, and for what has no JSON form (with a warning). */
export function outputSchema(generator: TypeGenerator, report: Report, type: ts.Type, at: ts.Node): ContractSchema | undefined {
  if (has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never) || branchesOf(type).every(isAbsent)) return undefined;
  if (holdsContent(type, generator.checker)) return undefined;
  generator.direction = 'output';
  generator.takeFailure();
  const schema = generator.at({ label: 'the result', node: at }, () => rootSchema(generator, type, resultNode(at)));
  generator.direction = 'input';
  const failed = generator.failed;
  const failure = generator.takeFailure();
  if (!failed) return schema;
  report('TM1110', at, 'the result', failure ?? generator.checker.typeToString(type));
  return undefined;
}

function rootSchema(generator: TypeGenerator, type: ts.Type, node: ts.TypeNode | undefined): ContractSchema {
  const symbol = has(type, ts.TypeFlags.Object) ? type.symbol : undefined;
  if (symbol && sequences.has(symbol.name) && generator.isLibrary(symbol)) {
    const [element] = typeArgumentsOf(type, generator.checker);
    const awaited = element && (generator.checker.getAwaitedType(element) ?? element);
    return { type: 'array', items: awaited ? elementSchema(awaited, generator, undefined) : {} };
  }
  // An absent result is null in JSON.
  const schema = generator.of(type, node);
  return mayBeAbsent(type) && !branchesOf(type).some((part) => has(part, ts.TypeFlags.Null)) ? orNull(schema) : schema;
}

/** The return type as written, without the promise. */
function resultNode(at: ts.Node): ts.TypeNode | undefined {
  const node = ts.isFunctionLike(at) ? at.type : ts.isTypeNode(at) ? at : undefined;
  if (!node || !ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName) || node.typeName.text !== 'Promise') return node;
  return node.typeArguments?.[0];
}
