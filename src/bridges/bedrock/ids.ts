/** Ids of calls as Converse takes them: those of other providers may be longer or have other characters. */
import { wireId } from '../calling/ids.js';

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html, 2026-11. */
export const wireCallId = (id: string): string => wireId(id, { legal: /^[a-zA-Z0-9_-]{1,64}$/, length: 24 });
