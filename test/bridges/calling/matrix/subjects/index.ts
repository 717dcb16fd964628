/** Every bridge to a native API. */
import type { Subject } from '../subject.js';
import { anthropicSubject } from './anthropic.js';
import { bedrockSubject } from './bedrock.js';
import { cohereSubject } from './cohere.js';
import { geminiSubject } from './gemini.js';
import { mistralSubject } from './mistral.js';
import { ollamaSubject } from './ollama.js';
import { openaiResponsesSubject } from './openai-responses.js';
import { openaiSubject } from './openai.js';

export const subjects: readonly Subject[] = [
  openaiSubject,
  openaiResponsesSubject,
  anthropicSubject,
  geminiSubject,
  bedrockSubject,
  mistralSubject,
  cohereSubject,
  ollamaSubject,
];
