/** What runs the calls of tools that were given in any form. */
import { ToolError } from '../../errors.js';
import { type Registrable, ToolRegistry, type RegistryOptions } from '../../runtime/registry.js';
import { isRegistry } from './given-tools.js';

/**
 * The registry, or one made of what can be registered.
 * @throws ToolError INVALID_DEFINITION for what holds no tools; STALE_MANIFEST for methods of which only a manifest tells, DUPLICATE_TOOL
 */
export function registryOf(
  given: ToolRegistry | Registrable | Iterable<Registrable>,
  place: string,
  options?: RegistryOptions,
): ToolRegistry {
  if (isRegistry(given)) return given as ToolRegistry;
  if (given === undefined || given === null)
    throw new ToolError('INVALID_DEFINITION', `${place} needs tools, and got ${String(given)}: give a registry, or a list of tools.`);
  return new ToolRegistry(options).add(given, place);
}
