import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { http2Front } from '../bridges/calling/matrix/http2.js';
import { type Line, LoopbackProvider } from '../bridges/calling/matrix/server.js';
import { subjects } from '../bridges/calling/matrix/subjects/index.js';
import { textBehaviour } from '../bridges/calling/matrix/subjects/text.js';
import { root } from '../build/support.js';
import { geminiSample, nearbyArguments, nearbyCall, openaiSample, type ProviderSample, runSample, sampleNames } from './provider-sample.js';

interface Sample extends ProviderSample {
  /** Its client speaks HTTP/2 only. */
  isHttp2?: true;
}

const fileOf = (name: string): string => join(root, 'samples/providers', `${name}.ts`);

/** By the file in samples/providers. */
const samples: Readonly<Record<string, Sample>> = {
  openai: openaiSample,
  'openai-responses': { ...openaiSample, subject: 'OpenAI Responses' },
  anthropic: {
    subject: 'Anthropic Messages',
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' }),
    key: 'ANTHROPIC_API_KEY',
  },
  gemini: geminiSample,
  bedrock: {
    subject: 'Bedrock Converse',
    env: (url) => ({
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
    }),
    isHttp2: true,
    key: 'AWS_ACCESS_KEY_ID',
  },
  text: { ...openaiSample, subject: 'text' },
  mistral: { subject: 'Mistral', env: (url) => ({ MISTRAL_SERVER_URL: url, MISTRAL_API_KEY: 'none' }), key: 'MISTRAL_API_KEY' },
  cohere: { subject: 'Cohere v2', env: (url) => ({ CO_SERVER_URL: url, CO_API_KEY: 'none' }), key: 'CO_API_KEY' },
  ollama: { subject: 'Ollama', env: (url) => ({ OLLAMA_HOST: url }), key: 'OLLAMA_HOST' },
};

/** What a model writes that has no other way. */
const writtenCall: Line = {
  text: `[[ ## tool_calls ## ]]\n${JSON.stringify({ tool_calls: [{ name: 'nearby', args: nearbyArguments }] })}`,
};

describe('samples/providers', function provide() {
  this.timeout(120_000);
  const server = new LoopbackProvider();
  before(() => server.start());
  after(() => server.stop());

  it('each sample is in the table', () => {
    assert.deepEqual(sampleNames(readdirSync(join(root, 'samples/providers'))), Object.keys(samples).sort());
  });

  for (const [name, { subject: title, env, key, isHttp2 }] of Object.entries(samples)) {
    it(`${name} asks, runs a tool and answers`, async () => {
      const subject = subjects.find((one) => one.title === title);
      server.play([subject ? nearbyCall(subject) : writtenCall, { text: 'Several.' }], subject ?? textBehaviour);
      const front = isHttp2 ? await http2Front(server.url) : undefined;
      const output = await runSample(fileOf(name), env(front?.url ?? server.url));
      front?.close();
      assert.deepEqual(server.refusals, []);
      assert.equal(output, 'nearby: Several.');
      const [result] = (subject ?? textBehaviour).results(server.requests[1] ?? {});
      assert.equal(result?.isError, false);
      assert.match(result.text, /Paris/);
    });

    it(`docs/providers/${name}.md shows it word for word`, () => {
      const page = readFileSync(join(root, 'docs/providers', `${name}.md`), 'utf8');
      assert.ok(page.includes(readFileSync(fileOf(name), 'utf8').trim()));
    });

    if (process.env[key] !== undefined)
      it(`${name} against the real API`, async () => assert.match(await runSample(fileOf(name), {}), /^\w+: ./));
  }
});
