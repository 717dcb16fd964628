import assert from 'node:assert/strict';
import { Agent, type FunctionTool, MaxTurnsExceededError, Runner, setTracingDisabled } from '@openai/agents-core';
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing';
import { openaiAgents } from '../../src/bridges/openai-agents.js';
import { ToolError } from '../../src/index.js';
import { responsesToolProblems } from './calling/legal/index.js';
import { kit, png } from './frameworks/tools.js';

type Call = [id: string, name: string, args: object | string];
type Tools = FunctionTool[];

const scripted = (...calls: Call[]): ScriptedModel =>
  new ScriptedModel([
    calls.map(([callId, name, args]) => functionCall(name, args as Record<string, unknown>, { callId })),
    [assistantMessage('done')],
  ]);

const agentOf = (model: ScriptedModel, tools: Tools): Agent => new Agent({ name: 'tester', model, tools });
const runner = new Runner({ tracingDisabled: true });

interface Told {
  type: string;
  callId: string;
  output: unknown;
}

/** What the model reads of each call in its second turn. */
function toldTo(model: ScriptedModel): Map<string, unknown> {
  const input = model.calls[1]?.request.input;
  const items = (Array.isArray(input) ? input : []) as unknown as Told[];
  return new Map(items.flatMap(({ type, callId, output }) => (type === 'function_call_result' ? [[callId, output]] : [])));
}

const text = (value: string) => ({ type: 'text', text: value });

