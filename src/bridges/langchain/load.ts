/** Loads LangChain's parts when they are first needed; in CommonJS by `require`, because Jest cannot follow `import()` out of it. */
import { loaded } from '../calling/optional.js';

type Tools = typeof import('@langchain/core/tools');
type Messages = typeof import('@langchain/core/messages');

const isCommonJs = typeof require === 'function' && typeof module === 'object';

/** @throws ToolError INVALID_DEFINITION where LangChain is not installed */
export const loadTools = (): Promise<Tools> =>
  loaded('@langchain/core', async () => (isCommonJs ? (require('@langchain/core/tools') as Tools) : import('@langchain/core/tools')));

/** @throws ToolError INVALID_DEFINITION where LangChain is not installed */
export const loadMessages = (): Promise<Messages> =>
  loaded('@langchain/core', async () =>
    isCommonJs ? (require('@langchain/core/messages') as Messages) : import('@langchain/core/messages'),
  );
