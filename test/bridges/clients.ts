/** The clients that runs are driven through, for tests of types. */
import type Anthropic from '@anthropic-ai/sdk';
import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import type { GoogleGenAI } from '@google/genai';
import type { Mistral } from '@mistralai/mistralai';
import type { CohereClient, CohereClientV2 } from 'cohere-ai';
import type { Ollama } from 'ollama';
import type OpenAI from 'openai';

export interface Clients {
  oai: OpenAI;
  claude: Anthropic;
  gem: GoogleGenAI;
  bedrock: BedrockRuntimeClient;
  mistral: Mistral;
  cohere: CohereClientV2;
  cohereOld: CohereClient;
  ollama: Ollama;
}
