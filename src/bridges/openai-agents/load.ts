/** Loads the SDK when it is first needed. */
import { isCommonJs } from '../../common-js.js';
import { loaded } from '../calling/optional.js';

type Agents = typeof import('@openai/agents-core');

/** @throws ToolError INVALID_DEFINITION where it is not installed */
export const loadAgents = (): Promise<Agents> =>
  loaded('toolmark/openai-agents', '@openai/agents-core', async () => {
    // In CommonJS the types of what is imported are those of the other format.
    const loading: unknown = isCommonJs ? require('@openai/agents-core') : await import('@openai/agents-core');
    return loading as Agents;
  });
