/** From source to call: what the reference documents promise of a tool, held on one service that was built for real. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Tool, ToolError, ToolRegistry } from 'toolmark';
import { buildManifest } from 'toolmark/build';
import manifest from './fixtures/weather/toolmark.generated.js';
import { add, WeatherService } from './fixtures/weather/weather.service.js';

const folder = resolve(import.meta.dirname, 'fixtures/weather');

describe('a service, from source to call', () => {
  let service: WeatherService;
  let registry: ToolRegistry;

  before(() => {
    const built = buildManifest({ project: folder });
    assert.equal(built.text, readFileSync(built.out, 'utf8'), 'the committed module is stale: npm run generated');
  });

  beforeEach(() => {
    service = new WeatherService();
    registry = new ToolRegistry({ manifest }).register([service, add]);
  });

  const get = (name: string): Tool => registry.get(name) ?? assert.fail(`no tool ${name}`);

  it('[DSPY-01] [GLLM-01] [GLLM-02] [GLLM-03] [GLLM-08] shows a model the name, the description and the schema, and nothing else', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(get('search'))), {
      name: 'search',
      description: 'Search for places.\n\nFinds them by their name.',
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'what to look for' }, limit: { type: 'number', default: 5 } },
        required: ['query'],
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: { result: { type: 'array', items: { type: 'string' } } },
        required: ['result'],
        additionalProperties: false,
      },
    });
    assert.doesNotMatch(JSON.stringify(registry.list()), /team-weather|WeatherService|Profile|x-class/);
  });

  it('[DSPY-04] takes an ordinary typed function with a doc comment', async () => {
    assert.equal(get('add').description, 'Adds two numbers.');
    assert.equal(await get('add').invoke({ left: 1 }), 3);
  });

  it('[DSPY-08] [DSPY-23] [GLLM-37] [GLLM-46] overrides what was inferred field by field', () => {
    const weather = get('fetch_weather');
    assert.equal(weather.description, 'Fetch the weather.');
    assert.deepEqual(weather.inputSchema.properties?.['units'], { type: 'string', enum: ['metric', 'imperial'], default: 'metric' });
    assert.deepEqual(get('register').inputSchema.properties?.['priority'], {
      type: 'number',
      description: 'said here',
      default: 1,
      minimum: 1,
    });
    assert.deepEqual(get('register').inputSchema.required, ['profile']);
  });

  it('[DSPY-14] [DPT-150] [GLLM-40] infers parameters, their descriptions and which are optional', () => {
    assert.deepEqual(get('search').signature, [
      { name: 'query', type: 'string', required: true, description: 'what to look for' },
      { name: 'limit', type: 'number', required: false, default: 5 },
    ]);
  });

  it('[DSPY-16] advertises the rules of DTO classes and enforces them', async () => {
    const profile = get('register').inputSchema.properties?.['profile'];
    assert.equal(profile?.properties?.['age']?.minimum, 0);
    const refused = await registry.call({ name: 'register', args: { profile: { name: 'a', age: -1, contact: { email: 'x' } } } });
    assert.equal(refused.isError, true);
    assert.match(refused.content[0]?.type === 'text' ? refused.content[0].text : '', /\/profile\/age.*\/profile\/contact\/email/);
  });

  it('[DSPY-27] checks before the method runs, whichever way it is called', async () => {
    const bad = { query: 5 };
    await assert.rejects(get('search').invoke(bad), { code: 'INVALID_ARGUMENTS' });
    assert.throws(() => get('search').callSync(bad), { code: 'INVALID_ARGUMENTS' });
    assert.equal((await registry.call({ name: 'search', args: bad })).isError, true);
    assert.ok('issues' in (await get('search').input['~standard'].validate(bad)));
    assert.equal(service.entered, 0);
  });

  it('[DSPY-40] [GLLM-21] [GLLM-22] [GLLM-24] [GLLM-51] invokes both kinds of methods and gives the result unchanged', async () => {
    assert.deepEqual(await get('search').invoke({ query: 'a', limit: 2 }), ['a 0', 'a 1']);
    assert.equal(await get('fetch_weather').invoke({ location: 'Lima' }), 'Lima in metric by C');
    assert.equal(get('register').callSync({ profile: { name: 'a', age: 1, contact: { email: 'a@b' } } }), 'Profile Contact 0 1');
  });

  it('[GLLM-09] [GLLM-11] [GLLM-12] [GLLM-39] has a display name: title, then the annotations title, then the name', () => {
    assert.deepEqual(
      ['fetch_weather', 'register', 'search'].map((name) => get(name).displayName),
      ['Weather', 'Register someone', 'search'],
    );
    assert.equal(get('register').title, undefined);
    assert.deepEqual(get('register').annotations, { title: 'Register someone' });
    assert.equal(new Tool({ name: 'n', title: '', annotations: { title: ' ' } }).displayName, 'n');
  });

  it('[GLLM-14] [GLLM-20] [GLLM-25] can be a definition only', async () => {
    const only = new Tool({ name: 'only', inputSchema: { type: 'object' } });
    assert.throws(() => only.callSync({}), { code: 'NOT_IMPLEMENTED' });
    const rejected = only.invoke({});
    await assert.rejects(rejected, { code: 'NOT_IMPLEMENTED' });
  });

  it('[GLLM-15] [GLLM-16] knows whether it is asynchronous, and has an empty signature without parameters', () => {
    assert.deepEqual([get('fetch_weather').isAsync, get('search').isAsync], [true, false]);
    assert.deepEqual(new Tool({ name: 'n' }).signature, []);
  });

  it('[GLLM-19] validates nothing when the method is called directly', () => {
    assert.deepEqual(service.search(5 as unknown as string, 1), ['5 0']);
  });

  it('[GLLM-26] refuses what does not fit with one error that lists the issues', async () => {
    const error: unknown = await get('register')
      .invoke({ profile: { name: 'a', age: 'x' }, urgent: true })
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof ToolError);
    assert.equal(error.toolName, 'register');
    assert.deepEqual(new Set(error.issues.map(({ path }) => path.join('.'))), new Set(['profile.age', 'profile.contact', 'urgent']));
  });

  it('[GLLM-44] has no output schema for void, and answers with an empty text', async () => {
    assert.equal(get('forget').outputSchema, undefined);
    const result = await registry.call({ name: 'forget', args: { name: 'x' } });
    assert.deepEqual([result.isError, result.structuredContent], [false, undefined]);
  });

  it('[DPT-029] passes MCP content through, also inside arrays, and publishes no schema for it', async () => {
    assert.equal(get('picture').outputSchema, undefined);
    const result = await registry.call({ id: '7', name: 'picture' });
    assert.deepEqual(result.content, [
      { type: 'text', text: 'for 7' },
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    ]);
  });

  it('hands a payload over as an instance of its class', async () => {
    assert.deepEqual(await get('signUp').invoke({ name: 'a', age: 1, contact: { email: 'a@b' } }), { name: 'a', instance: true });
  });

  it('tells the model what a method threw, without a stack', async () => {
    const texts = await Promise.all(
      [true, false].map(async (secret) =>
        (await registry.call({ name: 'fail', args: { secret } })).content.map((part) => (part.type === 'text' ? part.text : '')),
      ),
    );
    assert.match(texts[0]?.[0] ?? '', /the database is away/);
    assert.match(texts[1]?.[0] ?? '', /try another city/);
    assert.doesNotMatch(texts.flat().join(), /weather\.service\.ts|\n\s+at /);
  });
});
