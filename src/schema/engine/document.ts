/** One schema as a document: the schemas that have a name of their own (`$id`, `$anchor`), and where references lead. */
import type { JsonSchema } from '../../types.js';
import { type Dialect, metaschemas } from '../dialect.js';
import { eachSubschema } from '../walk.js';

export type Schema = JsonSchema | boolean;

/** A schema with an address of its own, and the names in it. */
export interface Resource {
  base: string;
  root: Schema;
  anchors: Map<string, Schema>;
  /** Anchors that a reference from elsewhere may be led to at check time. */
  dynamicAnchors: Map<string, Schema>;
  /** `$recursiveAnchor: true` of 2019-09. */
  isRecursive: boolean;
}

/** A schema, and the resource whose address its references start from. */
export interface Place {
  schema: Schema;
  resource: Resource;
}

/** A reference that leads out of the document, or nowhere. */
export class UnresolvedReference extends Error {
  constructor(reference: string) {
    super(`the reference ${reference.slice(0, 200)} leads to nothing in the schema, and others are not fetched`);
  }
}

const rootAddress = 'toolmark:/schema';

export class SchemaDocument {
  readonly root: Place;
  /** Whether references may lead elsewhere at check time. */
  isDynamic = false;
  readonly #byAddress = new Map<string, Resource>();
  readonly #byRoot = new Map<object, Resource>();

  constructor(
    root: Schema,
    readonly dialect: Dialect,
  ) {
    const resource = this.#addResource(root, rootAddress);
    this.#index(root, resource);
    const named = typeof root === 'object' ? this.#byRoot.get(root) : undefined;
    this.root = { schema: root, resource: named ?? resource };
  }

  /** The resource of a schema inside another: its own when it has an address. */
  resourceOf(schema: Schema, outer: Resource): Resource {
    return (typeof schema === 'object' && this.#byRoot.get(schema)) || outer;
  }

  /** The address without its fragment; undefined when it is none. */
  addressOf(reference: string, from: Resource): string | undefined {
    const [address = ''] = reference.split('#', 1);
    return address === '' ? from.base : absolute(address, from.base);
  }

  /** Where a reference leads; undefined when that is not in the document. */
  resolve(reference: string, from: Resource): Place | undefined {
    const address = this.addressOf(reference, from);
    const resource = address === from.base ? from : this.#byAddress.get(address ?? '');
    const fragment = reference.includes('#') ? decoded(reference.slice(reference.indexOf('#') + 1)) : '';
    if (!resource || fragment === undefined) return undefined;
    if (fragment === '') return { schema: resource.root, resource };
    if (fragment.startsWith('/')) return this.#follow(fragment, resource);
    const schema = resource.anchors.get(fragment);
    return schema === undefined ? undefined : { schema, resource };
  }

  /** The first reference on the way from the root that leads nowhere; `$defs` that nothing leads to do not count. */
  unresolved(): string | undefined {
    const seen = new Set<Schema>();
    const open: Place[] = [this.root];
    for (let place = open.pop(); place; place = open.pop()) {
      const { schema } = place;
      if (typeof schema === 'boolean' || seen.has(schema)) continue;
      seen.add(schema);
      const resource = this.resourceOf(schema, place.resource);
      for (const reference of this.#referencesOf(schema)) {
        const target = this.resolve(reference, resource);
        if (target) open.push(target);
        else if (this.metaschemaOf(reference, resource) === undefined) return reference;
      }
      if (this.dialect === 'draft-07' && schema.$ref !== undefined) continue;
      eachSubschema(schema, (sub, [keyword]) => keyword !== '$defs' && keyword !== 'definitions' && open.push({ schema: sub, resource }));
    }
    return undefined;
  }

  /** The draft whose schema of schemas a reference leads to. */
  metaschemaOf(reference: string, from: Resource): Dialect | undefined {
    const address = /^[^#]+#?$/.test(reference) ? this.addressOf(reference, from) : undefined;
    return address !== undefined && Object.hasOwn(metaschemas, address) ? metaschemas[address] : undefined;
  }

  #referencesOf(schema: JsonSchema): string[] {
    const keywords = { 'draft-07': ['$ref'], '2019-09': ['$ref', '$recursiveRef'], '2020-12': ['$ref', '$dynamicRef'] }[this.dialect];
    return keywords.flatMap((keyword) => (typeof schema[keyword] === 'string' ? [schema[keyword]] : []));
  }

  #follow(pointer: string, start: Resource): Place | undefined {
    let at: unknown = start.root;
    let resource = start;
    for (const part of pointer.slice(1).split('/')) {
      const key = part.replace(/~1/g, '/').replace(/~0/g, '~');
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as Record<string, unknown>)[key];
      if (typeof at === 'object' && at !== null) resource = this.#byRoot.get(at) ?? resource;
    }
    return typeof at === 'boolean' || (typeof at === 'object' && at !== null && !Array.isArray(at))
      ? { schema: at as Schema, resource }
      : undefined;
  }

  #addResource(root: Schema, base: string): Resource {
    const resource = { base, root, anchors: new Map(), dynamicAnchors: new Map(), isRecursive: false };
    if (!this.#byAddress.has(base)) this.#byAddress.set(base, resource);
    return resource;
  }

  /** Finds all that has a name. Without recursion: the text of a remote schema must not decide how deep we go. */
  #index(root: Schema, rootResource: Resource): void {
    const seen = new Set<object>();
    const open: Place[] = [{ schema: root, resource: rootResource }];
    for (let place = open.pop(); place; place = open.pop()) {
      const { schema } = place;
      if (typeof schema !== 'object' || seen.has(schema)) continue;
      seen.add(schema);
      const resource = this.#named(schema, place.resource);
      eachSubschema(schema, (sub) => open.push({ schema: sub, resource }));
    }
  }

  #named(schema: JsonSchema, outer: Resource): Resource {
    const { $id, $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
    const isOld = this.dialect === 'draft-07';
    // In draft-07, what stands beside `$ref` does not count.
    if (isOld && schema.$ref !== undefined) return outer;
    let resource = outer;
    if (typeof $id === 'string') {
      const [address = '', fragment] = $id.split('#', 2);
      const base = address === '' ? undefined : absolute(address, outer.base);
      if (base !== undefined) {
        resource = this.#addResource(schema, base);
        this.#byRoot.set(schema, resource);
      }
      if (isOld && fragment) addTo(resource.anchors, fragment, schema);
    }
    if (isOld) return resource;
    if (typeof $anchor === 'string') addTo(resource.anchors, $anchor, schema);
    if (typeof $dynamicAnchor === 'string') {
      addTo(resource.anchors, $dynamicAnchor, schema);
      addTo(resource.dynamicAnchors, $dynamicAnchor, schema);
    }
    if ($recursiveAnchor === true) resource.isRecursive = true;
    this.isDynamic ||= schema['$dynamicRef'] !== undefined || schema['$recursiveRef'] !== undefined;
    return resource;
  }
}

function addTo(names: Map<string, Schema>, name: string, schema: Schema): void {
  if (!names.has(name)) names.set(name, schema);
}

function absolute(address: string, base: string): string | undefined {
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
