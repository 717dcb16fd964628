/** Leaves of a result what its schema declares: private members and extra columns must not leak. */
import { localTarget } from '../../schema/references.js';
import type { ContractSchema, JsonValue } from '../../types.js';
import type { CompiledTool } from '../compiled-tool.js';
import { isRecord } from '../instances/copy.js';
import { type SchemaView, viewOf } from '../instances/view.js';

/** Keys that a closed object schema does not declare are dropped, at any depth. */
export function project(tool: CompiledTool, schema: ContractSchema, value: JsonValue): JsonValue {
  return projectNode({ tool, root: schema, known: new Map() }, schema, value);
}

/** One result's work. Recursive unions come to the same value by many ways: each pair of schema and value is projected once. */
interface Projection {
  readonly tool: CompiledTool;
  readonly root: ContractSchema;
  readonly known: Map<object, Map<object, JsonValue>>;
}

function projectNode(work: Projection, schema: ContractSchema | boolean | undefined, value: JsonValue): JsonValue {
  if (typeof schema !== 'object' || typeof value !== 'object' || value === null) return value;
  const ofValue = work.known.get(value) ?? new Map<object, JsonValue>();
  work.known.set(value, ofValue);
  const before = ofValue.get(schema);
  if (before !== undefined) return before;
  const projected = projectOnce(work, schema, value);
  ofValue.set(schema, projected);
  return projected;
}

function projectOnce(work: Projection, schema: ContractSchema, value: JsonValue): JsonValue {
  const { root } = work;
  const resolved = resolve(root, schema);
  const branches = resolved.anyOf ?? resolved.oneOf;
  if (branches) return projectUnion(work, branches, value);
  const view = viewOf(schema, value, { root, classNamed: () => undefined, fits: () => false });
  if (Array.isArray(value)) return value.map((item, index) => projectNode(work, view.item(index), item));
  return isRecord(value) ? projectFields(work, { view, isClosed: isClosed(resolved) }, value) : value;
}

function resolve(root: ContractSchema, schema: ContractSchema): ContractSchema {
  let current = schema;
  for (let steps = 0; current.$ref !== undefined && steps < 32; steps += 1) {
    const target = localTarget(root, current.$ref);
    if (!target) break;
    current = target;
  }
  return current;
}

const isClosed = (schema: ContractSchema): boolean => schema.additionalProperties === false && schema.allOf === undefined;

type Shape = { view: SchemaView; isClosed: boolean };

function projectFields(work: Projection, { view, isClosed: closed }: Shape, value: { [key: string]: JsonValue }): JsonValue {
  const kept: { [key: string]: JsonValue } = {};
  for (const [key, inner] of Object.entries(value)) {
    const property = view.property(key);
    if (closed && property === undefined) continue;
    Object.defineProperty(kept, key, { value: projectNode(work, property, inner), enumerable: true, configurable: true, writable: true });
  }
  return kept;
}

/** The branch that the value fits as it is; otherwise of those that it fits once projected, the one that keeps most. */
function projectUnion(work: Projection, branches: readonly ContractSchema[], value: JsonValue): JsonValue {
  const { tool } = work;
  if (branches.some((branch) => tool.fitsOutput(branch, value))) return value;
  let best: JsonValue | undefined;
  for (const branch of branches) {
    const projected = projectNode(work, branch, value);
    if (tool.fitsOutput(branch, projected) && (best === undefined || sizeOf(projected) > sizeOf(best))) best = projected;
  }
  return best ?? value;
}

const sizeOf = (value: JsonValue): number => JSON.stringify(value).length;
