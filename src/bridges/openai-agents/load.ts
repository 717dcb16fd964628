/** Loads the SDK when it is first needed; in CommonJS by `require`, because Jest cannot follow `import()` out of it. */
import { loaded } from '../calling/optional.js';

type Agents = typeof import('@openai/agents-core');

const isCommonJs = typeof require === 'function' && typeof module === 'object';

/** @throws ToolError INVALID_DEFINITION where it is not installed */
export const loadAgents = (): Promise<Agents> =>
  loaded('@openai/agents-core', async () => (isCommonJs ? (require('@openai/agents-core') as Agents) : import('@openai/agents-core')));
