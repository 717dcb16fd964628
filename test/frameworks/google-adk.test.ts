import assert from 'node:assert/strict';
import * as adk from '@google/adk';
import { googleAdk } from 'toolmark/google-adk';
import { kit } from '../bridges/frameworks/tools.js';

type Part = Record<string, unknown>;
type Request = { contents: { parts: Part[] }[]; config?: { tools?: { functionDeclarations: Record<string, unknown>[] }[] } };

/** A model that calls once, then ends. */
class Scripted extends adk.BaseLlm {
  readonly requests: Request[] = [];

  constructor(readonly calls: Part[]) {
    super({ model: 'scripted' });
  }

  override async *generateContentAsync(request: unknown): AsyncGenerator<object, void> {
    this.requests.push(
      structuredClone({ contents: (request as Request).contents, config: { tools: (request as Request).config?.tools } }) as Request,
    );
    const isFirst = this.requests.length === 1;
    yield { content: { role: 'model', parts: isFirst ? this.calls.map((functionCall) => ({ functionCall })) : [{ text: 'done' }] } };
  }

  override connect(): never {
    throw new Error('not here');
  }
}

async function run(
  tools: unknown[],
  calls: Part[],
  more: object = {},
): Promise<{ model: Scripted; told: Map<unknown, unknown>; text: string }> {
  const model = new Scripted(calls);
  const agent = new adk.LlmAgent({ name: 'tester', model, tools: tools as never });
  const runner = new adk.InMemoryRunner({ agent, appName: 'test' });
  const session = await runner.sessionService.createSession({ appName: 'test', userId: 'u', state: { tenant: 'acme' } });
  let text = '';
  for await (const event of runner.runAsync({
    userId: 'u',
    sessionId: session.id,
    newMessage: { role: 'user', parts: [{ text: 'go' }] },
    ...more,
  })) {
    if (event.errorMessage) throw new Error(event.errorMessage);
    for (const part of event.content?.parts ?? []) text = part.text ?? text;
  }
  const parts = model.requests[1]?.contents.flatMap((content) => content.parts) ?? [];
  const answers = parts.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse as Part] : []));
  return { model, text, told: new Map(answers.map(({ id, response }) => [id, response])) };
}

describe('Google ADK', () => {
  it('loads the ADK itself, and runs the calls of a turn in order', async () => {
    const tried = kit();
    const tools = await googleAdk.toTools(tried.registry as never);
    assert.ok(tools.every((tool) => adk.isBaseTool(tool)));
    const { text, told } = await run(tools, [
      { id: 'a', name: 'weather', args: { city: 'Oslo' } },
      { id: 'b', name: 'weather', args: { city: 'Rome', days: '2' } },
      { id: 'c', name: 'list.all', args: {} },
    ]);
    assert.equal(text, 'done');
    assert.deepEqual(told.get('a'), { city: 'Oslo', degrees: 21.5 });
    assert.deepEqual(told.get('b'), { city: 'Rome', degrees: 21.5 });
    assert.deepEqual(told.get('c'), { result: ['a', 'b'] });
    assert.deepEqual(tried.seen, [
      { callId: 'a', args: { city: 'Oslo', days: undefined } },
      { callId: 'b', args: { city: 'Rome', days: 2 } },
    ]);
  });

  it('declares tools by their JSON Schema, of the module that it is given', async () => {
    const tools = await googleAdk.toTools(kit().registry as never, { adk });
    assert.ok(tools.every((tool) => tool instanceof adk.BaseTool));
    const { model } = await run(tools, []);
    const declared = model.requests[0]?.config?.tools?.[0]?.functionDeclarations ?? [];
    assert.deepEqual(
      declared.find(({ name }) => name === 'weather'),
      {
        name: 'weather',
        description: 'The weather of a city.',
        parametersJsonSchema: {
          type: 'object',
          properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
          required: ['city'],
          additionalProperties: false,
        },
      },
    );
    assert.ok(declared.every(({ description }) => typeof description === 'string' && description !== ''));
  });

  it('[B24] declares numbers of an enumeration as texts, and gives numbers to the tool', async () => {
    const { Tool } = await import('toolmark');
    const sized = new Tool({
      name: 'sized',
      inputSchema: { type: 'object', properties: { dims: { enum: [256, 512] } }, required: ['dims'] },
      handler: ({ dims }) => ({ doubled: Number(dims) * 2, isNumber: typeof dims === 'number' }),
    });
    const { told } = await run(await googleAdk.toTools([sized]), [{ id: 'a', name: 'sized', args: { dims: '512' } }]);
    assert.deepEqual(told.get('a'), { doubled: 1024, isNumber: true });
  });

  it('tells the model of failures and of refused arguments, and of bytes in words', async () => {
    const { told } = await run(await googleAdk.toTools(kit().registry as never), [
      { id: 'a', name: 'fail', args: {} },
      { id: 'b', name: 'weather', args: { city: 'Oslo', days: 'many' } },
      { id: 'c', name: 'picture', args: {} },
    ]);
    assert.deepEqual(told.get('a'), { error: 'The river is "closed".' });
    assert.match((told.get('b') as { error: string }).error, /^Invalid arguments for tool 'weather': \/days/);
    assert.match((told.get('c') as { result: string }).result, /^a map\n\[image: image\/png, \d+ bytes\]$/);
  });

  it('stops the tool with the run', async () => {
    const tried = kit();
    const controller = new AbortController();
    const running = run(await googleAdk.toTools(tried.registry as never), [{ id: 'a', name: 'wait', args: {} }], {
      abortSignal: controller.signal,
    });
    const signal = await tried.waiting;
    controller.abort();
    await running.catch(() => {});
    assert.equal(signal.aborted, true);
  });

  it("gives each call its context, by the session's state", async () => {
    const tools = await googleAdk.toTools(kit().registry as never, {
      context: ({ state }) => ({ scopes: ['me'], headers: { tenant: (state as { get(key: string): string }).get('tenant') } }),
    });
    const { told } = await run(tools, [{ id: 'a', name: 'whoami', args: {} }]);
    assert.deepEqual(told.get('a'), { result: 'acme' });
  });
});
