/** What a schema's local references lead to, looked over once: how often each definition is used, and which contain themselves. */
import { localTarget } from '../../../schema/references.js';
import { eachSubschema } from '../../../schema/walk.js';
import type { JsonSchema } from '../../../types.js';

/** Keywords whose schemas speak of the same value. */
const besideEachOther = ['anyOf', 'oneOf', 'allOf'] as const;
const listed = (schema: JsonSchema, keyword: (typeof besideEachOther)[number]): JsonSchema[] =>
  Array.isArray(schema[keyword]) ? schema[keyword].filter((one) => typeof one === 'object' && one !== null) : [];
/** Schemas of one value that are followed. */
const longestChain = 200;

/** Schemas that are looked at; a schema that has more keeps what was found until then. */
const mostNodes = 50_000;

export interface References {
  target(reference: string): JsonSchema | undefined;
  uses(target: JsonSchema): number;
  /** Contains itself, or lies between two that do. */
  isRecursive(target: JsonSchema): boolean;
}

const none: References = { target: () => undefined, uses: () => 0, isRecursive: () => false };

/** The keyword that refers, whatever draft it is of. */
export function referenceOf(schema: JsonSchema): string | undefined {
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
    const reference = schema[keyword];
    if (typeof reference === 'string') return reference;
  }
  return undefined;
}

export function lookOver(root: JsonSchema): References {
  if (!mayRefer(root)) return none;
  const found = new Finder(root);
  found.walk();
  if (found.uses.size === 0) return none;
  const recursive = inCycles(found.edges);
  return {
    target: (reference) => found.target(reference),
    uses: (target) => found.uses.get(target) ?? 0,
    isRecursive: (target) => recursive.has(target),
  };
}

/** False only where there is no reference at all, as in most schemas. */
function mayRefer(root: JsonSchema): boolean {
  const open: object[] = [root];
  let values = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    if (!Array.isArray(at) && referenceOf(at as JsonSchema) !== undefined) return true;
    for (const value of Object.values(at)) {
      values += 1;
      if (typeof value === 'object' && value !== null) open.push(value as object);
    }
    // Then the other way, which knows where it has been.
    if (values > mostNodes) return true;
  }
  return false;
}

class Finder {
  readonly uses = new Map<JsonSchema, number>();
  readonly edges = new Map<JsonSchema, Set<JsonSchema>>();
  readonly #targets = new Map<string, JsonSchema | undefined>();

  constructor(readonly root: JsonSchema) {}

  target(reference: string): JsonSchema | undefined {
    if (!this.#targets.has(reference)) {
      const target = localTarget(this.root, reference);
      this.#targets.set(reference, target && this.#leadsBack(target) ? undefined : target);
    }
    return this.#targets.get(reference);
  }

  /** Whether it says of itself only that it is itself: no value would ever be reached. */
  #leadsBack(target: JsonSchema): boolean {
    const seen = new Set<JsonSchema>();
    const open = [target];
    for (let schema = open.pop(); schema && seen.size < longestChain; schema = open.pop()) {
      seen.add(schema);
      const reference = referenceOf(schema);
      const next = reference === undefined ? undefined : localTarget(this.root, reference);
      for (const other of [...(next ? [next] : []), ...besideEachOther.flatMap((keyword) => listed(schema, keyword))]) {
        if (other === target) return true;
        if (!seen.has(other)) open.push(other);
      }
    }
    return false;
  }

  /** From the root through what is used; each definition's own references are its edges. */
  walk(): void {
    const owners = [this.root];
    let nodes = 0;
    for (let owner = owners.pop(); owner; owner = owners.pop()) {
      if (this.edges.has(owner)) continue;
      const leads = new Set<JsonSchema>();
      this.edges.set(owner, leads);
      const seen = new Set<JsonSchema>([owner]);
      const open = [owner];
      this.#note(owner, leads);
      for (let schema = open.pop(); schema && nodes < mostNodes; schema = open.pop()) {
        nodes += 1;
        eachSubschema(schema, (sub, [keyword]) => {
          if (keyword === '$defs' || keyword === 'definitions') return;
          this.#note(sub, leads);
          if (seen.has(sub)) return;
          seen.add(sub);
          open.push(sub);
        });
      }
      owners.push(...leads);
    }
  }

  #note(schema: JsonSchema, leads: Set<JsonSchema>): void {
    const reference = referenceOf(schema);
    const target = reference === undefined ? undefined : this.target(reference);
    if (!target) return;
    this.uses.set(target, (this.uses.get(target) ?? 0) + 1);
    leads.add(target);
  }
}

/** What is left when all that nothing leads to, and all that leads to nothing, is taken away. */
function inCycles(edges: ReadonlyMap<JsonSchema, ReadonlySet<JsonSchema>>): Set<JsonSchema> {
  const left = new Set(edges.keys());
  const back = new Map<JsonSchema, Set<JsonSchema>>([...left].map((node) => [node, new Set()]));
  for (const [from, leads] of edges) for (const to of leads) back.get(to)?.add(from);
  for (const [out, into] of [
    [edges, back],
    [back, edges],
  ] as const) {
    const degree = new Map([...left].map((node) => [node, [...(out.get(node) ?? [])].filter((other) => left.has(other)).length]));
    const open = [...left].filter((node) => degree.get(node) === 0);
    for (let node = open.pop(); node; node = open.pop()) {
      left.delete(node);
      for (const other of into.get(node) ?? []) {
        if (!left.has(other)) continue;
        const rest = (degree.get(other) ?? 0) - 1;
        degree.set(other, rest);
        if (rest === 0) open.push(other);
      }
    }
  }
  return left;
}
