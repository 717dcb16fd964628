/** Loads the ADK when it is first needed; in CommonJS by `require`, because Jest cannot follow `import()` out of it. */
import { ToolError } from '../../errors.js';
import type { AdkModule } from './types.js';

const isCommonJs = typeof require === 'function' && typeof module === 'object';
/** Not written where it is imported: the compiler would look for types of a package that is not here. */
const name = '@google/adk';

/** @throws ToolError INVALID_DEFINITION where it is not installed */
export async function loadAdk(): Promise<AdkModule> {
  try {
    return isCommonJs ? (require(name) as AdkModule) : ((await import(name)) as AdkModule);
  } catch (cause) {
    throw new ToolError('INVALID_DEFINITION', `'${name}' cannot be loaded. Install it, or give its module as the option 'adk'.`, { cause });
  }
}
