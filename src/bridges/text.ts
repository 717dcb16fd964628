/** `toolmark/text`: tools for models without function calling, and the choice between both ways. */
import { textBridge } from './text/bridge.js';

export { textBridge } from './text/bridge.js';
export { type BridgeChoices, chooseBridge, type ModelLike, withoutNativeFields } from './text/choose.js';
export { type Complete, textDriver, type TextDriverOptions, type TextRequest } from './text/driver.js';
export { type RawReply, readCalls } from './text/parse.js';
export { promptMessages, type PromptParts, renderTool } from './text/render.js';
export { type ModelReply, readReply, type Reply } from './text/reply.js';
export { type ScopedChoice, withBridgeChoice } from './text/scope.js';
export type { TextChoice, TextForm, TextMessage, TextTypes } from './text/types.js';

/** The bridge whose replies mark their parts by `[[ ## name ## ]]`. It reads replies of every form. */
export const text = textBridge();
