/** Which tool a model must call, as rows DPT-240..254 and DSPY-58 say it, for every API. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { anthropic } from '../../../../src/bridges/anthropic.js';
import { bedrock } from '../../../../src/bridges/bedrock.js';
import { isForced, normalizeToolChoice } from '../../../../src/bridges/calling/choice.js';
import { checkModel, extendModels, modelFacts, runTools } from '../../../../src/bridges/calling/index.js';
import { cohere } from '../../../../src/bridges/cohere.js';
import { gemini } from '../../../../src/bridges/gemini.js';
import { mistral } from '../../../../src/bridges/mistral.js';
import { ollama } from '../../../../src/bridges/ollama.js';
import { openai } from '../../../../src/bridges/openai.js';
import { openaiResponses } from '../../../../src/bridges/openai-responses.js';
import { Tool } from '../../../../src/index.js';
import { scriptedClient } from './clients.js';

const tools = ['search', 'lookup', 'files.read'].map((name) => new Tool({ name, handler: () => 'ok' }));

/** As much of a bridge as these rows speak of. */
interface Chooser {
  toToolChoice(choice: unknown, of: readonly Tool[], options?: object): object;
}
const bridges = { openai, openaiResponses, anthropic, gemini, bedrock, mistral, cohere, ollama } as unknown as Record<string, Chooser>;

function choose(bridge: string, choice: unknown, options: object = {}): { fields: unknown; warnings: string[] } {
  const warnings: string[] = [];
  const fields = bridges[bridge]?.toToolChoice(choice, tools, { ...options, onWarning: (text: string) => void warnings.push(text) });
  return { fields, warnings };
}

const config = (mode: string, names?: string[]) => ({
  toolConfig: { functionCallingConfig: { mode, ...(names && { allowedFunctionNames: names }) } },
});
const named = { type: 'tool', name: 'search' };
const refused = 'refused';

/** What each API is sent: for auto, any, none, one tool, one tool whose name it refuses, and a list. */
const sent: Record<string, unknown[]> = {
  openai: [
    { tool_choice: 'auto' },
    { tool_choice: 'required' },
    { tool_choice: 'none' },
    { tool_choice: { type: 'function', function: { name: 'search' } } },
    { tool_choice: { type: 'function', function: { name: 'files_read' } } },
  ],
  openaiResponses: [
    { tool_choice: 'auto' },
    { tool_choice: 'required' },
    { tool_choice: 'none' },
    { tool_choice: { type: 'function', name: 'search' } },
    { tool_choice: { type: 'function', name: 'files_read' } },
  ],
  anthropic: [
    { tool_choice: { type: 'auto' } },
    { tool_choice: { type: 'any' } },
    { tool_choice: { type: 'none' } },
    { tool_choice: { type: 'tool', name: 'search' } },
    { tool_choice: { type: 'tool', name: 'files_read' } },
    refused,
  ],
  gemini: [
    config('AUTO'),
    config('ANY'),
    config('NONE'),
    config('ANY', ['search']),
    config('ANY', ['files.read']),
    config('ANY', ['search', 'lookup']),
  ],
  bedrock: [
    { toolChoice: { auto: {} } },
    { toolChoice: { any: {} } },
    undefined,
    { toolChoice: { tool: { name: 'search' } } },
    { toolChoice: { tool: { name: 'files_read' } } },
    refused,
  ],
  mistral: [
    { toolChoice: 'auto' },
    { toolChoice: 'any' },
    { toolChoice: 'none' },
    { toolChoice: { type: 'function', function: { name: 'search' } } },
    { toolChoice: { type: 'function', function: { name: 'files_read' } } },
    refused,
  ],
  cohere: [{}, { toolChoice: 'REQUIRED' }, { toolChoice: 'NONE' }, undefined, undefined, refused],
  ollama: [{}, undefined, { tools: [] }, undefined, undefined, refused],
};
const values: [string, unknown[]][] = [
  ['[DPT-240] [DPT-241] auto', [undefined, null, 'auto', { type: 'auto' }]],
  ['[DPT-240] [DPT-242] any', ['any', 'required', { type: 'any' }, { mode: 'required' }]],
  ['[DPT-240] [DPT-243] none', ['none', { type: 'none' }]],
  [
    '[DPT-240] [DPT-244] [DPT-254] one tool',
    [named, { type: 'function', function: { name: 'search' } }, { type: 'function', name: 'search' }, { tool: { name: 'search' } }],
  ],
  ['[DPT-240] [DPT-244] one tool of another name there', [{ type: 'tool', name: 'files.read' }]],
  ['[DPT-245] a list', [['search', 'lookup']]],
];

