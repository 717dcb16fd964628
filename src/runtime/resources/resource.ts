/** A resource, or a family of them: a definition that can be read. Made by hand with `new Resource({…})`, or from a marked method. */
import { shapeOf } from '../../decorators/uri-template.js';
import type { CallOptions, ResourceContents, ResourceDefinition, ResourceOptions, ResourceTemplateDefinition } from '../../types.js';
import { Callable } from '../definition/callable.js';
import { frozenCopy } from '../definition/publish.js';
import type { ToolPlan } from '../definition/source.js';
import { invoke } from '../invocation.js';
import type { Settings } from '../settings.js';
import { contentsOf } from './contents.js';
import { matchTemplate } from './match.js';
import { handMadeResource, type ResourceInit, type ResourceSource } from './source.js';

const brand = Symbol.for('toolmark.Resource');

type AnyDefinition = ResourceDefinition | ResourceTemplateDefinition;

/** A definition that can be read. */
export class Resource {
  readonly #callable: Callable<ResourceSource>;
  #definition: Readonly<AnyDefinition> | undefined;

  /** @throws ToolError INVALID_DEFINITION for a bad URI, option or schema */
  constructor(init: ResourceInit);
  /** @internal */
  constructor(source: ResourceSource, internal: true);
  constructor(given: ResourceInit | ResourceSource, internal = false) {
    this.#callable = new Callable(internal ? (given as ResourceSource) : handMadeResource(given as ResourceInit));
    Object.defineProperty(this, brand, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    if (this !== Resource) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }

  /** The URI, or the template of URIs. */
  get uri(): string {
    return this.#callable.source.uri;
  }

  get name(): string {
    return this.#callable.source.declared.name;
  }

  /** It has a template, so it stands for many URIs. */
  get isTemplate(): boolean {
    return this.#callable.source.template.variables.length > 0;
  }

  /** What a client sees; frozen. */
  get definition(): Readonly<AnyDefinition> {
    this.#definition ??= frozenCopy(this.#publish());
    return this.#definition;
  }

  /** What the author gave: `tags`, `scopes`, `timeout`, `meta` and the rest. */
  get options(): Readonly<ResourceOptions> {
    return this.#callable.source.declared;
  }

  /** Where it comes from, for messages to its author: for example `AtlasService.city`. */
  get place(): string {
    return this.#callable.source.place;
  }

  /** @internal */
  get source(): ResourceSource {
    return this.#callable.source;
  }

  /** @internal */
  get plan(): ToolPlan {
    return this.#callable.plan;
  }

  /** @internal The same for two resources that stand for the same URIs, whatever their variables are called. */
  get shape(): string {
    return shapeOf(this.#callable.source.template);
  }

  /** @internal The variables of a URI; undefined when the URI is none of this resource. */
  match(uri: string): Record<string, string | string[]> | undefined {
    if (!this.isTemplate) return uri === this.uri ? {} : undefined;
    return matchTemplate(this.#callable.source.template, uri);
  }

  /** @internal @throws ToolError */
  async run(uri: string, variables: Record<string, unknown>, options: CallOptions, settings: Settings): Promise<ResourceContents[]> {
    const { mimeType } = this.#callable.source.declared;
    // Variables are texts: they become what the parameters are where that loses nothing.
    return invoke(this.#callable.compiled, variables, { ...options, repair: true }, settings, {
      admission: { called: uri },
      shape: (tool, value, { limits }) => contentsOf(tool, value, { uri, mimeType }, limits),
    });
  }

  toJSON(): Readonly<AnyDefinition> {
    return this.definition;
  }

  #publish(): AnyDefinition {
    const { uri, declared } = this.#callable.source;
    const { name, title, mimeType, size, annotations, icons, _meta } = declared;
    const description = declared.description ?? this.plan.description;
    return {
      ...(this.isTemplate ? { uriTemplate: uri } : { uri }),
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(mimeType !== undefined && { mimeType }),
      ...(size !== undefined && { size }),
      ...(annotations !== undefined && { annotations }),
      ...(icons !== undefined && { icons }),
      ...(_meta !== undefined && { _meta }),
    };
  }
}
