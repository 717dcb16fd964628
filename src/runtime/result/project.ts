/** Leaves of a result what its schema declares: private members and extra columns must not leak. */
import type { ContractSchema, JsonValue } from '../../types.js';
import type { CompiledTool } from '../compiled-tool.js';
import { isRecord } from '../instances/copy.js';
import { type SchemaView, viewOf } from '../instances/view.js';

/** Keys that a closed object schema does not declare are dropped, at any depth. */
export function project(tool: CompiledTool, schema: ContractSchema, value: JsonValue): JsonValue {
  return projectNode(tool, schema, schema, value);
}

function projectNode(tool: CompiledTool, root: ContractSchema, schema: ContractSchema | boolean | undefined, value: JsonValue): JsonValue {
  if (typeof schema !== 'object' || typeof value !== 'object' || value === null) return value;
  const resolved = resolve(root, schema);
  const branches = resolved.anyOf ?? resolved.oneOf;
  if (branches) return projectUnion(tool, root, branches as ContractSchema[], value);
  const view = viewOf(schema, value, { root, classNamed: () => undefined, fits: () => false });
  if (Array.isArray(value)) return value.map((item, index) => projectNode(tool, root, view.item(index), item));
  return isRecord(value) ? projectFields(tool, root, { view, isClosed: isClosed(resolved) }, value) : value;
}

function resolve(root: ContractSchema, schema: ContractSchema): ContractSchema {
  let current = schema;
  for (let steps = 0; current.$ref !== undefined && steps < 32; steps += 1) {
    const target = root.$defs?.[current.$ref.replace(/^#\/\$defs\//, '')] as ContractSchema | undefined;
    if (!target) break;
    current = target;
  }
  return current;
}

const isClosed = (schema: ContractSchema): boolean => schema.additionalProperties === false && schema.allOf === undefined;

type Shape = { view: SchemaView; isClosed: boolean };

function projectFields(tool: CompiledTool, root: ContractSchema, { view, isClosed: closed }: Shape, value: { [key: string]: JsonValue }): JsonValue {
  const kept: { [key: string]: JsonValue } = {};
  for (const [key, inner] of Object.entries(value)) {
    const property = view.property(key);
    if (closed && property === undefined) continue;
    Object.defineProperty(kept, key, { value: projectNode(tool, root, property, inner), enumerable: true, configurable: true, writable: true });
  }
  return kept;
}

/** The branch that the value fits as it is; otherwise of those that it fits once projected, the one that keeps most. */
function projectUnion(tool: CompiledTool, root: ContractSchema, branches: readonly ContractSchema[], value: JsonValue): JsonValue {
  if (branches.some((branch) => tool.fits(root, branch, value))) return value;
  let best: JsonValue | undefined;
  for (const branch of branches) {
    const projected = projectNode(tool, root, branch, value);
    if (tool.fits(root, branch, projected) && (best === undefined || sizeOf(projected) > sizeOf(best))) best = projected;
  }
  return best ?? value;
}

const sizeOf = (value: JsonValue): number => JSON.stringify(value).length;
