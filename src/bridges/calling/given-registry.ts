/** What runs the calls of tools that were given in any form. */
import { ToolError } from '../../errors.js';
import { type Registrable, ToolRegistry, type RegistryOptions } from '../../runtime/registry.js';
import { isRegistry, unrolled } from './given-tools.js';

/**
 * The registry, or one made of what can be registered.
 * @throws ToolError INVALID_DEFINITION for what holds no tools; STALE_MANIFEST for methods of which only a manifest tells, DUPLICATE_TOOL
 */
export function registryOf(
  given: ToolRegistry | Registrable | readonly Registrable[],
  place: string,
  options?: RegistryOptions,
): ToolRegistry {
  if (isRegistry(given)) return given as ToolRegistry;
  if (given === undefined || given === null)
    throw new ToolError('INVALID_DEFINITION', `${place} needs tools, and got ${String(given)}: give a registry, or a list of tools.`);
  if (given instanceof Promise)
    throw new ToolError('INVALID_DEFINITION', `${place} needs tools, and got a promise: put 'await' before it.`);
  try {
    return new ToolRegistry(options).register(unrolled(given) as Registrable);
  } catch (error) {
    throw error instanceof ToolError ? placed(error, place) : error;
  }
}

/** The registry's words are for who makes one: here it is made in passing, and cannot be given a manifest. */
function placed(error: ToolError, place: string): ToolError {
  const { code, toolName, message, cause = error } = error;
  const reason = message
    .replace(/^registry\.register\(\): /, '')
    .replace(/pass \{ manifest \}[^.]*/, 'give a registry that has the manifest: new ToolRegistry({ manifest }).register(…)');
  return new ToolError(code, `${place}: ${reason}`, { ...(toolName !== undefined && { toolName }), cause });
}
