import assert from 'node:assert/strict';
import {
  checkModel,
  type ChoiceForms,
  isForced,
  type NormalChoice,
  normalizeToolChoice,
  readToolChoice,
  usableChoice,
  writeToolChoice,
} from '../../../src/bridges/calling/choice.js';
import { extendModels, modelFacts } from '../../../src/bridges/calling/models.js';
import { ToolError } from '../../../src/index.js';

const search = { mode: 'tool', name: 'search' } as const;
const isDefinitionError = (error: unknown) => error instanceof ToolError && error.code === 'INVALID_DEFINITION';

describe('tool choice', () => {
  describe('what is read', () => {
    const cases: [string, unknown, NormalChoice][] = [
      ['[DPT-241] unset', undefined, { mode: 'auto' }],
      ['[DPT-241] null', null, { mode: 'auto' }],
      ['[DPT-241] auto', 'auto', { mode: 'auto' }],
      ['[DPT-242] any', 'any', { mode: 'any' }],
      ['[DPT-242] required', 'required', { mode: 'any' }],
      ['[DPT-243] none', 'none', { mode: 'none' }],
      ['[DPT-244] a named tool', { type: 'tool', name: 'search' }, search],
      ['[DPT-245] a list', ['a', 'b'], { mode: 'allowed', names: ['a', 'b'], isForced: true }],
      ['[DPT-254] OpenAI Chat', { type: 'function', function: { name: 'search' } }, search],
      ['[DPT-254] [R-17] OpenAI Responses', { type: 'function', name: 'search' }, search],
      ['the AI SDK', { type: 'tool', toolName: 'search' }, search],
      ['Anthropic', { type: 'any' }, { mode: 'any' }],
      ['Anthropic auto', { type: 'auto' }, { mode: 'auto' }],
      ['Bedrock', { any: {} }, { mode: 'any' }],
      ['Bedrock, named', { tool: { name: 'search' } }, search],
      ['[R-15] DSPy', { mode: 'auto' }, { mode: 'auto' }],
      ['DSPy, allowed', { mode: 'required', allowed: ['search'] }, search],
      ['Gemini', { functionCallingConfig: { mode: 'ANY' } }, { mode: 'any' }],
      [
        '[DPT-251] Gemini with its list',
        { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['a', 'b'] } },
        { mode: 'allowed', names: ['a', 'b'], isForced: true },
      ],
      [
        'OpenAI Chat with a list',
        { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'a' } }] } },
        { mode: 'allowed', names: ['a'], isForced: false },
      ],
      [
        'OpenAI Responses with a list',
        { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'a' }] },
        { mode: 'allowed', names: ['a'], isForced: true },
      ],
      ['a list without force', { mode: 'auto', allowed: ['a'] }, { mode: 'allowed', names: ['a'], isForced: false }],
      ['a list without a mode', { allowed: ['a', 'b'] }, { mode: 'allowed', names: ['a', 'b'], isForced: true }],
      ['a list of which none may be called', { mode: 'none', allowed: ['a', 'b'] }, { mode: 'none' }],
      ['Gemini, none of a list', { functionCallingConfig: { mode: 'NONE', allowedFunctionNames: ['a'] } }, { mode: 'none' }],
    ];
    for (const [title, given, expected] of cases) it(title, () => assert.deepEqual(normalizeToolChoice(given), expected));

    it('[R-15] the switch for parallel calls beside it', () => {
      assert.equal(readToolChoice({ mode: 'auto', parallel_tool_calls: false }).parallel, false);
      assert.equal(readToolChoice({ type: 'auto', disable_parallel_tool_use: true }).parallel, false);
      assert.equal(readToolChoice('auto').parallel, undefined);
    });

    for (const given of ['search', 'AUTO', 'toString', 7, {}, { type: 'tool' }, { type: 'function', function: {} }, [1], { mode: 'x' }])
      it(`[DPT-254] refuses ${JSON.stringify(given)}`, () => assert.throws(() => normalizeToolChoice(given), isDefinitionError));
  });

  it('which choices force a call', () => {
    const forced = ['any', 'required', { type: 'tool', name: 'a' }, ['a']];
    assert.deepEqual(
      forced.map((given) => isForced(normalizeToolChoice(given))),
      [true, true, true, true],
    );
    assert.deepEqual(
      ['auto', 'none'].map((given) => isForced(normalizeToolChoice(given))),
      [false, false],
    );
  });

  describe('against the tools and the model', () => {
    const checked = (given: unknown, names: string[], model?: string): [NormalChoice, string[]] => {
      const warnings: string[] = [];
      const choice = usableChoice(normalizeToolChoice(given), {
        names,
        ...(model !== undefined && { model }),
        warn: (text) => warnings.push(text),
      });
      return [choice, warnings];
    };

    it('what is known passes without a word', () => {
      assert.deepEqual(checked({ type: 'tool', name: 'a' }, ['a']), [{ mode: 'tool', name: 'a' }, []]);
      assert.deepEqual(checked(['a', 'b'], ['b', 'a']), [{ mode: 'allowed', names: ['a', 'b'], isForced: true }, []]);
      assert.deepEqual(checked('none', []), [{ mode: 'none' }, []]);
    });

    for (const given of [{ type: 'tool', name: 'x' }, ['x', 'y'], [], '', { type: 'tool', name: '' }])
      it(`[DPT-252] ${JSON.stringify(given)} names nothing usable: auto, with a warning`, () => {
        const [choice, warnings] = checked(given, ['a']);
        assert.deepEqual(choice, { mode: 'auto' });
        assert.equal(warnings.length, 1);
      });

    it('[DPT-252] a list keeps what is known, and names the rest', () => {
      const [choice, warnings] = checked(['x', 'a'], ['a']);
      assert.deepEqual(choice, { mode: 'allowed', names: ['a'], isForced: true });
      assert.match(warnings.join(), /'x'/);
    });

    it('[DPT-252] a call cannot be wanted where there are no tools', () => {
      const [choice, warnings] = checked('any', []);
      assert.deepEqual([choice, warnings.length], [{ mode: 'auto' }, 1]);
    });

    it('[DPT-246] a model that is not listed can be forced', () => {
      assert.deepEqual(checked('any', ['a'], 'nobody-knows-1'), [{ mode: 'any' }, []]);
      assert.equal(modelFacts('nobody-knows-1').supportsForcedToolChoice, true);
    });

    it('[DPT-248] [DPT-250] a forced choice becomes auto where the model refuses it', () => {
      for (const given of ['any', { type: 'tool', name: 'a' }]) {
        const [choice, warnings] = checked(given, ['a'], 'us.anthropic.claude-opus-5-5-v1:0');
        assert.deepEqual(choice, { mode: 'auto' });
        assert.equal(warnings.length, 1);
      }
      assert.deepEqual(checked('none', ['a'], 'claude-fable-5-1'), [{ mode: 'none' }, []]);
      assert.deepEqual(checked('any', ['a'], 'claude-opus-5'), [{ mode: 'any' }, []]);
    });

    it('[DPT-247] where the vendor forwards it, it is sent, with a warning that names the tool', () => {
      const forget = extendModels([{ match: /slow-thinker/, supportsForcedToolChoice: false }]);
      try {
        const [choice, warnings] = checked({ type: 'tool', name: 'a' }, ['a'], 'accounts/fireworks/models/slow-thinker');
        assert.deepEqual(choice, { mode: 'tool', name: 'a' });
        assert.match(warnings.join(), /'a'/);
      } finally {
        forget();
      }
      assert.equal(modelFacts('accounts/fireworks/models/slow-thinker').supportsForcedToolChoice, true);
    });
  });

  describe('what is written', () => {
    const plain: ChoiceForms<unknown> = { auto: () => 'auto', none: () => 'none', any: () => 'required', tool: (name) => ({ name }) };
    const listed: ChoiceForms<unknown> = { ...plain, allowed: (names, isForced) => ({ names, isForced }) };
    const how = { provider: 'Example', toProvider: (name: string) => name.replaceAll('.', '_') };

    it('[DPT-240] by the forms of the provider, with its names', () => {
      const written = ['auto', 'none', 'any', { type: 'tool', name: 'a.b' }].map((given) =>
        writeToolChoice(normalizeToolChoice(given), plain, how),
      );
      assert.deepEqual(written, ['auto', 'none', 'required', { name: 'a_b' }]);
      assert.deepEqual(writeToolChoice(normalizeToolChoice(['a.b', 'c']), listed, how), { names: ['a_b', 'c'], isForced: true });
    });

    it("[R-18] [DPT-253] a provider's own form passes as it is, where there are such forms", () => {
      const hosted = { type: 'web_search_preview' };
      assert.equal(writeToolChoice(normalizeToolChoice(hosted), { ...plain, native: (value) => value }, how), hosted);
      assert.throws(() => writeToolChoice(normalizeToolChoice(hosted), plain, how), isDefinitionError);
      assert.equal(isForced(normalizeToolChoice(hosted)), true);
      const validated = { functionCallingConfig: { mode: 'VALIDATED' } };
      assert.deepEqual(normalizeToolChoice(validated), { mode: 'native', value: validated });
    });

    it('[DPT-245] a list is refused where the provider takes none', () => {
      assert.throws(() => writeToolChoice(normalizeToolChoice(['a']), plain, how), isDefinitionError);
    });
  });
});

