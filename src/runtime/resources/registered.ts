/** The resources of a registry: the one place where their URIs are unique and reads come in. */
import { ToolError } from '../../errors.js';
import { cut, kindOf } from '../../schema/words.js';
import type { CallOptions, ResourceContents, ResourceDefinition, ResourceTemplateDefinition } from '../../types.js';
import { isGranted } from '../admission.js';
import { meantInstead } from '../known-names.js';
import type { Observers } from '../observers.js';
import { toldError } from '../result/envelope.js';
import type { Settings } from '../settings.js';
import { published, Shelf } from '../shelf.js';
import { mendOfTwo } from '../twice.js';
import type { Resource } from './resource.js';

/** Whose lists are wanted. */
export interface ListOptions {
  /** What the caller was granted: only what it may use is listed. Absent for all. */
  scopes?: readonly string[];
}

/** Resources by their URIs and templates. */
export class RegisteredResources {
  readonly #shelf = new Shelf<Resource>(({ uri }) => uri, duplicate);
  /** The same by the URIs that they stand for: of two alike the first would answer for both. */
  readonly #shapes = new Shelf<Resource>(({ shape }) => shape, duplicate);

  /** @internal */
  constructor(
    private readonly settings: Settings,
    private readonly observers: Observers,
    private readonly forget: (removed: Resource) => void,
  ) {}

  /** Those with one URI, in the order of registration. */
  list(options: ListOptions = {}): Readonly<ResourceDefinition>[] {
    const fixed = this.#granted(options).filter(({ isTemplate }) => !isTemplate);
    return published(fixed, this.settings.logger) as ResourceDefinition[];
  }

  /** Those with a template, in the order of registration. */
  templates(options: ListOptions = {}): Readonly<ResourceTemplateDefinition>[] {
    const templates = this.#granted(options).filter(({ isTemplate }) => isTemplate);
    return published(templates, this.settings.logger) as ResourceTemplateDefinition[];
  }

  /** The resource of this very URI or template. */
  get(uri: string): Resource | undefined {
    return this.#shelf.get(uri);
  }

  /** The resource that reads this URI: the one that has it, or the first whose template can make it. */
  find(uri: string): Resource | undefined {
    return this.#find(uri)?.resource;
  }

  /** Whether there is something under the URI, or the URIs of a template, that the caller may read. */
  has(uri: string, { scopes }: ListOptions = {}): boolean {
    const found = this.#find(uri);
    return found !== undefined && isGranted(found.resource.options, scopes);
  }

  /** The number of resources and templates. */
  get size(): number {
    return this.#shelf.size;
  }

  /**
   * Reads what is under a URI: a fixed one first, then the first template that can make it.
   * @throws ToolError UNKNOWN_RESOURCE, INVALID_ARGUMENTS, DENIED and what else a call can fail with; masked as those of tools are
   */
  async read(uri: string, options: CallOptions = {}): Promise<ResourceContents[]> {
    const settings = { ...this.settings, errorDetail: options.errorDetail ?? this.settings.errorDetail };
    const found = this.#find(uri);
    try {
      if (!found) throw this.#unknown(uri, options);
      return await found.resource.run(uri, found.variables, options, this.settings);
    } catch (error) {
      throw toldError({ kind: 'resource', name: found?.resource.uri ?? '' }, error, settings);
    }
  }

  /** To be told when what is under a URI has changed, so that clients may read it again. */
  updated(uri: string): void {
    this.observers.tell('resource-updated', uri);
  }

  /** Removes a resource, or several; false when none was there. */
  unregister(uriOrResources: string | Resource | readonly Resource[]): boolean {
    const removed = this.#shelf.remove([uriOrResources].flat());
    this.#shapes.remove(removed);
    removed.forEach(this.forget);
    if (removed.length > 0) this.observers.tell('resources');
    return removed.length > 0;
  }

  /** @internal */
  stage(resources: readonly Resource[]): () => void {
    const commits = [this.#shelf.stage(resources), this.#shapes.stage(resources)];
    return () => {
      for (const commit of commits) commit();
    };
  }

  #granted({ scopes }: ListOptions): Resource[] {
    return this.#shelf.all().filter(({ options }) => isGranted(options, scopes));
  }

  #find(uri: unknown): { resource: Resource; variables: Record<string, unknown> } | undefined {
    if (typeof uri !== 'string') return undefined;
    const fixed = this.#shelf.get(uri);
    if (fixed && !fixed.isTemplate) return { resource: fixed, variables: {} };
    for (const resource of this.#shelf.all()) {
      const variables = resource.isTemplate ? resource.match(uri) : undefined;
      if (variables) return { resource, variables };
    }
    return undefined;
  }

  #unknown(uri: unknown, { scopes }: CallOptions): ToolError {
    const text = typeof uri === 'string' ? cut(uri, 200) : kindOf(uri);
    const known = this.#granted(scopes ? { scopes } : {}).filter(({ isTemplate }) => !isTemplate);
    const uris = known.map((resource) => resource.uri);
    return new ToolError('UNKNOWN_RESOURCE', `Unknown resource: '${text}'.${meantInstead(text, uris)}`);
  }
}

function duplicate(one: Resource, other: Resource): ToolError {
  const shared = one.uri === other.uri ? `have the URI '${one.uri}'` : `stand for the same URIs, '${one.uri}' and '${other.uri}'`;
  return new ToolError(
    'DUPLICATE_RESOURCE',
    `Two resources ${shared}: ${one.place} and ${other.place}. ${mendOfTwo(one, other, 'Give one another URI.')}`,
  );
}