describe('parity: the choice of tools', () => {
  for (const [bridge, expected] of Object.entries(sent))
    for (const [index, wire] of expected.entries()) {
      const [title, given] = values[index] as (typeof values)[number];
      it(`${title}: ${bridge}`, () => {
        for (const value of given) {
          if (wire === refused) assert.throws(() => choose(bridge, value), { code: 'INVALID_DEFINITION' });
          else if (wire === undefined) assert.equal(choose(bridge, value).warnings.length, 1, JSON.stringify(value));
          else assert.deepEqual(choose(bridge, value), { fields: wire, warnings: [] });
        }
      });
    }

  it('[DPT-245] the error names the names, and never is the first of them taken', () => {
    assert.throws(() => choose('anthropic', ['search', 'lookup']), /'search', 'lookup'/);
  });

  const useless: [string, unknown][] = [
    ['an empty text', ''],
    ['an empty list', []],
    ['a name of no tool', { type: 'tool', name: 'nobody' }],
    ['an empty name', { type: 'tool', name: '' }],
    ['a list of names of no tools', ['nobody', 'neither']],
  ];
  for (const bridge of Object.keys(sent))
    for (const [title, value] of useless)
      it(`[DPT-252] ${title}: auto with a warning: ${bridge}`, () => {
        const { fields, warnings } = choose(bridge, value);
        assert.deepEqual(fields, choose(bridge, 'auto').fields);
        assert.equal(warnings.length, 1);
        for (const name of [value].flat()) if (name === 'nobody') assert.match(warnings[0] ?? '', /nobody/);
      });

  it('[DPT-252] without tools there is no choice, and a warning where a call was wanted', () => {
    for (const [bridge, { toToolChoice }] of Object.entries(bridges)) {
      const warnings: string[] = [];
      assert.deepEqual(toToolChoice('any', [], { onWarning: (text: string) => void warnings.push(text) }), {}, bridge);
      assert.equal(warnings.length, 1, bridge);
    }
  });

  it('[DPT-254] what is no choice is an error, whatever it is', () => {
    for (const bad of [
      'search',
      'AUTO',
      'Any',
      'toString',
      '__proto__',
      7,
      true,
      {},
      { type: 'tool' },
      { type: 'function', function: {} },
      [1],
      [{}],
    ])
      for (const bridge of Object.keys(sent))
        assert.throws(() => choose(bridge, bad), { code: 'INVALID_DEFINITION' }, `${bridge} ${JSON.stringify(bad)}`);
  });

  it('[DPT-251] the list for Gemini survives in every form', () => {
    for (const form of [
      ['search', 'lookup'],
      { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['search', 'lookup'] } },
      { mode: 'ANY', allowedFunctionNames: ['search', 'lookup'] },
      {
        type: 'allowed_tools',
        mode: 'required',
        tools: [
          { type: 'function', name: 'search' },
          { type: 'function', name: 'lookup' },
        ],
      },
    ])
      assert.deepEqual(choose('gemini', form), { fields: config('ANY', ['search', 'lookup']), warnings: [] });
    assert.deepEqual(choose('gemini', ['search']).fields, config('ANY', ['search']));
  });

  it('[DPT-251] what is sent to Gemini is logged, where that is asked for', () => {
    const bridge = new URL('../../../../src/bridges/gemini.ts', import.meta.url).href;
    const script = `const { gemini } = await import(${JSON.stringify(bridge)});
      const tools = ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } }));
      for (const choice of [['a', 'b'], 'auto']) gemini.toToolChoice(choice, tools);`;
    const run = (NODE_DEBUG: string): string =>
      spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
        encoding: 'utf8',
        env: { ...process.env, NODE_DEBUG },
      }).stderr;
    const told = run('toolmark');
    assert.match(told, /Built Google ToolConfig: mode=ANY, allowed_function_names=\["a","b"\]/);
    assert.match(told, /Built Google ToolConfig: mode=AUTO, allowed_function_names=null/);
  });

  it('[DPT-251] a run logs the choice of each request that is sent, and none that is not', () => {
    const at = (path: string): string => JSON.stringify(new URL(`../../../../${path}`, import.meta.url).href);
    const script = `const { runTools } = await import(${at('src/bridges/calling/index.ts')});
      const { Tool } = await import(${at('src/index.ts')});
      const { scriptedClient } = await import(${at('test/bridges/calling/parity/clients.ts')});
      const tools = [new Tool({ name: 'a', handler: () => 'ok' })];
      const toolChoice = { type: 'tool', name: 'a' };
      for (const script of [['done'], [[{ name: 'a', args: {} }], 'done']]) {
        console.error('run');
        await runTools({ client: scriptedClient('gemini', script).client, model: 'gemini-2.5-pro', messages: [{ role: 'user', parts: [{ text: 'hi' }] }], tools, toolChoice });
      }`;
    const env = { ...process.env, NODE_DEBUG: 'toolmark' };
    const { stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { encoding: 'utf8', env });
    const told = stderr.split('run\n').map((run) => [...run.matchAll(/ToolConfig: mode=(\w+)/g)].map(([, mode]) => mode));
    assert.deepEqual(told, [[], ['ANY'], ['ANY', 'AUTO']], stderr);
  });

  it('[DPT-253] AUTO is never made VALIDATED', () => {
    for (const form of ['auto', undefined, { functionCallingConfig: { mode: 'AUTO' } }])
      assert.deepEqual(choose('gemini', form).fields, config('AUTO'));
  });

  it("[DPT-253] a mode that only Gemini knows passes in Gemini's own form, and forces nothing; other providers refuse it", () => {
    for (const form of [{ functionCallingConfig: { mode: 'VALIDATED' } }, { function_calling_config: { mode: 'VALIDATED' } }])
      assert.deepEqual(choose('gemini', form), { fields: config('VALIDATED'), warnings: [] });
    const withList = { functionCallingConfig: { mode: 'VALIDATED', allowedFunctionNames: ['search', 'lookup'] } };
    assert.deepEqual(choose('gemini', withList).fields, config('VALIDATED', ['search', 'lookup']));
    assert.throws(() => choose('anthropic', { functionCallingConfig: { mode: 'VALIDATED' } }), { code: 'INVALID_DEFINITION' });
    assert.throws(() => choose('gemini', { type: 'nobody_knows' }), { code: 'INVALID_DEFINITION' });
    assert.equal(isForced(normalizeToolChoice({ functionCallingConfig: { mode: 'VALIDATED' } })), false);
  });
});

