/** Loads the ADK when it is first needed. */
import { isCommonJs } from '../../common-js.js';
import { loaded } from '../calling/optional.js';
import type { AdkModule } from './types.js';

/** Not written where it is imported: the compiler would look for types of a package that is not here. */
const name = '@google/adk';

/** @throws ToolError INVALID_DEFINITION where it is not installed */
export const loadAdk = (): Promise<AdkModule> =>
  loaded('toolmark/google-adk', name, async () => (isCommonJs ? (require(name) as AdkModule) : ((await import(name)) as AdkModule)));
