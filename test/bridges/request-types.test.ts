/** Fields of requests have the types of the client that is passed: `tsc` is the test here, an unused `@ts-expect-error` fails it. Nothing of it runs. */
import { anthropicDriver } from '../../src/bridges/anthropic.js';
import { bedrockDriver } from '../../src/bridges/bedrock.js';
import { type Driver, type RunOptions, runTools } from '../../src/bridges/calling/index.js';
import { openaiDriver } from '../../src/bridges/openai.js';
import { textDriver } from '../../src/bridges/text.js';
import { Tool } from '../../src/index.js';
import type { Clients } from './clients.js';

const rest = { model: 'm', messages: [], tools: [new Tool({ name: 'a', handler: () => 'ok' })] };

async function known({ oai, claude, gem, bedrock, mistral, cohere, cohereOld, ollama }: Clients): Promise<void> {
  await runTools({ client: oai, ...rest, request: { temperature: 0, reasoning_effort: 'low', max_completion_tokens: undefined } });
  await runTools({
    client: oai,
    provider: 'openai-responses',
    ...rest,
    request: { instructions: 'Be brief.', reasoning: { effort: 'low' } },
  });
  await runTools({ client: claude, ...rest, request: { system: 'Be brief.', max_tokens: 100, thinking: { type: 'disabled' } } });
  await runTools({ client: gem, ...rest, request: { config: { systemInstruction: 'Be brief.', temperature: 0 } } });
  await runTools({ client: mistral, ...rest, request: { temperature: 0, safePrompt: true } });
  await runTools({ client: cohere, ...rest, request: { temperature: 0, stopSequences: ['.'] } });
  await runTools({ client: cohereOld, ...rest, messages: [{ role: 'user', content: 'Hi.' }], request: { stopSequences: ['.'] } });
  await runTools({ client: ollama, ...rest, request: { keep_alive: '5m', options: { temperature: 0 } } });
  await runTools({ client: bedrockDriver(bedrock), ...rest, request: { inferenceConfig: { maxTokens: 100 } } });
  await runTools({ client: openaiDriver(oai), ...rest, request: { temperature: 0 } });
}

async function wrong({ oai, claude, gem, bedrock, mistral, cohere, cohereOld, ollama }: Clients): Promise<void> {
  // @ts-expect-error -- a number
  await runTools({ client: oai, ...rest, request: { temperature: 'low' } });
  // @ts-expect-error -- one of a few words
  await runTools({ client: oai, provider: 'openai-responses', ...rest, request: { reasoning: { effort: 'huge' } } });
  // @ts-expect-error -- a text or blocks
  await runTools({ client: claude, ...rest, request: { system: { text: 'Be brief.' } } });
  // @ts-expect-error -- a number, one step down
  await runTools({ client: gem, ...rest, request: { config: { temperature: 'low' } } });
  // @ts-expect-error -- a number
  await runTools({ client: mistral, ...rest, request: { maxTokens: '100' } });
  // @ts-expect-error -- a list
  await runTools({ client: cohere, ...rest, request: { stopSequences: '.' } });
  // @ts-expect-error -- messages of the second version
  await runTools({ client: cohereOld, ...rest, messages: [{ message: 'Hi.' }] });
  // @ts-expect-error -- a number, one step down
  await runTools({ client: ollama, ...rest, request: { options: { temperature: 'low' } } });
  // @ts-expect-error -- a number, one step down
  await runTools({ client: bedrockDriver(bedrock), ...rest, request: { inferenceConfig: { maxTokens: '100' } } });
  // @ts-expect-error -- a number
  await runTools({ client: anthropicDriver(claude), ...rest, request: { max_tokens: '100' } });
}

async function managed({ oai, claude, gem, bedrock }: Clients): Promise<void> {
  // @ts-expect-error -- the option `model`
  await runTools({ client: oai, ...rest, request: { model: 'other' } });
  // @ts-expect-error -- tools come out of the registry
  await runTools({ client: claude, ...rest, request: { tools: [] } });
  // @ts-expect-error -- one step down, too
  await runTools({ client: gem, ...rest, request: { config: { tools: [] } } });
  // @ts-expect-error -- of a driver, too
  await runTools({ client: bedrockDriver(bedrock), ...rest, request: { toolConfig: { tools: [] } } });
}

/** What the SDK does not know goes to servers that do; where nothing is known of a request, all may be right. */
async function unknown({ oai, bedrock }: Clients, fields: Record<string, unknown>, driver: Driver): Promise<void> {
  await runTools({ client: oai, ...rest, request: { top_k: 5, guided_json: {}, temperature: 0 } });
  await runTools({ client: bedrock, ...rest, request: fields });
  await runTools({ client: textDriver(() => Promise.resolve('')), ...rest, request: fields });
  await runTools({ client: driver, ...rest, request: fields });
  const options: RunOptions = { client: oai, ...rest, request: fields };
  await runTools(options);
}

void [known, wrong, managed, unknown];
