import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoopbackProvider } from '../bridges/calling/matrix/server.js';
import { subjects } from '../bridges/calling/matrix/subjects/index.js';
import { root } from '../build/support.js';
import { geminiSample, nearbyCall, openaiSample, type ProviderSample, runSample, sampleNames } from '../samples/provider-sample.js';

interface Sample extends ProviderSample {
  /** Where it lies, if not with the others. */
  folder?: string;
}

const home = dirname(fileURLToPath(import.meta.url));

const samples: Readonly<Record<string, Sample>> = {
  'ai-sdk': openaiSample,
  langchain: openaiSample,
  mastra: openaiSample,
  'openai-agents': { ...openaiSample, folder: 'agents', subject: 'OpenAI Responses' },
  'google-adk': geminiSample,
};

const fileOf = (name: string): string => join(home, samples[name]?.folder ?? 'samples', `${name}.ts`);

/** Its last line, as frameworks talk too. */
const lastLine = async (name: string, env: Record<string, string>): Promise<string> =>
  (await runSample(fileOf(name), env)).split('\n').at(-1) ?? '';

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
    assert.deepEqual(sampleNames(files), Object.keys(samples).sort());
  });

  for (const [name, { subject: title, env, key }] of Object.entries(samples)) {
    it(`${name} asks, runs a tool and answers`, async () => {
      const subject = subjects.find((one) => one.title === title);
      assert.ok(subject);
      server.play([nearbyCall(subject), { text: 'Several.' }], {
        ...subject,
        problems: (body) => subject.problems(withoutDialect(body)),
      });
      assert.equal(await lastLine(name, env(server.url)), 'nearby: Several.');
      assert.deepEqual(server.refusals, []);
      assert.match(JSON.stringify(server.requests[1]), /Paris/);
    });

    it(`docs/providers/${name}.md shows it word for word`, () => {
      const page = readFileSync(join(root, 'docs/providers', `${name}.md`), 'utf8');
      assert.ok(page.includes(readFileSync(fileOf(name), 'utf8').trim()));
    });

    if (process.env[key] !== undefined)
      it(`${name} against the real API`, async () => assert.match(await lastLine(name, {}), /^[\w, ]+: ./));
  }
});
