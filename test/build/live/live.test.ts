/** From source to answer: a program with forms, resources, prompts and a completion is built, registered, asked and read. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type CallOptions, type ElicitRequest, type ToolManifest, ToolRegistry } from '../../../src/index.js';
import { buildManifest } from '../../../src/build/index.js';

describe('build: a program with all marks, from source to answer', () => {
  let registry: ToolRegistry;
  let asked: ElicitRequest[];
  const answering = (content: object): CallOptions => ({
    elicit: (request) => {
      asked.push(request);
      return Promise.resolve({ action: 'accept', content: content as never });
    },
  });
  const requested = () => (asked[0] && 'requestedSchema' in asked[0] ? asked[0].requestedSchema : assert.fail('nothing was asked'));

  before(async () => {
    const { text, out, diagnostics } = buildManifest({ project: import.meta.dirname });
    assert.deepEqual(diagnostics, []);
    writeFileSync(out, text);
    try {
      const { default: manifest } = (await import(pathToFileURL(out).href)) as { default: ToolManifest };
      // Not imported here: mocha may load this file as another kind of module than the generated one is.
      const Hotel = manifest.classes[0]?.class() as new () => object;
      registry = new ToolRegistry({ manifest }).register(new Hotel());
    } finally {
      rmSync(out);
    }
  });
  beforeEach(() => {
    asked = [];
  });

  it('lists only its tools as tools', () => {
    assert.deepEqual(
      registry.list().map(({ name }) => name),
      ['book', 'join'],
    );
  });

  it('asks with a class: narrowed by its rules, defaults and titles told, an instance given', async () => {
    const answer = { mail: 'a@b.org', rooms: ['s', 'l'], from: '2026-01-02T00:00:00Z' };
    const { content } = await registry.call({ name: 'book' }, answering(answer));
    assert.deepEqual(content, [{ type: 'text', text: 'true s+l 2026 1 a@b.org' }]);
    assert.deepEqual(requested(), {
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email', description: 'Where to write to.' },
        nights: { type: 'number', maximum: 30, default: 1 },
        rooms: {
          type: 'array',
          items: {
            anyOf: [
              { const: 's', title: 'Small (S)' },
              { const: 'l', title: 'l' },
            ],
          },
          description: 'The rooms. No choice twice.',
        },
        from: { type: 'string', format: 'date-time' },
      },
      required: ['mail'],
    });
  });

  it('refuses answers that break a rule or are no choice', async () => {
    for (const wrong of [{ mail: 'nobody' }, { mail: 'a@b.org', nights: 31 }, { mail: 'a@b.org', rooms: ['x'] }, {}]) {
      const { error } = await registry.call({ name: 'book' }, answering(wrong));
      assert.equal(error?.code, 'INVALID_ANSWER', JSON.stringify(wrong));
    }
  });

  it('asks with form<T>()', async () => {
    const { content } = await registry.call({ name: 'join' }, answering({ name: 'Ada', size: 'l' }));
    assert.deepEqual(content, [{ type: 'text', text: '{"name":"Ada","size":"l"}' }]);
    assert.deepEqual(requested(), {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Your name' },
        size: {
          type: 'string',
          oneOf: [
            { const: 's', title: 'Small (S)' },
            { const: 'l', title: 'l' },
          ],
        },
        colour: { type: 'string', enum: ['red', 'green'] },
      },
      required: ['name', 'size'],
    });
    const { error } = await registry.call({ name: 'join' }, answering({ name: 'Ada', size: 'xl' }));
    assert.equal(error?.code, 'INVALID_ANSWER');
  });

  it('reads resources: variables converted, descriptions told, results as JSON or text', async () => {
    assert.deepEqual(registry.resources.list(), [
      { uri: 'hotel://rules', name: 'rules', description: 'The house rules.', mimeType: 'text/markdown' },
    ]);
    assert.deepEqual(registry.resources.templates(), [
      { uriTemplate: 'hotel://pages/{id}{?upper}', name: 'page', description: 'One page.' },
    ]);
    assert.deepEqual(await registry.resources.read('hotel://rules'), [
      { uri: 'hotel://rules', mimeType: 'text/markdown', text: '# Rules' },
    ]);
    for (const [uri, text] of [
      ['hotel://pages/7', '{"id":7,"text":"page"}'],
      ['hotel://pages/7?upper=true', '{"id":7,"text":"PAGE"}'],
    ] as const) {
      const [contents] = await registry.resources.read(uri);
      assert.deepEqual(JSON.parse(contents?.text ?? ''), JSON.parse(text));
      assert.equal(contents?.mimeType, 'application/json');
    }
    await assert.rejects(registry.resources.read('hotel://pages/seven'), { code: 'INVALID_ARGUMENTS' });
  });

  it('renders prompts: arguments converted, described, completed', async () => {
    assert.deepEqual(registry.prompts.list(), [
      {
        name: 'welcome',
        title: 'Welcome',
        description: 'Welcomes a guest.',
        arguments: [
          { name: 'name', description: "the guest's name", required: true },
          { name: 'nights', description: 'how long they stay', required: true },
          { name: 'size', required: false },
        ],
      },
    ]);
    const { messages } = await registry.prompts.render('welcome', { name: 'Ada', nights: '2', size: 'l' });
    assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Welcome Ada, 3 days, l.' } }]);
    await assert.rejects(registry.prompts.render('welcome', { name: 'Ada', nights: 'two' }), { code: 'INVALID_ARGUMENTS' });
    const reference = { type: 'ref/prompt' as const, name: 'welcome' };
    const proposals = await registry.complete(reference, { name: 'name', value: 'A' }, { nights: '2' });
    assert.deepEqual(proposals.values, ['Ada2', 'Alan2']);
    assert.deepEqual((await registry.complete(reference, { name: 'size', value: '' }, {})).values, ['s', 'l']);
  });
});
