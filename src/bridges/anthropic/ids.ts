/** Ids of calls as Anthropic takes them: those of other providers may have other characters. */
import { wireId } from '../calling/ids.js';

/** "String should match pattern '^[a-zA-Z0-9_-]+$'": a 400 of the API, 2025. */
export const wireCallId = (id: string): string => wireId(id, { legal: /^[a-zA-Z0-9_-]+$/, length: 24 });
