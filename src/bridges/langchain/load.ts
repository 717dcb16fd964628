/** Loads LangChain's parts when they are first needed; in CommonJS by `require`, because Jest cannot follow `import()` out of it. */
type Tools = typeof import('@langchain/core/tools');
type Messages = typeof import('@langchain/core/messages');

const isCommonJs = typeof require === 'function' && typeof module === 'object';

export async function loadTools(): Promise<Tools> {
  return isCommonJs ? (require('@langchain/core/tools') as Tools) : import('@langchain/core/tools');
}

export async function loadMessages(): Promise<Messages> {
  return isCommonJs ? (require('@langchain/core/messages') as Messages) : import('@langchain/core/messages');
}
