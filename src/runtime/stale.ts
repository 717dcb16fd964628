/** Whether a manifest still fits what it was made from: DESIGN §4.6. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ToolError } from '../errors.js';
import { sourceHash } from '../source-hash.js';
import type { ToolContract, ToolManifest } from '../types.js';
import type { Lookup } from './manifest-index.js';

/** What mends it, for every message. */
export const mend = "Run 'npx toolmark build', or start node with '--import toolmark/register'.";

/**
 * The manifest's sources, as it names them, whose text is no longer what it was made from. A source that is not there
 * says nothing: the manifest may have been deployed without it. Never in production.
 */
export function changedSources(manifest: ToolManifest): string[] {
  const { file, sources } = manifest;
  if (file === undefined || process.env['NODE_ENV'] === 'production') return [];
  const folder = path.dirname(file);
  return Object.keys(sources).filter((source) => {
    const text = readSource(path.resolve(folder, source));
    return text !== undefined && sourceHash(text) !== sources[source];
  });
}

const mark = Buffer.from('\uFEFF');

/** The text as the compiler reads it: a byte order mark tells UTF-16. */
function readSource(file: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le', 2);
  return bytes.toString('utf8', bytes.subarray(0, 3).equals(mark) ? mark.length : 0);
}

/** Why a contract was not found, as an error. */
export function missingContract(place: string, lookup: Exclude<Lookup, { contract: unknown }>): ToolError {
  const reasons = {
    manifest: `there is no manifest, so nothing is known of the parameters of ${place}; give that of the generated module to the registry: new ToolRegistry({ manifest }).register(…)`,
    class: `${place} is not in the manifest`,
    method: `${place} is not in the manifest, though its class is`,
  };
  return stale(reasons[lookup.missing]);
}

/** Why nothing is known of a class that is given as a schema. @param isEmpty whether there is no manifest at all */
export function missingClass(place: string, name: string, direction: 'input' | 'output', isEmpty: boolean): ToolError {
  const given = `the class ${name}, which ${place} takes as its ${direction} schema`;
  const reasons = {
    none: `there is no manifest, so nothing is known of the fields of ${given}; pass { manifest } from the generated module, to the registry or where the class is given`,
    other: `${given}, is not in the manifest. The build step finds it where it is named: in new Tool({ ${direction}Schema: ${name} }) or schemaFromClass(${name})`,
  };
  return stale(reasons[isEmpty ? 'none' : 'other']);
}

export function stale(reason: string): ToolError {
  return new ToolError('STALE_MANIFEST', `Stale manifest: ${reason}. ${mend}`);
}

/** Refuses a contract whose method or function has other parameters by now. */
export function checkParameterCount(
  place: string,
  contract: ToolContract,
  fn: (...args: never[]) => unknown,
  emitted: number | undefined,
): void {
  const total = contract.parameters.length;
  if (emitted !== undefined) {
    if (emitted !== total) throw stale(`${place} has ${emitted} parameters, the manifest says ${total}`);
    return;
  }
  if (fn.length === contract.length || isWrapper(fn)) return;
  // Compiled for old targets, defaults move into the body, and the length counts all parameters.
  if (!isShorthand(fn) && fn.length > contract.length && fn.length <= total) return;
  throw stale(`${place} takes ${fn.length} parameters before the first default, the manifest says ${contract.length}`);
}

/** How many parameter types the compiler emitted for this very method, when it did. */
export function emittedCount(prototype: object, method: string): number | undefined {
  let current: object | null = prototype;
  while (current && !Object.hasOwn(current, method)) current = Object.getPrototypeOf(current) as object | null;
  const types: unknown = current ? Reflect.getOwnMetadata('design:paramtypes', current, method) : undefined;
  return Array.isArray(types) ? types.length : undefined;
}

/** Another decorator, a mock or a compiler's helper stands in place of the method, and its own length says nothing. */
function isWrapper(fn: (...args: never[]) => unknown): boolean {
  if (fn.length > 0) return false;
  const text = Function.prototype.toString.call(fn);
  return !isShorthand(fn) || /^[^(]*\(\s*\.\.\./.test(text) || /\barguments\b/.test(text);
}

/** Written as a method of a class: its text starts with its name. */
function isShorthand(fn: (...args: never[]) => unknown): boolean {
  return !/^(?:async\s*)?(?:function\b|\(|[\w$]+\s*=>)/.test(Function.prototype.toString.call(fn));
}
