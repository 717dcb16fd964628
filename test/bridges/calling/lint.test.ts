/** `toolmark lint`, in this process. */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lint } from '../../../src/cli/lint.js';
import type { LintReport } from '../../../src/cli/lint/report.js';
import { tokenCounter } from '../../../src/cli/lint/tokens.js';
import { root } from '../../build/support.js';

interface Ran {
  code: number;
  out: string;
}

describe('toolmark lint', () => {
  let folder: string;
  let made = 0;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'toolmark-lint-'))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A module whose default export are these tools. */
  function moduleOf(tools: string): string {
    const file = join(folder, `tools-${(made += 1)}.mjs`);
    const { href } = pathToFileURL(join(root, 'src/index.ts'));
    writeFileSync(file, `import { Tool } from ${JSON.stringify(href)};\nconst handler = () => 'done';\nexport default ${tools};\n`);
    return file;
  }

  async function run(...args: string[]): Promise<Ran> {
    let out = '';
    const write = (text: string): void => void (out += text);
    const code = await lint(args, { stdout: { write }, stderr: { write } });
    return { code, out };
  }

  const some = `[
    new Tool({ name: 'admin.wait', handler, inputSchema: { type: 'object', properties: { timeoutMs: { type: 'number', minimum: 1 }, env: { type: 'object', properties: { a: { type: 'string', description: 'A.' }, b: { type: 'string' } } } } } }),
    new Tool({ name: 'fine', description: 'Fine.', handler, inputSchema: { type: 'object', properties: {} } }),
  ]`;

  it('tells what is lost, what words are missing, names that change and tokens', async () => {
    const { code, out } = await run(moduleOf(some), '--provider', 'anthropic');
    equal(code, 0);
    match(out, /Without a description\n {2}admin\.wait\n {2}admin\.wait: timeoutMs\n {2}admin\.wait: env\n {2}admin\.wait: env\.b\n\n/);
    match(out, /Anthropic Messages \(anthropic\): 2 tools, about \d+ tokens/);
    match(out, /admin\.wait, as admin_wait, about \d+ tokens, strict/);
    match(out, /TOLD timeoutMs\.minimum: the description says: At least 1\./);
    match(out, /Tokens are an estimate/);
  });

  it('tells everything as JSON, for the native APIs unless providers are named', async () => {
    const { code, out } = await run(moduleOf(some), '--json');
    equal(code, 0);
    const { providers, missing } = JSON.parse(out) as LintReport;
    deepEqual(
      providers.map(({ provider }) => provider),
      ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock', 'mistral', 'cohere', 'ollama'],
    );
    equal(missing.length, 4);
    for (const { tools, tokens } of providers) {
      equal(tools.length, 2);
      equal(tokens, tools[0]!.tokens + tools[1]!.tokens);
      ok(tools[0]!.tokens > tools[1]!.tokens);
    }
  });

  it('ends with 1 only where a request would be refused', async () => {
    const many = moduleOf(
      `Array.from({ length: 129 }, (_, index) => new Tool({ name: 't' + index, description: 'T.', handler, inputSchema: { type: 'object' } }))`,
    );
    const { code, out } = await run(many, '--provider', 'openai-chat');
    equal(code, 1);
    match(out, /129 tools, about \d+ tokens, refused/);
    match(out, /TOO_MANY_TOOLS: OpenAI Chat Completions takes 128 tools in one request, and there are 129/);
    equal((await run(many, '--provider', 'anthropic')).code, 0);
  });

  it('names the nearest provider for one that there is not', async () => {
    await rejects(run(moduleOf(some), '--provider', 'antropic'), /Did you mean 'anthropic'\?/);
    await rejects(run(moduleOf(some), '--provider', 'watson'), /There are: openai-chat, openai-responses/);
  });

  it('knows providers by the modules and names of their bridges too, and each once', async () => {
    const names = ['openai', 'OpenAI', 'toolmark/openai-responses', 'openaiResponses', 'Google', 'aiSdk', 'googleAdk', 'claude'];
    const { out } = await run(moduleOf(some), '--json', ...names.flatMap((name) => ['--provider', name]));
    deepEqual(
      (JSON.parse(out) as LintReport).providers.map(({ provider }) => provider),
      ['openai-chat', 'openai-responses', 'gemini', 'ai-sdk', 'google-adk', 'anthropic'],
    );
    await rejects(run(), /at least one module/);
  });

  it('estimates by length where no tokenizer is installed, and says so', async () => {
    const counter = await tokenCounter(() => Promise.reject(new Error('there is none')));
    equal(counter.count('12345678'), 2);
    match(counter.method, /characters/);
    const exact = await tokenCounter(() => Promise.resolve({ encode: (text: string) => [...text].map(Number) }));
    equal(exact.count('123'), 3);
  });
});