describe('parity: models that cannot be forced', () => {
  const rows = [
    { match: 'fireworks-model', vendor: 'fireworks', supportsForcedToolChoice: false },
    { match: 'anthropic-model', vendor: 'anthropic', supportsForcedToolChoice: false },
    { match: 'anthropic-old', vendor: 'anthropic', supportsForcedToolChoice: false, supportsNativeOutput: false },
  ];
  let forget = (): void => {};
  before(() => void (forget = extendModels(rows)));
  after(() => forget());

  it('[DPT-246] a model without a row, or without the fact, can be', () => {
    for (const model of ['no-row', 'claude-opus-5', 'gpt-5.5']) assert.equal(modelFacts(model).supportsForcedToolChoice, true);
    assert.deepEqual(choose('anthropic', 'any', { model: 'no-row' }), { fields: { tool_choice: { type: 'any' } }, warnings: [] });
  });

  it('[DPT-247] Fireworks: forwarded as it is, with a warning that names the tool', () => {
    const { fields, warnings } = choose('openai', named, { model: 'fireworks-model' });
    assert.deepEqual(fields, { tool_choice: { type: 'function', function: { name: 'search' } } });
    assert.deepEqual([warnings.length, warnings[0]?.includes("'search'")], [1, true]);
    assert.deepEqual(choose('openai', 'required', { model: 'fireworks-model' }).fields, { tool_choice: 'required' });
  });

  for (const value of ['any', 'required', named])
    it(`[DPT-248] Anthropic: ${JSON.stringify(value)} becomes auto, with a warning`, () => {
      const { fields, warnings } = choose('anthropic', value, { model: 'anthropic-model' });
      assert.deepEqual([fields, warnings.length], [{ tool_choice: { type: 'auto' } }, 1]);
    });

  for (const value of ['auto', 'none'])
    it(`[DPT-248] Anthropic: ${value} stays`, () => {
      assert.deepEqual(choose('anthropic', value, { model: 'anthropic-model' }), {
        fields: { tool_choice: { type: value } },
        warnings: [],
      });
    });

  it('[DPT-250] three rows have the flag, all of Anthropic, wherever it runs them', () => {
    for (const model of [
      'claude-opus-5-5',
      'claude-fable-5-1',
      'claude-mythos-5-1',
      'us.anthropic.claude-opus-5-5-v1:0',
      'claude-opus-5-5@20261101',
    ]) {
      assert.equal(modelFacts(model).supportsForcedToolChoice, false, model);
      assert.deepEqual(choose('anthropic', 'any', { model }).fields, { tool_choice: { type: 'auto' } });
    }
  });

  it('[DPT-249] an answer of a given form by a forced tool: refused before any request', async () => {
    const responseSchema = { type: 'object', properties: { a: { type: 'string' } } };
    assert.throws(() => checkModel('anthropic-old', { own: 1, hasResponseSchema: true }), /not compatible/);
    assert.throws(() => anthropic.toTools(tools, { model: 'anthropic-old', responseSchema }), /not compatible/);
    const { client, requests } = scriptedClient('anthropic', ['hi']);
    const run = runTools({ client, model: 'anthropic-old', messages: [], tools, declare: { responseSchema } });
    await assert.rejects(run, /not compatible/);
    assert.equal(requests.length, 0);
    anthropic.toTools(tools, { model: 'anthropic-model', responseSchema });
    anthropic.toTools([], { model: 'anthropic-old', responseSchema });
  });
});

