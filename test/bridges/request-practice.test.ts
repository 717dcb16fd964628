/** What callers write as fields of requests in practice compiles: `tsc` is the test here. Nothing of it runs. */
import type Anthropic from '@anthropic-ai/sdk';
import type { GoogleGenAI } from '@google/genai';
import type { Mistral } from '@mistralai/mistralai';
import type { CohereClientV2 } from 'cohere-ai';
import type { Ollama } from 'ollama';
import type OpenAI from 'openai';
import type { AzureOpenAI } from 'openai';
import type { ChatCompletionCreateParams, ChatCompletionMessageParam } from 'openai/resources/chat/completions/completions.js';
import type { ResponseCreateParams } from 'openai/resources/responses/responses.js';
import { runTools, type RunClient, type RunOptions, type RunOutcome } from '../../src/bridges/calling/index.js';
import { Tool } from '../../src/index.js';

interface Clients {
  oai: OpenAI;
  azure: AzureOpenAI;
  claude: Anthropic;
  gem: GoogleGenAI;
  mistral: Mistral;
  cohere: CohereClientV2;
  ollama: Ollama;
}

interface Settings {
  temperature?: number;
  seed?: number | null;
}

type Managed = 'model' | 'messages' | 'input' | 'tools' | 'tool_choice' | 'stream';

const tools = [new Tool({ name: 'a', handler: () => 'ok' })];
const rest = { model: 'm', messages: [], tools };

export async function openaiChat({ oai, azure }: Clients, maybe: number | undefined, effort: 'low' | 'high', user?: string): Promise<void> {
  const request = { temperature: 0.2, stop: ['a'], extra_body: { top_k: 3 } };
  await runTools({ client: oai, ...rest, request });
  const frozen = { temperature: 0.2, stop: ['a'], reasoning_effort: 'low', metadata: { a: 'b' } } as const;
  await runTools({ client: oai, ...rest, request: frozen });
  await runTools({ client: oai, ...rest, request: { ...frozen, ...request, temperature: maybe } });
  await runTools({ client: oai, ...rest, request: { ...(maybe !== undefined && { temperature: maybe }), ...(user ? { user } : {}) } });
  await runTools({ client: oai, ...rest, request: { reasoning_effort: effort, user } });
  await runTools({ client: azure, ...rest, request: { temperature: 0, data_sources: [{ type: 'azure_search' }] } });
  const typed: Omit<ChatCompletionCreateParams, Managed> = { temperature: 0 };
  await runTools({ client: oai, ...rest, request: typed });
  const {
    model: _model,
    messages: _messages,
    tools: _tools,
    tool_choice: _choice,
    stream: _stream,
    ...others
  } = {
    temperature: 0,
  } as ChatCompletionCreateParams;
  await runTools({ client: oai, ...rest, request: others });
  const format = { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object', required: ['a'] } } } as const;
  await runTools({ client: oai, ...rest, request: { response_format: format } });
  await runTools({ client: oai, ...rest, stream: true, request: { stream_options: { include_usage: true } } });
  await runTools({
    client: oai,
    ...rest,
    request: { provider: { order: ['x'] }, top_k: 4, chat_template_kwargs: { enable_thinking: false } },
  });
  await runTools({ client: oai, ...rest, request: undefined });
}

export async function openaiResponses({ oai }: Clients): Promise<void> {
  const typed: Omit<ResponseCreateParams, Managed> = { instructions: 'Be brief.' };
  await runTools({ client: oai, provider: 'openai-responses', ...rest, request: typed });
  const include = ['reasoning.encrypted_content'] as const;
  const request = { store: false, include, previous_response_id: undefined, text: { verbosity: 'low' } } as const;
  await runTools({ client: oai, provider: 'openai-responses', ...rest, request });
}

export async function anthropic({ claude }: Clients, maybe: number | undefined): Promise<void> {
  const thinking = { max_tokens: 1000, thinking: { type: 'enabled', budget_tokens: 1024 } } as const;
  await runTools({ client: claude, ...rest, request: thinking });
  const system = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }] as const;
  await runTools({ client: claude, ...rest, request: { max_tokens: 100, system, betas: ['x'], metadata: { user_id: 'u' } } });
  await runTools({ client: claude, ...rest, request: { max_tokens: 100, stop_sequences: ['a'], top_p: maybe } });
}