describe('models', () => {
  it('[DPT-262] [DPT-263] built-in tools beside others are refused where the model takes either', () => {
    for (const model of ['gemini-2.5-pro', 'accounts/fireworks/models/any', 'gemini-3-pro-image-preview'])
      assert.throws(() => checkModel(model, { builtIn: 1, own: 1 }), isDefinitionError, model);
    for (const model of ['claude-sonnet-5', 'gpt-5.5', 'gemini-3-pro-preview', 'nobody-knows-1']) checkModel(model, { builtIn: 1, own: 1 });
    checkModel('gemini-2.5-pro', { builtIn: 1 });
    checkModel('gemini-2.5-pro', { own: 1 });
  });

  it('[DPT-249] structured output by a forced tool is refused where calls cannot be forced', () => {
    const forget = extendModels([{ match: 'old-model', supportsForcedToolChoice: false, supportsNativeOutput: false }]);
    try {
      assert.throws(() => checkModel('old-model', { own: 1, hasResponseSchema: true }), /not compatible/);
      checkModel('old-model', { own: 1 });
    } finally {
      forget();
    }
    checkModel('claude-opus-5-5', { own: 1, hasResponseSchema: true });
  });

  it('rows that are added go first, and say only what differs', () => {
    const forget = extendModels([{ match: /^claude-opus-5$/, contextWindow: 5 }], { anthropic: { unsupportedForcedChoice: 'forward' } });
    assert.equal(modelFacts('claude-opus-5').contextWindow, 5);
    assert.equal(modelFacts('claude-opus-5').supportsConcurrentBuiltInAndCustomTools, true);
    forget();
    assert.equal(modelFacts('claude-opus-5').contextWindow, 1_000_000);
    assert.equal(modelFacts(undefined).contextWindow, undefined);
  });
});
