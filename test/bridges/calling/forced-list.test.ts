/** What a run sends once a call was forced. */
import assert from 'node:assert/strict';
import { extendModels, type Provider, type RunClient, type ToolChoice } from '../../../src/bridges/calling/index.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { Tool } from '../../../src/index.js';
import { scriptedClient } from './parity/clients.js';

const tools = ['search', 'lookup', 'purge'].map((name) => new Tool({ name, handler: () => 'done' }));
const call = [{ id: 'a', name: 'search', args: {} }];

/** The choices of the requests of one run. */
async function sent(provider: Provider, toolChoice: unknown, options: object = {}): Promise<unknown[]> {
  const { client, requests } = scriptedClient(provider, [call, call, 'Done.']);
  const chosen = toolChoice as ToolChoice;
  const { outcome, error } = await runTools({
    client: client as RunClient,
    provider,
    model: 'm',
    messages: [],
    tools,
    toolChoice: chosen,
    ...options,
  });
  assert.deepEqual([outcome, error], ['done', undefined]);
  return requests.map(({ tool_choice: choice, config }) => choice ?? (config as { toolConfig?: unknown } | undefined)?.toolConfig);
}

const names = ['search', 'lookup'];
const inChat = names.map((name) => ({ type: 'function', function: { name } }));
const inResponses = names.map((name) => ({ type: 'function', name }));
const chat = (mode: string): object => ({ type: 'allowed_tools', allowed_tools: { mode, tools: inChat } });
const responses = (mode: string, tools: object[] = inResponses): object => ({ type: 'allowed_tools', mode, tools });
const gemini = (mode: string): object => ({ functionCallingConfig: { mode, allowedFunctionNames: names } });

describe('a choice among a list, after the first request', () => {
  const cases: [provider: Provider, own: object, first: object, later: object][] = [
    ['openai-chat', chat('required'), chat('required'), chat('auto')],
    ['openai-responses', responses('required'), responses('required'), responses('auto')],
    ['gemini', gemini('ANY'), gemini('ANY'), gemini('VALIDATED')],
  ];
  for (const [provider, own, first, later] of cases)
    it(`${provider}: nothing is forced any more, and the list stays`, async () => {
      for (const given of [names, { allowed: names }, { mode: 'required', allowed: names }, own]) {
        assert.deepEqual(await sent(provider, given), [first, later, later]);
        assert.deepEqual(await sent(provider, given, { resetToolChoice: false }), [first, first, first]);
      }
      assert.deepEqual(await sent(provider, { mode: 'auto', allowed: names }), [later, later, later]);
    });

  it("a list with the provider's own tools, which have no names", async () => {
    const list = (mode: string): object => responses(mode, [...inResponses, { type: 'image_generation' }]);
    assert.deepEqual(await sent('openai-responses', list('required')), [list('required'), list('auto'), list('auto')]);
    assert.deepEqual(await sent('openai-responses', list('auto')), [list('auto'), list('auto'), list('auto')]);
  });

  it('[DPT-213] what reads on is on every list that forces nothing', async () => {
    const reading = { maxToolResultChars: 2, truncatedResultReadChars: 9, logger: { error: () => {}, warn: () => {} } };
    const reader = { type: 'function', name: 'read_truncated_result' };
    const list = (mode: string, ...more: object[]): object => responses(mode, [...inResponses, { type: 'image_generation' }, ...more]);
    const read = list('auto', reader);
    assert.deepEqual(await sent('openai-responses', list('auto'), reading), [read, read, read]);
    assert.deepEqual(await sent('openai-responses', list('required'), reading), [list('required'), list('auto'), list('auto')]);
    const remove = extendModels([{ match: 'm', supportsForcedToolChoice: false }]);
    try {
      const some = responses('auto', [...inResponses, reader]);
      for (const given of [names, [...names, ...names], { mode: 'required', allowed: names }, responses('required')])
        assert.deepEqual(await sent('openai-responses', given, reading), [some, some, some]);
      assert.deepEqual(await sent('openai-responses', ['nope'], reading), ['auto', 'auto', 'auto']);
    } finally {
      remove();
    }
  });

  it('a list of nothing is left to the model, with a warning', async () => {
    for (const given of [[], { mode: 'auto', allowed: [] }, { mode: 'required', allowed: [] }, { allowed: [] }]) {
      const warnings: string[] = [];
      const logger = { error: () => {}, warn: (message: string) => void warnings.push(message) };
      assert.deepEqual(await sent('openai-chat', given, { logger }), ['auto', 'auto', 'auto']);
      assert.deepEqual(warnings, ["toolChoice names no tool: 'auto' is used instead."]);
    }
  });

  it('one tool, or any: the model decides', async () => {
    const one = { type: 'function', function: { name: 'search' } };
    assert.deepEqual(await sent('openai-chat', { type: 'tool', name: 'search' }), [one, 'auto', 'auto']);
    assert.deepEqual(await sent('openai-chat', { mode: 'required', allowed: ['search'] }), [one, 'auto', 'auto']);
    assert.deepEqual(await sent('openai-chat', 'any'), ['required', 'auto', 'auto']);
  });

  it('the switch for several calls that stands beside a choice stays', async () => {
    const { client, requests } = scriptedClient('openai-chat', [call, 'Done.']);
    const toolChoice = { type: 'any', disable_parallel_tool_use: true };
    await runTools({ client: client as RunClient, model: 'm', messages: [], tools, toolChoice });
    assert.deepEqual(
      requests.map(({ parallel_tool_calls: isParallel }) => isParallel),
      [false, false],
    );
  });
});
