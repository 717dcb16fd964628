/** The README's example is the quickstart sample, word for word, and does what the README says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LoopbackProvider } from '../bridges/calling/matrix/server.js';
import { openaiSubject } from '../bridges/calling/matrix/subjects/openai.js';
import { openaiSample, runSample } from '../samples/provider-sample.js';
import { snippetsOf } from './snippets.js';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** Runs a command line of the README with the built package. */
function run(line: string): { status: number | null; stdout: string; stderr: string } {
  const [, rest] = /^npx toolmark (.*?)\s*(?:#.*)?$/.exec(line) ?? assert.fail(line);
  const args = [...(rest ?? '').matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
  return spawnSync(process.execPath, ['dist/esm/cli/main.js', ...args], { cwd: root, encoding: 'utf8' });
}

describe('README.md', () => {
  it('shows the quickstart sample as it is', () => {
    assert.ok(readme.includes(readFileSync(join(root, 'samples/quickstart/orders.ts'), 'utf8').trim()));
  });

  it('has commands that do what it says', () => {
    const lines = readme.split('\n');
    const list = run(lines.find((line) => line.startsWith('npx toolmark list')) ?? '');
    assert.match(list.stdout, /place\(customer: string/, list.stderr);
    const call = run(lines.find((line) => line.startsWith('npx toolmark call')) ?? '');
    assert.deepEqual(JSON.parse(call.stdout), { id: 'ann-2026', total: 4.5 }, call.stderr);
  });

  it('quotes the message that a model really gets', () => {
    const refused = run(
      `npx toolmark call samples/quickstart/orders.ts place --args '{"customer":"a","lines":[{"sku":"tea","quantity":2.5,"skuu":"x"}]}'`,
    );
    assert.equal(refused.status, 1);
    const quoted = (/^\/lines\/0\/quantity.*?;.*?'skuu'/m.exec(readme) ?? [])[0] ?? '';
    for (const part of quoted.split('; ')) assert.ok(refused.stderr.includes(part), `${part} is not in: ${refused.stderr}`);
  });

  it('asks a model, which calls the tools of the class', async () => {
    const server = new LoopbackProvider();
    await server.start();
    mkdirSync(join(root, '.build'), { recursive: true });
    // Within the package, which can be imported by its name there.
    const folder = mkdtempSync(join(root, '.build/readme-'));
    try {
      const snippets = snippetsOf('README.md');
      const ask = snippets.find(({ code }) => code.includes('runTools'))?.code ?? assert.fail('README.md asks no model');
      writeFileSync(join(folder, 'orders.ts'), snippets[0]?.code ?? '');
      writeFileSync(join(folder, 'ask.ts'), ask);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.base.json', include: ['.'] }));
      const call = { id: 'call_1', name: 'place', args: { customer: 'ann', lines: [{ sku: 'tea-01', quantity: '2' }] } };
      server.play([{ calls: [call] }, { text: 'That makes 9.' }], openaiSubject);
      const flags = /^OPENAI_API_KEY=… node (.*) ask\.ts$/m.exec(readme)?.[1]?.split(' ') ?? assert.fail('README.md has no command to ask');
      assert.equal(await runSample('ask.ts', openaiSample.env(server.url), { folder, flags }), "[ 'place' ] That makes 9.");
      assert.deepEqual(server.refusals, []);
      assert.equal(openaiSubject.results(server.requests[1] ?? {})[0]?.text, '{"id":"ann-open","total":9}');
    } finally {
      rmSync(folder, { recursive: true });
      await server.stop();
    }
  }).timeout(60_000);

  it('links to files that are there', () => {
    const broken = [...readme.matchAll(/\]\(([^)#:]+)\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !existsSync(join(root, target)));
    assert.deepEqual(broken, []);
  });
});