export async function gemini({ gem }: Clients): Promise<void> {
  const config = { temperature: 0, responseModalities: ['TEXT'], thinkingConfig: { thinkingBudget: 0 } } as const;
  await runTools({ client: gem, ...rest, request: { config } });
  await runTools({
    client: gem,
    ...rest,
    request: { config: { toolConfig: { retrievalConfig: { latLng: { latitude: 1, longitude: 2 } } } } },
  });
}

export async function others({ mistral, cohere, ollama }: Clients, maybe: number | undefined): Promise<void> {
  await runTools({ client: mistral, ...rest, request: { safePrompt: true, maxTokens: maybe, responseFormat: { type: 'json_object' } } });
  await runTools({ client: cohere, ...rest, request: { documents: ['a'], citationOptions: { mode: 'OFF' } } });
  const options = { num_ctx: 8192, stop: ['a'] } as const;
  await runTools({ client: ollama, ...rest, request: { think: true, options, keep_alive: -1 } });
}

export async function conversations({ oai, claude }: Clients): Promise<void> {
  const messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'x' }];
  const { messages: all } = await runTools({ client: oai, model: 'm', messages, tools: new Set(tools) });
  const more: ChatCompletionMessageParam[] = all;
  const next = [...more, { role: 'user', content: 'y' } as const];
  await runTools({ client: oai, model: 'm', messages: next, tools: tools.values(), request: { temperature: 0 } });
  const history = [{ role: 'user', content: 'x' }] as const;
  await runTools({ client: oai, model: 'm', messages: history, tools });
  const answered = await runTools({ client: claude, model: 'm', messages: history, tools });
  const typed: Anthropic.MessageParam[] = answered.messages;
  void typed;
}

/** Where less is known of the client, or of the fields. */
export async function wrapped({ oai, claude }: Clients, fields: Record<string, unknown>, settings: Settings, some: object): Promise<void> {
  const ask = async (client: OpenAI, request: { temperature?: number; user?: string | undefined }): Promise<RunOutcome> =>
    runTools({ client, ...rest, request });
  const anyone = async <C extends RunClient>(client: C, given: Omit<RunOptions, 'client'>): Promise<string> =>
    (await runTools({ client, ...given } as RunOptions)).text;
  void [ask, anyone];
  const client = settings.seed ? oai : claude;
  await runTools({ client, ...rest, request: { max_tokens: 100 } });
  await runTools({ client: { chat: { completions: { create: () => Promise.resolve({}) } } }, ...rest, request: { temperature: 0 } });
  await runTools({ client: oai, ...rest, request: settings });
  await runTools({ client: oai, ...rest, request: some });
  await runTools({ client: oai, ...rest, request: fields });
  const options: RunOptions = { client: oai, ...rest, request: settings };
  await runTools(options);
}

interface Slip {
  temperature: string;
}

export async function slips({ oai, claude, gem }: Clients, slip: Slip): Promise<void> {
  // @ts-expect-error -- a number, in an interface
  await runTools({ client: oai, ...rest, request: slip });
  const words = { stop: ['a', 1] } as const;
  // @ts-expect-error -- a list of texts
  await runTools({ client: oai, ...rest, request: words });
  // @ts-expect-error -- a misspelt field, one step down
  await runTools({ client: oai, ...rest, request: { stream_options: { include_usages: true } } });
  // @ts-expect-error -- the same
  await runTools({ client: gem, ...rest, request: { config: { temprature: 0 } } });
  const fixed = { model: 'other' };
  // @ts-expect-error -- the option `model`, in a variable
  await runTools({ client: claude, ...rest, request: fixed });
  // @ts-expect-error -- no object
  await runTools({ client: claude, ...rest, request: 'brief' });
}
