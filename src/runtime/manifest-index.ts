/** Finds the contract of a class or function, by identity, in the manifests of one registry. */
import path from 'node:path';
import type {
  Constructor,
  ContractSchema,
  ManifestClass,
  ManifestForm,
  ManifestFunction,
  ManifestSchema,
  ToolContract,
  ToolManifest,
} from '../types.js';
import { changedSources } from './stale.js';

/** A contract, and the manifest whose `types` and `$defs` it speaks of. */
export interface FoundContract {
  contract: ToolContract;
  manifest: ToolManifest;
}

/** What is known of a class or function: its contract, or why there is none. */
export type Lookup = FoundContract | { missing: 'manifest' | 'class' | 'method' };

type Entry = ManifestClass | ManifestFunction | ManifestForm | ManifestSchema;

const ambientKey = Symbol.for('toolmark.ambientManifest');

/** One a registry; thunks of the manifests are asked once, and again while their module is not loaded yet. */
export class ManifestIndex {
  readonly #given: readonly ToolManifest[] | undefined;
  readonly #classes = new Map<unknown, { entry: ManifestClass; manifest: ToolManifest }>();
  readonly #functions = new Map<unknown, { entry: ManifestFunction; manifest: ToolManifest }>();
  readonly #forms = new Map<unknown, { entry: ManifestForm; manifest: ToolManifest }>();
  readonly #schemas = new Map<unknown, { entry: ManifestSchema; manifest: ToolManifest }>();
  readonly #seen = new WeakSet<Entry>();
  readonly #changed = new Map<ToolManifest, string[]>();

  constructor(given: readonly ToolManifest[] | undefined) {
    this.#given = given?.filter((manifest) => manifest !== undefined && manifest !== null);
  }

  get isEmpty(): boolean {
    return this.#manifests().length === 0;
  }

  method(owner: Constructor, name: string): Lookup {
    if (this.isEmpty) return { missing: 'manifest' };
    let current: unknown = owner;
    while (typeof current === 'function' && !this.#class(current)) current = Object.getPrototypeOf(current);
    const found = this.#class(current);
    if (!found) return { missing: 'class' };
    const thunk = Object.hasOwn(found.entry.methods, name) ? found.entry.methods[name] : undefined;
    return thunk ? { contract: thunk(), manifest: found.manifest } : { missing: 'method' };
  }

  /** With the function's name in the source: bundlers and test runners may have given it another. */
  function(marked: unknown): Lookup & { name?: string } {
    if (this.isEmpty) return { missing: 'manifest' };
    const find = () => this.#functions.get(marked);
    if (!find()) this.#collect();
    const found = find();
    return found ? { contract: found.entry.contract(), manifest: found.manifest, name: found.entry.name } : { missing: 'class' };
  }

  /** The schema of what `form<T>()` gave, or of a class that was given as a form. */
  form(form: unknown): { schema: ContractSchema; name: string; manifest: ToolManifest } | undefined {
    if (!this.#forms.has(form)) this.#collect();
    const found = this.#forms.get(form);
    return found && { schema: found.entry.schema(), name: found.entry.name, manifest: found.manifest };
  }

  /** What a class that is given as a schema says of arguments (`input`) or of results. */
  schema(owner: Constructor, direction: 'input' | 'output'): { schema: ContractSchema; name: string; manifest: ToolManifest } | undefined {
    if (!this.#schemas.has(owner)) this.#collect();
    const found = this.#schemas.get(owner);
    const schema = found?.entry[direction]?.();
    return found && schema && { schema, name: found.entry.name, manifest: found.manifest };
  }

  /**
   * A source file of the manifest whose text is no longer what the build step read; undefined when all are as they were.
   * A contract comes from more files than its own, so all count; its own is named first. Each file is read once a registry.
   */
  changedSource(item: unknown): string | undefined {
    const found = this.#classes.get(item) ?? this.#functions.get(item) ?? this.#schemas.get(item);
    if (!found) return undefined;
    const { manifest, entry } = found;
    const changed = this.#changed.get(manifest) ?? changedSources(manifest);
    this.#changed.set(manifest, changed);
    const source = changed.includes(entry.source) ? entry.source : changed[0];
    return source === undefined ? undefined : path.resolve(path.dirname(manifest.file ?? ''), source);
  }

  #class(owner: unknown) {
    if (typeof owner !== 'function') return undefined;
    if (!this.#classes.has(owner)) this.#collect();
    return this.#classes.get(owner);
  }

  #manifests(): readonly ToolManifest[] {
    if (this.#given) return this.#given;
    const ambient = (globalThis as Record<symbol, ToolManifest | ToolManifest[] | undefined>)[ambientKey];
    return ambient === undefined ? [] : [ambient].flat();
  }

  #collect(): void {
    for (const manifest of this.#manifests()) {
      for (const entry of manifest.classes) this.#remember(entry, entry.class, manifest, this.#classes);
      for (const entry of manifest.functions) this.#remember(entry, entry.function, manifest, this.#functions);
      for (const entry of manifest.forms ?? []) this.#remember(entry, entry.form, manifest, this.#forms);
      for (const entry of manifest.schemas ?? []) this.#remember(entry, entry.class, manifest, this.#schemas);
    }
  }

  #remember<E extends Entry>(
    entry: E,
    thunk: () => unknown,
    manifest: ToolManifest,
    into: Map<unknown, { entry: E; manifest: ToolManifest }>,
  ): void {
    if (this.#seen.has(entry)) return;
    const value = loaded(thunk);
    if (value === undefined) return;
    this.#seen.add(entry);
    into.set(value, { entry, manifest });
  }
}

/** What a thunk gives; undefined while its module is not loaded, or not yet evaluated in an import cycle. */
export function loaded<T>(thunk: () => T): T | undefined {
  try {
    return thunk();
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}
