/** What all bridges do to declare tools. */
import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { lossCodes } from '../../../src/bridges/calling/bridge.js';
import { facts, type Provider, type ProviderFacts, providers } from '../../../src/bridges/calling/facts.js';
import { Tool, ToolError, ToolRegistry } from '../../../src/index.js';
import type { ObjectSchema, ToolDefinition, ToolOptions } from '../../../src/types.js';
import { acceptedArguments, bfclCases, hasData } from './support.js';

const made = (
  name: string,
  options: ToolOptions = {},
  inputSchema: object = { type: 'object', properties: { a: { type: 'string' } } },
): Tool => new Tool({ name, description: `Does ${name}.`, inputSchema: inputSchema as ObjectSchema, handler: () => name, ...options });

describe('calling: declarations', () => {
  it('take tools and bare definitions, in order, and keep what they were made from', () => {
    const tools = [made('b'), made('a').definition];
    const { declarations } = declareTools(tools, 'openai-responses');
    deepEqual(
      declarations.map(({ name, description }) => [name, description]),
      [
        ['b', 'Does b.'],
        ['a', 'Does a.'],
      ],
    );
    equal(declarations[0]!.tool, tools[0]);
  });

  it('are empty for no tools, at every provider', () => {
    for (const provider of providers) deepEqual(declareTools([], provider).declarations, []);
  });

  it('[B27] name the tools as the provider takes them, and map back', () => {
    const { declarations, names, losses } = declareTools([made('admin.list'), made('ok')], 'anthropic');
    deepEqual(
      declarations.map(({ name, originalName }) => [name, originalName]),
      [
        ['admin_list', 'admin.list'],
        ['ok', 'ok'],
      ],
    );
    deepEqual(
      [names.toOriginal('admin_list'), names.toProvider('admin.list'), names.toOriginal('other')],
      ['admin.list', 'admin_list', 'other'],
    );
    deepEqual(
      losses.map(({ code, tool }) => [code, tool]),
      [['RENAMED', 'admin.list']],
    );
  });

  it('refuse two tools of one name, and an unknown provider', () => {
    throws(
      () => declareTools([made('a'), made('a')], 'gemini'),
      (error) => error instanceof ToolError && error.code === 'DUPLICATE_TOOL',
    );
    throws(
      () => declareTools([], 'nobody' as Provider),
      (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION',
    );
  });

  it('cut a description that is too long, never within a character', () => {
    const tool: ToolDefinition = { name: 'a', description: `${'x'.repeat(1022)}🙂🙂`, inputSchema: { type: 'object' } };
    const { declarations, losses } = declareTools([tool], 'openai-chat', { strict: false });
    equal(declarations[0]!.description, `${'x'.repeat(1022)}…`);
    deepEqual(
      losses.map(({ code }) => code),
      ['SHORTENED'],
    );
    equal(declareTools([tool], 'anthropic').declarations[0]!.description, tool.description);
  });

  it('report each loss once, also to a listener, and tools over the number that is taken', () => {
    const heard: string[] = [];
    const tools = Array.from({ length: 130 }, (_, index) => made(`t${index}`));
    const { losses, warnings } = declareTools(tools, 'openai-chat', { onLoss: ({ tool }) => heard.push(tool) });
    equal(warnings.length, 1);
    match(warnings[0]!, /^OpenAI Chat Completions takes 128 tools in one request, and there are 130: it refuses more\./);
    deepEqual(declareTools(tools.slice(2), 'openai-chat').warnings, []);
    for (const [provider, { tools: most }] of Object.entries(facts) as [Provider, ProviderFacts][]) {
      const given = Array.from({ length: (most ?? 600) + 1 }, (_, index) => made(`t${index}`));
      equal(declareTools(given, provider, { strict: false }).warnings.length, most === undefined ? 0 : 1, provider);
    }
    deepEqual(
      losses.map(({ tool, code }) => [tool, code]),
      [
        ['t128', 'TOO_MANY_TOOLS'],
        ['t129', 'TOO_MANY_TOOLS'],
      ],
    );
    deepEqual(heard, ['t128', 't129']);
    for (const { code } of losses) ok(lossCodes[code].refuses);
  });

  it("follow a tool's own word on strict mode", () => {
    const tools = [made('yes', { strict: true }), made('no', { strict: false }), made('unsaid')];
    deepEqual(declareTools(tools, 'openai-chat').strict, ['yes', 'unsaid']);
    deepEqual(declareTools(tools, 'bedrock').strict, ['yes']);
    deepEqual(declareTools(tools, 'bedrock', { strict: true }).strict, ['yes', 'unsaid']);
    deepEqual(declareTools(tools, 'openai-chat', { strict: false }).strict, []);
  });

  it('[DPT-183] [DPT-185] hide tools behind a search that is there', () => {
    const tools = [made('a', { defer: true }), made('b'), made('c')];
    deepEqual(declareTools(tools, 'anthropic', { toolSearch: true }).deferred, ['a']);
    // Names add to the marks; a function or false decides alone.
    deepEqual(declareTools(tools, 'anthropic', { toolSearch: 'bm25', defer: ['b'] }).deferred, ['a', 'b']);
    deepEqual(declareTools(tools, 'anthropic', { toolSearch: true, defer: false }).deferred, []);
    deepEqual(declareTools(tools, 'openai-responses', { toolSearch: true, defer: (tool) => tool.name === 'b' }).deferred, ['b']);
  });

  it('a name to defer that no tool has is warned of', () => {
    const warningsOf = (...defer: string[]): readonly string[] =>
      declareTools([made('history'), made('b')], 'anthropic', { toolSearch: true, defer }).warnings;
    deepEqual(warningsOf('histroy', 'b', 'zzz'), ["There are no such tools to defer: 'histroy' (did you mean 'history'?), 'zzz'."]);
    deepEqual(warningsOf('history', 'b'), []);
  });

  it('[DPT-184] load everything at once where there is no search, with one warning', () => {
    const tools = [made('a', { defer: true }), made('b', { defer: true })];
    for (const [provider, options] of [
      ['anthropic', {}],
      ['gemini', { toolSearch: true }],
    ] as const) {
      const { deferred, warnings } = declareTools(tools, provider, options);
      deepEqual(deferred, []);
      equal(warnings.length, 1);
      ok(warnings[0]!.includes("'a', 'b'"));
    }
    deepEqual(declareTools(tools, 'gemini', { defer: false }).warnings, []);
  });

  it('carry examples only when asked to', () => {
    const tool = made('a', { examples: [{ args: { a: 'x' } }] });
    deepEqual(declareTools([tool], 'anthropic').declarations[0]!.examples, []);
    deepEqual(declareTools([tool], 'anthropic', { examples: true }).declarations[0]!.examples, [{ args: { a: 'x' } }]);
  });

  it('say at the tool what the root of the schema may not say', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, minProperties: 1 };
    const { declarations } = declareTools([made('a', {}, schema)], 'bedrock');
    equal(declarations[0]!.description, 'Does a. At least 1 key.');
    deepEqual(Object.keys(declarations[0]!.parameters), ['type', 'properties']);
  });

  it('of a tool are made once for a provider', () => {
    const tool = made('a');
    equal(declareTools([tool], 'gemini').declarations[0]!.parameters, declareTools([tool], 'gemini').declarations[0]!.parameters);
  });
});

describe('calling: the answers that BFCL accepts', () => {
  before(function () {
    if (!hasData) this.skip();
  });

  /** Where an accepted answer is not of the type that the function itself names: names of constants or variables for numbers or objects, and slips. */
  const contradictory = [
    ...[17, 149, 200, 307, 358].map((number) => `simple_python_${number}`),
    ...[26, 38, 45, 58, 87, 88].map((number) => `simple_java_${number}`),
    ...[5, 9, 15, 19].map((number) => `simple_javascript_${number}`),
  ];

  it('validate against our tools', async () => {
    let accepted = 0;
    const refused = new Set<string>();
    for (const { id, tools, answers } of bfclCases())
      for (const answer of answers)
        for (const [name, choices] of Object.entries(answer)) {
          const definition = tools.find((tool) => tool.name === name)!;
          const registry = new ToolRegistry().register(new Tool({ ...definition, name: 'probe', handler: () => 'done' }));
          for (const args of acceptedArguments(choices, definition.inputSchema)) {
            const result = await registry.call({ name: 'probe', args });
            if (result.isError) refused.add(id);
            else accepted += 1;
          }
        }
    deepEqual([...refused].sort(), [...contradictory].sort());
    ok(accepted > 2800, String(accepted));
  });
});
