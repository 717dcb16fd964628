import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { http2Front } from '../bridges/calling/matrix/http2.js';
import { type Line, LoopbackProvider } from '../bridges/calling/matrix/server.js';
import type { Subject } from '../bridges/calling/matrix/subject.js';
import { subjects } from '../bridges/calling/matrix/subjects/index.js';
import { textBehaviour } from '../bridges/calling/matrix/subjects/text.js';
import { root } from '../build/support.js';

interface Sample {
  subject: string;
  /** What points the client at a server on loopback. */
  env(url: string): Record<string, string>;
  /** Its client speaks HTTP/2 only. */
  isHttp2?: true;
  /** With this in the environment, the sample is run against the real API, too. */
  key: string;
}

/** By the file in samples/providers. */
const samples: Readonly<Record<string, Sample>> = {
  openai: {
    subject: 'OpenAI Chat Completions',
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' }),
    key: 'OPENAI_API_KEY',
  },
  'openai-responses': {
    subject: 'OpenAI Responses',
    env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' }),
    key: 'OPENAI_API_KEY',
  },
  anthropic: {
    subject: 'Anthropic Messages',
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none' }),
    key: 'ANTHROPIC_API_KEY',
  },
  gemini: { subject: 'Gemini', env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }), key: 'GEMINI_API_KEY' },
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
  text: { subject: 'text', env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' }), key: 'OPENAI_API_KEY' },
  mistral: { subject: 'Mistral', env: (url) => ({ MISTRAL_SERVER_URL: url, MISTRAL_API_KEY: 'none' }), key: 'MISTRAL_API_KEY' },
  cohere: { subject: 'Cohere v2', env: (url) => ({ CO_SERVER_URL: url, CO_API_KEY: 'none' }), key: 'CO_API_KEY' },
  ollama: { subject: 'Ollama', env: (url) => ({ OLLAMA_HOST: url }), key: 'OLLAMA_HOST' },
};

/** Standard output of the sample. */
function run(name: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', join('samples/providers', `${name}.ts`)], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${name} ended with ${code}: ${errors}`))));
  });
}

const callOf = (subject: Subject, args: object): Line => {
  const id = subject.id(0);
  return { calls: [{ ...(id !== undefined && { id }), name: 'nearby', args }] };
};

/** What a model writes that has no other way. */
const writtenCall = (args: object): Line => ({
  text: `[[ ## tool_calls ## ]]\n${JSON.stringify({ tool_calls: [{ name: 'nearby', args }] })}`,
});

describe('samples/providers', function provide() {
  this.timeout(120_000);
  const server = new LoopbackProvider();
  before(() => server.start());
  after(() => server.stop());

  it('each sample is in the table', () => {
    const names = readdirSync(join(root, 'samples/providers')).flatMap((file) =>
      file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : [],
    );
    assert.deepEqual(names.filter((name) => name !== 'registry').sort(), Object.keys(samples).sort());
  });

  for (const [name, { subject: title, env, key, isHttp2 }] of Object.entries(samples)) {
    it(`${name} asks, runs a tool and answers`, async () => {
      const args = { latitude: 48.86, longitude: 2.35, radius: 30, limit: 3 };
      const subject = subjects.find((one) => one.title === title);
      server.play([subject ? callOf(subject, args) : writtenCall(args), { text: 'Several.' }], subject ?? textBehaviour);
      const front = isHttp2 ? await http2Front(server.url) : undefined;
      const output = await run(name, env(front?.url ?? server.url));
      front?.close();
      assert.deepEqual(server.refusals, []);
      assert.equal(output.trim(), 'nearby: Several.');
      const [result] = (subject ?? textBehaviour).results(server.requests[1] ?? {});
      assert.equal(result?.isError, false);
      assert.match(result.text, /Paris/);
    });

    it(`docs/providers/${name}.md shows it word for word`, () => {
      const page = readFileSync(join(root, 'docs/providers', `${name}.md`), 'utf8');
      assert.ok(page.includes(readFileSync(join(root, 'samples/providers', `${name}.ts`), 'utf8').trim()));
    });

    if (process.env[key] !== undefined) it(`${name} against the real API`, async () => assert.match(await run(name, {}), /^\w+: ./));
  }
});
