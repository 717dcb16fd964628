/** Replaces references to shared schemas by their text, where that ends; recursive ones stay in `$defs`. */
import type { ContractSchema, JsonSchema } from '../types.js';
import { annotationKeywords, eachSubschema, mapSubschemas } from './walk.js';

type Find = (name: string) => ContractSchema | undefined;

/** A schema of more nodes than this keeps its references. */
const nodeBudget = 4000;

const prefix = '#/$defs/';

/**
 * A copy of the schema that needs nothing but itself.
 * @param find shared definitions by name; the schema's own `$defs` come first
 */
export function inlineReferences(schema: ContractSchema, find: Find): ContractSchema {
  const { $defs: own, ...root } = schema;
  const lookUp: Find = (name) => (own && Object.hasOwn(own, name) ? own[name] : find(name));
  const reachable = reach(root, lookUp);
  if (reachable.size === 0) return root;
  const recursive = recursiveNames(reachable);
  const kept = sizeInlined(root, reachable, recursive) > nodeBudget ? new Set(reachable.keys()) : recursive;
  const inline = (node: ContractSchema): ContractSchema => {
    const name = nameOf(node);
    const target = name === undefined || kept.has(name) ? undefined : reachable.get(name);
    if (!target) return mapSubschemas(node, inline);
    const { $ref: _reference, ...siblings } = node;
    return merge(inline(target), mapSubschemas(siblings as ContractSchema, inline));
  };
  const copy = inline(root);
  const $defs = Object.fromEntries([...reachable].filter(([name]) => kept.has(name)).map(([name, target]) => [name, inline(target)]));
  return Object.keys($defs).length > 0 ? { ...copy, $defs } : copy;
}

function nameOf(node: ContractSchema): string | undefined {
  return typeof node.$ref === 'string' && node.$ref.startsWith(prefix) ? node.$ref.slice(prefix.length) : undefined;
}

function namesIn(schema: ContractSchema, into = new Set<string>()): Set<string> {
  const name = nameOf(schema);
  if (name !== undefined) into.add(name);
  eachSubschema(schema, (sub) => void namesIn(sub, into));
  return into;
}

function reach(root: ContractSchema, find: Find): Map<string, ContractSchema> {
  const found = new Map<string, ContractSchema>();
  const open = [...namesIn(root)];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const target = found.has(name) ? undefined : find(name);
    if (!target) continue;
    found.set(name, target);
    open.push(...namesIn(target));
  }
  return found;
}

/** Names that reach themselves. */
function recursiveNames(definitions: ReadonlyMap<string, ContractSchema>): Set<string> {
  const direct = new Map([...definitions].map(([name, schema]) => [name, namesIn(schema)]));
  const reachesItself = (start: string): boolean => {
    const seen = new Set<string>();
    const open = [...(direct.get(start) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === start) return true;
      if (!seen.has(name)) open.push(...(direct.get(name) ?? []));
      seen.add(name);
    }
    return false;
  };
  return new Set([...definitions.keys()].filter(reachesItself));
}

function sizeInlined(root: ContractSchema, definitions: ReadonlyMap<string, ContractSchema>, recursive: ReadonlySet<string>): number {
  const sizes = new Map<string, number>();
  const sizeOf = (node: ContractSchema): number => {
    let size = 1;
    const name = nameOf(node);
    const target = name === undefined || recursive.has(name) ? undefined : definitions.get(name);
    if (name !== undefined && target) {
      const known = sizes.get(name) ?? sizeOf(target);
      sizes.set(name, known);
      size += known;
    }
    eachSubschema(node, (sub) => (size += sizeOf(sub)));
    return size;
  };
  return sizeOf(root);
}

/** What says nothing of validity: beside a reference it wins. */
const annotations = new Set<string>([...annotationKeywords, 'x-as', 'x-class', 'x-keys', 'x-secret']);

/** The referenced schema with what stood beside the reference; both hold. */
function merge(target: ContractSchema, siblings: ContractSchema): ContractSchema {
  const clashes = Object.keys(siblings).some((key) => !annotations.has(key) && key in target);
  if (!clashes) return { ...target, ...siblings };
  const outer = Object.entries(siblings);
  const told = Object.fromEntries(outer.filter(([key]) => annotations.has(key)));
  const constraints = Object.fromEntries(outer.filter(([key]) => !annotations.has(key)));
  return { ...target, ...told, allOf: [...(target.allOf ?? []), constraints] };
}

/** `#`, a pointer within the schema such as `#/$defs/x`, or an anchor (`#name`); undefined when nothing is there, or the reference is malformed. */
export function localTarget<S extends JsonSchema>(root: S, reference: string): S | undefined {
  if (!reference.startsWith('#')) return undefined;
  const fragment = decoded(reference.slice(1));
  if (fragment === undefined) return undefined;
  const target = fragment === '' || fragment.startsWith('/') ? follow(root, fragment) : anchorsOf(root).get(fragment);
  return typeof target === 'object' && target !== null && !Array.isArray(target) ? (target as S) : undefined;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function follow(root: JsonSchema, pointer: string): unknown {
  let at: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~');
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
  }
  return at;
}

const anchorsByRoot = new WeakMap<JsonSchema, Map<string, JsonSchema>>();

/** The schemas that have a name, which draft-07 writes as `$id: '#name'`; not those of a schema with an address of its own. */
function anchorsOf(root: JsonSchema): Map<string, JsonSchema> {
  const known = anchorsByRoot.get(root);
  if (known) return known;
  const anchors = new Map<string, JsonSchema>();
  const seen = new Set<JsonSchema>();
  const open = [root];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    const { $id, $anchor, $dynamicAnchor } = schema;
    const hasAddress = typeof $id === 'string' && !$id.startsWith('#');
    if (seen.has(schema) || (hasAddress && schema !== root)) continue;
    seen.add(schema);
    for (const name of [$anchor, $dynamicAnchor, hasAddress ? undefined : $id])
      if (typeof name === 'string' && name !== '') anchors.set(name.replace(/^#/, ''), schema);
    eachSubschema(schema, (sub) => open.push(sub));
  }
  anchorsByRoot.set(root, anchors);
  return anchors;
}