describe('parity: several calls in one turn', () => {
  /** What says that there may be one call, or several. */
  const parallel: Record<string, (isParallel: boolean) => object> = {
    openai: (isParallel) => ({ tool_choice: 'auto', parallel_tool_calls: isParallel }),
    openaiResponses: (isParallel) => ({ tool_choice: 'auto', parallel_tool_calls: isParallel }),
    anthropic: (isParallel) => ({ tool_choice: { type: 'auto', disable_parallel_tool_use: !isParallel } }),
    mistral: (isParallel) => ({ toolChoice: 'auto', parallelToolCalls: isParallel }),
  };
  for (const [bridge, wire] of Object.entries(parallel))
    it(`[DSPY-58] [A-06] said only when it was said, and the choice is auto then: ${bridge}`, () => {
      for (const isParallel of [true, false])
        assert.deepEqual(choose(bridge, undefined, { parallel: isParallel }), { fields: wire(isParallel), warnings: [] });
      assert.doesNotMatch(JSON.stringify(choose(bridge, undefined).fields), /parallel/i);
    });

  it('[R-15] what is said beside the choice is merged', () => {
    assert.deepEqual(choose('openai', { mode: 'auto', parallel_tool_calls: false }).fields, {
      tool_choice: 'auto',
      parallel_tool_calls: false,
    });
  });

  it('one call at a time cannot be said everywhere: there is a warning then', () => {
    for (const bridge of ['gemini', 'bedrock', 'cohere', 'ollama']) {
      assert.equal(choose(bridge, undefined, { parallel: false }).warnings.length, 1, bridge);
      assert.equal(choose(bridge, undefined, { parallel: true }).warnings.length, 0, bridge);
    }
  });

  it('[DSPY-58] [A-07] a value in the request wins over the option', async () => {
    const fields = async (provider: 'openai-chat' | 'mistral' | 'openai-responses', request: object): Promise<unknown[]> => {
      const { client, requests } = scriptedClient(provider, ['hi']);
      await runTools({ client, model: 'm', messages: [], tools, parallel: true, request: request as Record<string, unknown> });
      return [requests[0]?.['parallel_tool_calls'], requests[0]?.['parallelToolCalls']];
    };
    assert.deepEqual(await fields('openai-chat', { parallel_tool_calls: false }), [false, undefined]);
    assert.deepEqual(await fields('openai-responses', { parallel_tool_calls: false }), [false, undefined]);
    assert.deepEqual(await fields('mistral', { parallelToolCalls: false }), [undefined, false]);
  });
});