describe('OpenAI Agents SDK', () => {
  before(() => setTracingDisabled(true));

  it('runs parallel calls at once', async () => {
    const tried = kit();
    const model = scripted(['a', 'weather', { city: 'Oslo' }], ['b', 'weather', { city: 'Rome', days: 2 }]);
    const { finalOutput } = await runner.run(agentOf(model, await openaiAgents.toTools(tried.registry)), 'go');
    assert.equal(finalOutput, 'done');
    assert.equal(tried.mostAtOnce, 2);
    assert.deepEqual(
      [...toldTo(model)],
      [
        ['a', text('{"city":"Oslo","degrees":21.5}')],
        ['b', text('{"city":"Rome","degrees":21.5}')],
      ],
    );
    assert.deepEqual(new Set(tried.seen.map(({ callId }) => callId)), new Set(['a', 'b']));
  });

  it('[B27] declares tools that the API takes: strict where they can be, by legal names', async () => {
    const model = scripted(['a', 'list_all', {}]);
    await runner.run(agentOf(model, await openaiAgents.toTools(kit().registry)), 'go');
    const tools = (model.firstCall?.request.tools ?? []) as unknown as FunctionTool[];
    for (const { type, name, description, parameters, strict } of tools)
      assert.deepEqual(responsesToolProblems([{ type, name, description, parameters, strict }]), [], name);
    const weather = tools.find(({ name }) => name === 'weather');
    assert.ok(weather);
    assert.equal(weather.strict, true);
    assert.deepEqual(weather.parameters.required, ['city', 'days']);
    assert.deepEqual(toldTo(model).get('a'), text('["a","b"]'));
  });

  it('[B18] [B19] mends arguments, and takes out the null of strict mode', async () => {
    const { registry, seen } = kit();
    const model = scripted(['a', 'weather', { city: 'Oslo', days: null }], ['b', 'weather', { city: 'Rome', days: '2' }]);
    await runner.run(agentOf(model, await openaiAgents.toTools(registry)), 'go');
    assert.deepEqual(
      seen.map(({ args }) => args),
      [
        { city: 'Oslo', days: undefined },
        { city: 'Rome', days: 2 },
      ],
    );
  });

  it('tells the model of failures, of unknown tools and of refused arguments', async () => {
    const model = scripted(
      ['a', 'fail', {}],
      ['b', 'nothing', {}],
      ['c', 'weather', { city: 'Oslo', days: 'many' }],
      ['d', 'weather', '{"city'],
    );
    const tools = await openaiAgents.toTools(kit().registry);
    await runner.run(agentOf(model, tools), 'go', { toolNotFoundBehavior: 'return_error_to_model' });
    const told = toldTo(model);
    assert.deepEqual(told.get('a'), text('{"error":"The river is \\"closed\\"."}'));
    assert.match(JSON.stringify(told.get('b')), /nothing/);
    assert.match(JSON.stringify(told.get('c')), /error.*Invalid arguments for tool 'weather': \/days/);
    // The SDK's own words: it reads the text before it asks whether the call is approved.
    assert.match(JSON.stringify(told.get('d')), /JSON/);
  });

  it('words failures as the caller wants, or throws them', async () => {
    const model = scripted(['a', 'fail', {}]);
    const { registry } = kit();
    await runner.run(agentOf(model, await openaiAgents.toTools(registry, { errorFunction: (_, { code }) => `failed: ${code}` })), 'go');
    assert.deepEqual(toldTo(model).get('a'), text('failed: EXECUTION_FAILED'));
    const fail = (await openaiAgents.toTools(registry, { errorFunction: null })).find(({ name }) => name === 'fail');
    await assert.rejects(async () => fail?.invoke({} as never, '{}'), ToolError);
  });

  it('gives images as images', async () => {
    const model = scripted(['a', 'picture', {}]);
    await runner.run(agentOf(model, await openaiAgents.toTools(kit().registry)), 'go');
    const [words, image] = toldTo(model).get('a') as Record<string, unknown>[];
    assert.deepEqual([words?.['type'], words?.['text']], ['input_text', 'a map']);
    assert.deepEqual([image?.['type'], image?.['image']], ['input_image', `data:image/png;base64,${png}`]);
  });

  it('stops the tool with the run', async () => {
    const tried = kit();
    const controller = new AbortController();
    const running = runner.run(agentOf(scripted(['a', 'wait', {}]), await openaiAgents.toTools(tried.registry)), 'go', {
      signal: controller.signal,
    });
    const signal = await tried.waiting;
    controller.abort();
    await assert.rejects(running, { name: 'AbortError' });
    assert.equal(signal.aborted, true);
  });

  it('streams', async () => {
    const model = scripted(['a', 'weather', { city: 'Oslo' }], ['b', 'picture', {}]);
    const stream = await runner.run(agentOf(model, await openaiAgents.toTools(kit().registry)), 'go', { stream: true });
    const outputs: string[] = [];
    for await (const event of stream)
      if (event.type === 'run_item_stream_event' && event.name === 'tool_output') outputs.push(event.item.type);
    await stream.completed;
    assert.equal(stream.finalOutput, 'done');
    assert.equal(outputs.length, 2);
    assert.deepEqual(toldTo(model).get('a'), text('{"city":"Oslo","degrees":21.5}'));
  });

  it("gives each call its context, by the run's own", async () => {
    const tools = await openaiAgents.toTools(kit().registry, {
      context: ({ runContext, details }) => ({
        scopes: ['me'],
        headers: { tenant: `${(runContext.context as { tenant: string }).tenant} ${details?.toolCall?.callId ?? ''}` },
      }),
    });
    const model = scripted(['a', 'whoami', {}]);
    await runner.run(agentOf(model, tools), 'go', { context: { tenant: 'acme' } });
    assert.deepEqual(toldTo(model).get('a'), text('acme a'));
  });

  it('keeps further fields of the SDK, such as approval', async () => {
    const tools = await openaiAgents.toTools(kit().registry, { extra: ({ name }) => ({ needsApproval: name === 'fail' }) });
    const model = scripted(['a', 'fail', {}]);
    const { interruptions } = await runner.run(agentOf(model, tools), 'go');
    assert.equal(interruptions.length, 1);
  });

  it('lets the run count its turns', async () => {
    const model = scripted(['a', 'weather', { city: 'Oslo' }]);
    await assert.rejects(
      runner.run(agentOf(model, await openaiAgents.toTools(kit().registry)), 'go', { maxTurns: 1 }),
      MaxTurnsExceededError,
    );
  });
});
