/** The guide's examples are the files in examples/, word for word, and do what the pages say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ToolRegistry } from '../../src/index.js';
import { contextParameter, contract, integer, manifestOf, object, property, string } from '../runtime/support.js';
import { Guest, ShopService, TableService, wish } from './examples/questions.js';
import { AtlasService, files, Reviewer } from './examples/resources-and-prompts.js';

const root = resolve(import.meta.dirname, '../..');

describe("the guide's examples", () => {
  for (const name of ['resources-and-prompts', 'questions']) {
    it(`${name}.md shows them as they are`, () => {
      const page = readFileSync(join(root, `docs/guide/${name}.md`), 'utf8');
      const source = readFileSync(join(import.meta.dirname, `examples/${name}.ts`), 'utf8');
      const regions = [...source.matchAll(/\/\/ #region .*\n([^]*?)\/\/ #endregion/g)].map(([, code]) => code ?? '');
      assert.ok(regions.length > 1);
      for (const code of regions) assert.ok(page.includes(`\`\`\`ts\n${code}\`\`\``), code);
    });
  }

  it('resources and prompts give what the page says', async () => {
    const contracts = {
      settings: contract([]),
      city: contract([property('id', integer)], { output: object({ name: string, people: integer }) }),
      journey: contract([
        property('city', string),
        property('days', integer),
        property('pace', { enum: ['slow', 'fast'] }, { required: false, initialised: true }),
      ]),
    };
    const review = manifestOf(Reviewer, { review: contract([property('path', string), contextParameter]) });
    const registry = new ToolRegistry({ manifest: [manifestOf(AtlasService, contracts), review] });
    registry.register([new AtlasService(), new Reviewer(), files]);
    assert.deepEqual(await registry.resources.read('atlas://cities/1'), [
      { uri: 'atlas://cities/1', mimeType: 'application/json', text: '{"name":"Lima","people":10092000}' },
    ]);
    await assert.rejects(registry.resources.read('atlas://cities/9'), { code: 'UNKNOWN_RESOURCE' });
    assert.equal((await registry.resources.read('docs://pages/a/b'))[0]?.text, '# a/b');
    const { messages } = await registry.prompts.render('journey', { city: 'Lima', days: '3' });
    assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: 'Plan 3 days in Lima, at a slow pace.' } }]);
    assert.equal((await registry.prompts.render('review', { path: 'a.ts' })).messages.length, 2);
    const complete = async (name: string, value: string): Promise<string[]> =>
      (await registry.complete({ type: 'ref/prompt', name: 'journey' }, { name, value })).values;
    assert.deepEqual([await complete('city', 'L'), await complete('pace', '')], [['Lima'], ['slow', 'fast']]);
  });

  it('questions give what the page says', async () => {
    const context = contract([contextParameter]);
    const table = manifestOf(TableService, { book: contract([property('day', string), contextParameter]) });
    const schema = object({ colour: { type: 'string', enum: ['red', 'green'] }, gift: { type: 'boolean' } }, { required: ['colour'] });
    const shop = {
      ...manifestOf(ShopService, { wrap: context, pay: context, suggest: context }),
      forms: [{ form: () => wish, name: 'Wish', source: 'x.ts', schema: () => schema }],
    };
    const registry = new ToolRegistry({ manifest: [table, shop] }).register([new TableService(), new ShopService()]);
    const value = async (name: string, args: object, content: Record<string, string>): Promise<unknown> =>
      (
        await registry.call(
          { name, args },
          {
            elicit: async () => ({ action: 'accept', content }),
            sample: async () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'red' } }),
          },
        )
      ).value;
    assert.equal(await value('book', { day: 'Friday' }, { email: 'a@b.co' }), '2 seats for a@b.co');
    assert.equal(await value('wrap', {}, { colour: 'green' }), 'green paper');
    assert.equal(await value('pay', {}, {}), 'accept');
    assert.equal(await value('suggest', {}, {}), 'red');
    assert.equal(new Guest().seats, 2);
  });
});
