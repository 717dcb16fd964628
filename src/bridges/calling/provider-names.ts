/** The providers by the names that people know them by. */
import { nearest } from '../../schema/words.js';
import { type Provider, providers } from './facts.js';

/** What differs from the name in the table: the modules of the bridges, and whose API it is. */
const aliases: Readonly<Record<string, Provider>> = {
  openai: 'openai-chat',
  chatgpt: 'openai-chat',
  responses: 'openai-responses',
  claude: 'anthropic',
  google: 'gemini',
  'google-genai': 'gemini',
  aws: 'bedrock',
  amazon: 'bedrock',
  vercel: 'ai-sdk',
  ai: 'ai-sdk',
  langgraph: 'langchain',
  agents: 'openai-agents',
  adk: 'google-adk',
};

/** The provider of that name; `openaiResponses` and `toolmark/openai-responses` are the same as `openai-responses`. */
export function providerNamed(name: string): Provider | undefined {
  const plain = lettersOf(name.replace(/^toolmark\//, ''));
  const alias = Object.entries(aliases).find(([other]) => lettersOf(other) === plain)?.[1];
  return providers.find((provider) => lettersOf(provider) === plain) ?? alias;
}

const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** For a name that is none: what may be meant of these, and all there are. */
export function meantProvider(given: unknown, among: readonly Provider[] = providers): string {
  const name = typeof given === 'string' ? given : '';
  const close = providerNamed(name) ?? providerNamed(nearest(name, [...providers, ...Object.keys(aliases)]) ?? '');
  const all = `There are: ${among.join(', ')}.`;
  return close === undefined || !among.includes(close) ? all : `Did you mean '${close}'? ${all}`;
}
