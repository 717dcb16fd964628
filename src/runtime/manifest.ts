/** `defineManifest`: what a generated module calls, so that the manifest knows where it lies. */
import { fileURLToPath } from 'node:url';
import type { ToolManifest } from '../types.js';

/**
 * Notes the calling module's file in the manifest, for the check that its sources are unchanged.
 * @returns a copy with `file`; without it when the file cannot be known
 */
export function defineManifest(manifest: ToolManifest): ToolManifest {
  if (manifest.file !== undefined) return manifest;
  const file = pathOf(callerOf(defineManifest));
  return file === undefined ? manifest : { ...manifest, file };
}

/** The file of whoever called the function, from V8's structured call sites. */
function callerOf(callee: (manifest: ToolManifest) => unknown): string | undefined {
  const before = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  try {
    const holder: { stack?: unknown } = {};
    Error.prepareStackTrace = (_error, sites) => sites[0]?.getFileName() ?? undefined;
    Error.captureStackTrace(holder, callee);
    return typeof holder.stack === 'string' ? holder.stack : undefined;
  } catch {
    return undefined;
  } finally {
    if (before) Object.defineProperty(Error, 'prepareStackTrace', before);
    else Reflect.deleteProperty(Error, 'prepareStackTrace');
  }
}

function pathOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const bare = name.replace(/[?#].*$/, '');
  try {
    return bare.startsWith('file:') ? fileURLToPath(bare) : /^([/\\]|[A-Za-z]:[/\\])/.test(bare) ? bare : undefined;
  } catch {
    return undefined;
  }
}
