/** Loads LangChain's parts when they are first needed. */
import { isCommonJs } from '../../common-js.js';
import { loaded } from '../calling/optional.js';

type Tools = typeof import('@langchain/core/tools');
type Messages = typeof import('@langchain/core/messages');
type Schemas = typeof import('@langchain/core/utils/json_schema');

// In CommonJS the types of what is imported are those of the other format.

/** @throws ToolError INVALID_DEFINITION where LangChain is not installed */
export const loadTools = (): Promise<Tools> =>
  loaded('toolmark/langchain', '@langchain/core', async () => {
    const loading: unknown = isCommonJs ? require('@langchain/core/tools') : await import('@langchain/core/tools');
    return loading as Tools;
  });

/** @throws ToolError INVALID_DEFINITION where LangChain is not installed */
export const loadMessages = (): Promise<Messages> =>
  loaded('toolmark/langchain', '@langchain/core', async () => {
    const loading: unknown = isCommonJs ? require('@langchain/core/messages') : await import('@langchain/core/messages');
    return loading as Messages;
  });

/** @throws ToolError INVALID_DEFINITION where LangChain is not installed */
export const loadSchemas = (): Promise<Schemas> =>
  loaded('toolmark/langchain', '@langchain/core', async () => {
    const loading: unknown = isCommonJs ? require('@langchain/core/utils/json_schema') : await import('@langchain/core/utils/json_schema');
    return loading as Schemas;
  });
