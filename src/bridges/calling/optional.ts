/** Loading of what users install themselves. */
import { ToolError } from '../../errors.js';

/** @throws ToolError INVALID_DEFINITION where the package cannot be loaded, with the reason as its cause */
export async function loaded<T>(name: string, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ToolError('INVALID_DEFINITION', `This bridge needs '${name}', which cannot be loaded. Is it installed?`, { cause });
  }
}
