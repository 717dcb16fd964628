import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoopbackProvider } from '../bridges/calling/matrix/server.js';
import { subjects } from '../bridges/calling/matrix/subjects/index.js';

interface Sample {
  /** Where it lies, if not with the others. */
  folder?: string;
  /** The API that the sample's model is at. */
  subject: string;
  /** What points it at a server on loopback. */
  env(url: string): Record<string, string>;
  /** With this in the environment, the sample is run against the real API, too. */
  key: string;
}

const home = dirname(fileURLToPath(import.meta.url));
const root = join(home, '../..');

const openai: Sample = {
  subject: 'OpenAI Chat Completions',
  env: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none' }),
  key: 'OPENAI_API_KEY',
};
const samples: Readonly<Record<string, Sample>> = {
  'ai-sdk': openai,
  langchain: openai,
  mastra: openai,
  'openai-agents': { ...openai, folder: 'agents', subject: 'OpenAI Responses' },
  'google-adk': { subject: 'Gemini', env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none' }), key: 'GEMINI_API_KEY' },
};

const fileOf = (name: string): string => join(home, samples[name]?.folder ?? 'samples', `${name}.ts`);

/** Standard output of the sample: its last line, as frameworks talk too. */
function run(name: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', fileOf(name)], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output.trim().split('\n').at(-1) ?? '') : reject(new Error(`${name} ended with ${code}: ${errors}`)),
    );
  });
}

/** Frameworks name a dialect in each schema, which the APIs take and our validators do not know. */
const withoutDialect = (body: object): typeof body & Record<string, never> =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => (key === '$schema' ? undefined : value)) as never;

describe('samples of frameworks', function provide() {
  this.timeout(120_000);
  const server = new LoopbackProvider();
  before(() => server.start());
  after(() => server.stop());

  it('each sample is in the table', () => {
    const files = [...readdirSync(join(home, 'samples')), ...readdirSync(join(home, 'agents'))];
    const names = files.flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []));
    assert.deepEqual(names.filter((name) => name !== 'registry').sort(), Object.keys(samples).sort());
  });

  for (const [name, { subject: title, env, key }] of Object.entries(samples)) {
    it(`${name} asks, runs a tool and answers`, async () => {
      const subject = subjects.find((one) => one.title === title);
      assert.ok(subject);
      const id = subject.id(0);
      const args = { latitude: 48.86, longitude: 2.35, radius: 30, limit: 3 };
      server.play([{ calls: [{ ...(id !== undefined && { id }), name: 'nearby', args }] }, { text: 'Several.' }], {
        ...subject,
        problems: (body) => subject.problems(withoutDialect(body)),
      });
      assert.equal(await run(name, env(server.url)), 'nearby: Several.');
      assert.deepEqual(server.refusals, []);
      assert.match(JSON.stringify(server.requests[1]), /Paris/);
    });

    it(`docs/providers/${name}.md shows it word for word`, () => {
      const page = readFileSync(join(root, 'docs/providers', `${name}.md`), 'utf8');
      assert.ok(page.includes(readFileSync(fileOf(name), 'utf8').trim()));
    });

    if (process.env[key] !== undefined) it(`${name} against the real API`, async () => assert.match(await run(name, {}), /^[\w, ]+: ./));
  }
});
