/** The manifest in memory: its thunks give what loaded modules handed over, and undefined until then. */
import { dirname, relative } from 'node:path';
import type { ManifestModel } from '../build/emit/model.js';
import type { ExportRef } from '../build/discover/exports.js';
import type { Constructor, ToolManifest } from '../types.js';

const bindKey = Symbol.for('toolmark.bind');
const ambientKey = Symbol.for('toolmark.ambientManifest');

type Namespace = Record<string, unknown>;
/** The namespace is asked for at each look: a module hands it over before its classes are there. */
type Bind = (module: string, namespace: () => Namespace) => void;

/** Publishes the manifest for registries that are given none, and the function that loaded modules call. */
export function publish(model: ManifestModel, out: string): void {
  const loaded = new Map<string, () => Namespace>();
  const scope = globalThis as unknown as Record<symbol, unknown>;
  const before = scope[bindKey] as Bind | undefined;
  const bind: Bind = (module, namespace) => {
    loaded.set(module, namespace);
    before?.(module, namespace);
  };
  scope[bindKey] = bind;
  const others = scope[ambientKey] as ToolManifest | ToolManifest[] | undefined;
  const manifest = toManifest(model, out, loaded);
  scope[ambientKey] = others === undefined ? manifest : [others, manifest].flat();
}

function toManifest(model: ManifestModel, out: string, loaded: ReadonlyMap<string, () => Namespace>): ToolManifest {
  const path = (file: string): string => relative(dirname(out), file).replaceAll('\\', '/');
  const thunk = (ref: ExportRef) => (): Constructor => find(loaded, ref) as Constructor;
  const table = <V, R>(record: Record<string, V>, change: (value: V) => R): Record<string, R> =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
  return {
    version: 1,
    file: out,
    sources: Object.fromEntries(Object.entries(model.sources).map(([file, hash]) => [path(file), hash])),
    types: table(model.types, thunk),
    $defs: table(model.$defs, (schema) => () => structuredClone(schema)),
    classes: model.classes.map(({ ref, name, file, methods }) => ({
      class: thunk(ref),
      name,
      source: path(file),
      methods: table(methods, (contract) => () => structuredClone(contract)),
    })),
    functions: model.functions.map(({ ref, name, file, contract }) => ({
      function: thunk(ref),
      name,
      source: path(file),
      contract: () => structuredClone(contract),
    })),
    forms: model.forms.map(({ ref, name, file, schema }) => ({
      form: () => find(loaded, ref),
      name,
      source: path(file),
      schema: () => structuredClone(schema),
    })),
    schemas: model.schemas.map(({ ref, name, file, input, output }) => ({
      class: thunk(ref),
      name,
      source: path(file),
      ...(input && { input: () => structuredClone(input) }),
      ...(output && { output: () => structuredClone(output) }),
    })),
  };
}

function find(loaded: ReadonlyMap<string, () => Namespace>, ref: ExportRef): unknown {
  let value: unknown = loaded.get(ref.module)?.();
  for (const name of ref.name.split('.')) {
    // A thunk is asked again until its module is loaded.
    if (value === undefined || value === null) return undefined;
    value = (value as Namespace)[name];
  }
  return value;
}
