import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { extendModels } from '../../src/bridges/calling/models.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { ToolCallResults } from '../../src/bridges/calling/results.js';
import {
  chooseBridge,
  promptMessages,
  readCalls,
  readReply,
  renderTool,
  text,
  textBridge,
  textDriver,
  type TextForm,
  type TextMessage,
  withoutNativeFields,
} from '../../src/bridges/text.js';
import { type ObjectSchema, Tool, ToolError } from '../../src/index.js';

const add = new Tool({
  name: 'add',
  description: 'Add two integers.',
  inputSchema: { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer', default: 0 } }, required: ['x'] },
  handler: ({ x, y = 0 }: { x: number; y?: number }) => x + y,
});

const weather = new Tool({
  name: 'get_weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  handler: ({ city }: { city: string }) => `sunny in ${city}`,
});
const population = new Tool({
  name: 'get_population',
  inputSchema: {
    type: 'object',
    properties: { country: { type: 'string' }, year: { type: 'integer' } },
    required: ['country', 'year'],
  },
  handler: () => ({ count: 7 }),
});

const paris = [{ name: 'get_weather', args: { city: 'Paris' } }];
const told = (calls: ToolCalls) => Array.from(calls, ({ name, args }) => ({ name, args }));
const parsed = (reply: string) => told(text.parseCalls(reply));

describe('Text bridge', () => {
  describe('prompts', () => {
    it('[DSPY-60] a tool as text, exactly', () => {
      assert.equal(
        renderTool(add),
        'add, whose description is <desc>Add two integers.</desc>. It takes arguments {"x":{"type":"integer"},"y":{"type":"integer","default":0}}.',
      );
      assert.equal(
        renderTool({ ...weather.definition, name: 'a/b c', description: 'One.\nTwo.' }).split('. It')[0],
        'a/b c, whose description is <desc>One.  Two.</desc>',
      );
      assert.equal(renderTool(weather), 'get_weather. It takes arguments {"city":{"type":"string"}}.');
      assert.equal(renderTool(new Tool({ name: 'now', handler: () => 1 })), 'now. It takes arguments {}.');
    });

    it('definitions are written out', () => {
      const schema = { type: 'object', $defs: { P: { type: 'string', enum: ['a'] } }, properties: { p: { $ref: '#/$defs/P' } } } as const;
      assert.equal(
        renderTool({ name: 't', inputSchema: structuredClone(schema) as never }),
        't. It takes arguments {"p":{"type":"string","enum":["a"]}}. Required: none.',
      );
    });

    it('which arguments are required is said where their defaults do not say it', () => {
      const rendered = (properties: ObjectSchema['properties'], required?: string[]): string =>
        renderTool({ name: 't', inputSchema: { type: 'object', ...(properties && { properties }), ...(required && { required }) } })
          .split('}. ')
          .slice(1)
          .join();
      const [id, why, top] = [{ type: 'string' }, { type: 'string' }, { type: 'integer', default: 5 }] as const;
      assert.equal(rendered({ id, why }, ['id']), 'Required: "id".');
      assert.equal(rendered({ id, top }, ['top', 'id']), 'Required: "top", "id".');
      assert.equal(rendered({ id, why }), 'Required: none.');
      assert.equal(rendered({ id, why, top }, ['why', 'id']), '');
      assert.equal(rendered({ top }), '');
      assert.equal(rendered(undefined), '');
      const [system] = promptMessages({ messages: [{ role: 'user', content: 'Q' }], tools: text.toTools([weather]) });
      assert.match(system?.content ?? '', /^Arguments that have no default are required, unless the tool says which ones are\.$/m);
    });

    it('[A-02] the list has each tool on a line of its own, as it is', () => {
      const described = new Tool({ name: 'say', description: 'Says "it"\nin two lines.', handler: () => '' });
      const [, user] = promptMessages({ messages: [{ role: 'user', content: 'Q' }], tools: text.toTools([add, described]) });
      assert.equal(user?.content.split('[[ ## tools ## ]]\n')[1]?.split('\n\n')[0], `${String(add)}\n${String(described)}`);
    });

    it("[A-01] [DSPY-73] the calls' form is in the system's message, the tools in the user's", () => {
      const tools = text.toTools([weather, population]);
      const messages = promptMessages({ messages: [{ role: 'user', content: 'Is it sunny in Paris?' }], tools });
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['system', 'user'],
      );
      assert.ok(messages[0]?.content.includes(ToolCalls.description()));
      for (const part of [
        'Is it sunny in Paris?',
        'get_weather',
        'get_population',
        '{"city":{"type":"string"}}',
        '{"country":{"type":"string"},"year":{"type":"integer"}}',
      ])
        assert.ok(messages[1]?.content.includes(part), part);
    });

    it('[A-13] [DSPY-81] history: calls in the text of the assistant without ids, results in a message of the user', () => {
      const calls = ToolCalls.from([{ id: 'call_1', name: 'get_weather', args: { city: 'Paris' } }]);
      const turn = text.replay(calls, ToolCallResults.fromCallsAndValues(calls, [{ sky: 'clear' }]), 'Let me look.');
      const messages = promptMessages({
        messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Q1' }, ...turn, { role: 'user', content: 'Q2' }],
        tools: text.toTools([weather]),
      });
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['system', 'user', 'assistant', 'user', 'user'],
      );
      const [system, , assistant, results, question] = messages.map(({ content }) => content);
      assert.match(system ?? '', /^Be brief\./);
      assert.match(assistant ?? '', /^Let me look\./);
      assert.doesNotMatch(assistant ?? '', /call_1/);
      assert.ok(assistant?.includes('{"tool_calls":[{"name":"get_weather","args":{"city":"Paris"}}]}'));
      assert.equal(
        results,
        '[[ ## tool_call_results ## ]]\n{"tool_call_results":[{"call_id":"call_1","name":"get_weather","value":{"sky":"clear"},"is_error":false}]}',
      );
      assert.match(question ?? '', /^Q2/);
      assert.match(question ?? '', /tool_calls must be a JSON object like \{/);
    });

    it('[A-14] results for the other forms', () => {
      const calls = ToolCalls.from([{ id: 'c', name: 'get_weather', args: {} }]);
      const said = (form: TextForm): string =>
        textBridge({ form }).toMessages(calls, ToolCallResults.fromCallsAndValues(calls, ['sunny']))[0]?.content ?? '';
      const json = '{"tool_call_results":[{"call_id":"c","name":"get_weather","value":"sunny","is_error":false}]}';
      assert.equal(said('json'), `[[ ## tool_call_results ## ]]\n${json}`);
      assert.equal(said('xml'), `<tool_call_results>\n${json}\n</tool_call_results>`);
    });

    it('[A-12] [DSPY-79] without results only the text is left', () => {
      assert.deepEqual(text.replay(ToolCalls.from(paris), [], 'Let me look.'), [{ role: 'assistant', content: 'Let me look.' }]);
    });

    it('[DPT-240] the choice is said in words; none leaves the tools out', () => {
      const last = (choice: Parameters<typeof text.toToolChoice>[0]): string => {
        const tools = text.toTools([weather, add]);
        const messages = promptMessages({
          messages: [{ role: 'user', content: 'Q' }],
          tools,
          choice: text.toToolChoice(choice, [weather, add]),
        });
        return messages.at(-1)?.content ?? '';
      };
      assert.match(last('any'), /Call at least one tool/);
      assert.match(last({ type: 'tool', name: 'add' }), /Call the tool `add`/);
      assert.match(last(['add']), /`add`/);
      assert.equal(last('none'), 'Q');
    });
  });

  describe('calls in replies', () => {
    const marked = '[[ ## tool_calls ## ]]\n';
    const replies: [string, string][] = [
      ['[A-17] a single call in single quotes', `${marked}{'name': 'get_weather', 'args': {'city': 'Paris'}}`],
      ['[A-17] [DSPY-63] a list without one of its braces', `${marked}[{'name': 'get_weather', 'args': {'city': 'Paris'}]`],
      ['[R-03] arguments at the top', `${marked}{"name": "get_weather", "arguments": {"city": "Paris"}}`],
      ['[R-03] arguments within the wrapper', `${marked}{"tool_calls": [{"name": "get_weather", "arguments": {"city": "Paris"}}]}`],
      [
        'a function of OpenAI',
        `${marked}[{"type": "function", "function": {"name": "get_weather", "arguments": "{\\"city\\": \\"Paris\\"}"}}]`,
      ],
      ['the whole reply', '{"tool_calls": [{"name": "get_weather", "args": {"city": "Paris"}}]}'],
      ['a list as the whole reply', '[{"name": "get_weather", "args": {"city": "Paris"}}]'],
      ['in a fence', 'Sure!\n```json\n{"tool_calls": [{"name": "get_weather", "args": {"city": "Paris"}}]}\n```'],
      [
        'a fence within the part',
        `${marked}\`\`\`json\n[{"name": "get_weather", "args": {"city": "Paris"}}]\n\`\`\`\n[[ ## completed ## ]]`,
      ],
      ['in the middle of words', 'I call {"name": "get_weather", "args": {"city": "Paris"}} now.'],
      ['tags', '<tool_calls>[{"name": "get_weather", "args": {"city": "Paris"}}]</tool_calls>'],
      ['a tag for each call', '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>'],
      ['a tag that is not closed', '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}'],
      ['words of Python, a comma too many', `${marked}[{'name': 'get_weather', 'args': {'city': 'Paris',},},]`],
      ['the last brackets missing, behind whole arguments', `${marked}{"tool_calls": [{"name": "get_weather", "args": {"city": "Paris"}`],
    ];
    for (const [title, reply] of replies) it(title, () => assert.deepEqual(parsed(reply), paris));

    it('several calls, one a line, are all read', () => {
      const one = '{"name": "get_weather", "args": {"city": "Paris"}}';
      for (const reply of [`${marked}${one}\n${one}`, `${one}\n${one}`, `<tool_call>${one}</tool_call><tool_call>${one}</tool_call>`])
        assert.equal(parsed(reply).length, 2, reply);
    });

    it('[A-16] text alone is text, and so is JSON that calls nothing', () => {
      for (const reply of [
        'It is sunny.',
        '{"answer": "sunny"}',
        'A person {"name": "Bob", "age": 3}.',
        '[[ ## answer ## ]]\nsunny',
        '[1, 2]',
        '',
      ])
        assert.deepEqual(parsed(reply), [], reply);
      assert.deepEqual(readCalls('[[ ## answer ## ]]\nsunny\n\n[[ ## tool_calls ## ]]\nNone').calls, []);
    });

    it('[A-19] [A-20] what stands beside the calls is kept', () => {
      const reply = `Thinking.\n[[ ## answer ## ]]\nsunny\n\n${marked}${JSON.stringify(paris)}\n\n[[ ## completed ## ]]`;
      const read = readCalls(reply);
      assert.deepEqual([read.text, read.fields, read.calls.length], ['Thinking.', { answer: 'sunny' }, 1]);
      const json = readCalls(`{"reasoning": "Look.", "tool_calls": ${JSON.stringify(paris)}}`);
      assert.deepEqual([json.fields, json.calls.length], [{ reasoning: 'Look.' }, 1]);
    });

    it('what says that it is a call and cannot be read is told to the model', async () => {
      for (const body of ['call get_weather please', '{"foo": 1}', '{"name": }', '{]']) assert.equal(parsed(marked + body).length, 1, body);
      const [call] = parsed(`${marked}{"name": "add", "city" "Paris"}`);
      assert.equal(call?.name, 'add');
    });

    it('a text that ends too early never runs with what is there', () => {
      const whole = JSON.stringify({ tool_calls: [paris[0], { name: 'add', args: { x: 12, y: 34 } }] });
      const closes = whole.indexOf('34}') + 3;
      for (let end = 1; end < whole.length; end += 1) {
        for (const start of [marked, '', '<tool_calls>', '```json\n'])
          for (const { name, args } of text.parseCalls(start + whole.slice(0, end)))
            if (typeof args === 'object') {
              if (name === 'get_weather') assert.deepEqual(args, { city: 'Paris' }, `cut at ${end}`);
              else if (name === 'add' && Object.keys(args).length > 0) assert.ok(end >= closes, `cut at ${end}: ${JSON.stringify(args)}`);
            }
      }
    });

    it('a call that was cut off is refused by the registry, at every place', async () => {
      const whole = `${marked}{"tool_calls": [{"name": "wipe", "args": {"path": "/tmp/a", "deep": {"x": [1, 2]}}}]}`;
      const end = whole.indexOf('}}}') + 2;
      let runs = 0;
      const wipe = new Tool({
        name: 'wipe',
        inputSchema: { type: 'object', properties: { path: { type: 'string' }, deep: { type: 'object' } } },
        handler: () => void (runs += 1),
      });
      for (let cut = marked.length; cut < end; cut += 1)
        await runTools({
          client: textDriver(async ({ messages }) => (messages.length > 2 ? 'Done.' : whole.slice(0, cut))),
          model: 'm',
          messages: [{ role: 'user', content: 'Go.' }],
          tools: [wipe],
        });
      assert.equal(runs, 0);
    });

    it('any calls, spelled as JSON with anything around, come back', () => {
      const call = fc.record({
        name: fc.stringMatching(/^[a-z_]{1,8}$/),
        args: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
      });
      fc.assert(
        fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), fc.constantFrom('', 'Well. ', 'So:\n'), (calls, before) => {
          const json = JSON.stringify({ tool_calls: calls });
          const expected = JSON.parse(JSON.stringify(calls)) as unknown;
          assert.deepEqual(JSON.parse(JSON.stringify(parsed(before + json))), expected);
          assert.deepEqual(JSON.parse(JSON.stringify(parsed(`${before}\n${marked}${json}\n\n[[ ## completed ## ]]`))), expected);
        }),
      );
    });

    it('no reply takes long or throws', () => {
      for (const piece of ['[', '{', '{"name": "', '[{"name": "a", "args": {', '<tool_call>', '[[ ## tool_calls ## ]]\n', '```json\n{"a":'])
        text.parseCalls(piece.repeat(20_000));
      const deep = '['.repeat(50_000) + ']'.repeat(50_000);
      for (const reply of [`{"tool_calls": [], "x": ${deep}}`, `[{"name": "a", "args": {}}, ${deep}]`, `${marked}${deep}`])
        text.parseCalls(reply);
      fc.assert(
        fc.property(
          fc.string({ unit: fc.constantFrom(...'{}[]"\':,a\\ \n`', 'name', 'args', 'tool_calls') }),
          (reply) => void text.parseCalls(reply),
        ),
      );
    });
  });

  describe('replies with calls of their own', () => {
    const native = [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city": "Paris",}' } }];

    it('[A-15] [A-18] [DSPY-62] native calls decide; text may be missing', () => {
      for (const content of [null, undefined, '']) {
        const { calls, fields } = readReply({ text: content, calls: native }, ['answer']);
        assert.deepEqual(
          Array.from(calls, ({ id, name, args }) => [id, name, args]),
          [['call_1', 'get_weather', { city: 'Paris' }]],
        );
        assert.deepEqual(fields, { answer: null });
      }
    });

    it('[A-19] unstructured text beside native calls is no error', () => {
      assert.equal(readReply({ text: 'Hm, [[ weird', calls: native }, ['answer']).calls.length, 1);
    });

    it('[A-16] without calls the parts are read', () => {
      const { calls, fields } = readReply({ text: '[[ ## answer ## ]]\nsunny' }, ['answer']);
      assert.deepEqual([calls.length, fields], [0, { answer: 'sunny' }]);
    });

    it('[A-23] nothing at all is an error', () => {
      for (const content of [null, '', '  '])
        assert.throws(
          () => readReply({ text: content }),
          (error) => error instanceof ToolError && error.message === 'The LM returned an empty or null response.',
        );
    });
  });

  describe('the choice between both ways', () => {
    const choose = (model: Parameters<typeof chooseBridge>[0]['model'], useNative?: boolean): string =>
      chooseBridge({ model, native: 'native', text: 'text', ...(useNative !== undefined && { useNative }) });

    it('[DSPY-50] [DSPY-51] native where it is wanted', () => {
      assert.deepEqual([choose('gpt-5.4'), choose('gpt-5.4', false)], ['native', 'text']);
    });

    it('[DSPY-53] models that are known to have no function calling get the prompt, others the native way', () => {
      const without =
        'gpt-3.5-turbo-instruct text-davinci-003 davinci-002 llama2 llama2:13b meta-llama/Llama-2-7b-chat-hf meta.llama2-13b-chat-v1';
      for (const model of `${without} llama-2-7b gemma gemma:2b gemma-2b google/gemma-2-9b-it gemma2:9b gemma-1.1-7b-it`.split(' '))
        assert.equal(choose(model), 'text', model);
      const others =
        'gpt-3.5-turbo gpt-4 llama3.2 llama-3-70b llama-20 gemma3 gemma-3-27b-it gemma4:4b gemma2-tools:9b llama-2-7b-function-calling';
      for (const model of `${others} functiongemma codegemma-3 nobody-knows`.split(' ')) assert.equal(choose(model), 'native', model);
    });

    it('[DSPY-53] only where the model can, even with the flag on', () => {
      const undo = extendModels([{ match: /^tiny/, supportsFunctionCalling: false }]);
      try {
        assert.deepEqual([choose('tiny-1', true), choose({ name: 'tiny-1' })], ['text', 'text']);
      } finally {
        undo();
      }
      assert.deepEqual([choose({ supportsFunctionCalling: false }), choose({ supportsFunctionCalling: () => true })], ['text', 'native']);
    });

    it('[A-03] [DSPY-57] stray fields of native calls are stripped', async () => {
      const request: Record<string, unknown> = { tools: [], tool_choice: 'auto', parallel_tool_calls: true, temperature: 0 };
      assert.deepEqual(withoutNativeFields(request), { temperature: 0 });
      let seen: object = {};
      const client = textDriver(async (given) => ((seen = given), 'Done.'));
      await runTools({ client, model: 'm', messages: [{ role: 'user', content: 'Go.' }], tools: [weather], request });
      assert.deepEqual(Object.keys(seen).sort(), ['messages', 'model', 'temperature']);
    });
  });

  describe('runTools', () => {
    const run = async (replies: string[], form: TextForm = 'chat', isStreaming = false) => {
      const seen: TextMessage[][] = [];
      const next = (messages: readonly TextMessage[]): string => {
        seen.push([...messages]);
        return replies[seen.length - 1] ?? 'Done.';
      };
      const client = textDriver(async ({ messages }) => next(messages), {
        form,
        async *stream({ messages }) {
          yield* Array.from(next(messages));
        },
      });
      const ran = await runTools({
        client,
        model: 'm',
        messages: [{ role: 'user', content: 'Go.' }],
        tools: [add, weather, population],
        stream: isStreaming,
      });
      return { ran, seen };
    };

    for (const isStreaming of [false, true])
      for (const form of ['chat', 'json', 'xml'] as const)
        it(`[DSPY-56] [R-04] two calls, a failure and an unknown tool: ${form}${isStreaming ? ', streaming' : ''}`, async () => {
          const calls = JSON.stringify({
            tool_calls: [
              { name: 'add', args: { x: '2', y: 3 } },
              { name: 'get_population', args: { country: 'France', year: 2020 } },
              { name: 'get_weather', args: {} },
              { name: 'nope', args: {} },
            ],
          });
          const reply = { chat: `Hm.\n[[ ## tool_calls ## ]]\n${calls}`, json: calls, xml: `<tool_calls>${calls}</tool_calls>` }[form];
          const { ran, seen } = await run([reply], form, isStreaming);
          assert.deepEqual([ran.outcome, ran.error, ran.text, ran.turns], ['done', undefined, 'Done.', 2]);
          assert.deepEqual(
            seen[1]?.map(({ role }) => role),
            ['system', 'user', 'assistant', 'user'],
          );
          assert.equal(seen[1][2]?.content, reply);
          const json = /\{"tool_call_results".*\}\]\}/.exec(seen[1][3]?.content ?? '')?.[0] ?? '{}';
          const { tool_call_results: results } = JSON.parse(json) as { tool_call_results: { value: unknown; is_error: boolean }[] };
          assert.deepEqual(
            results.map(({ is_error }) => is_error),
            [false, false, true, true],
          );
          assert.deepEqual([results[0]?.value, results[1]?.value], ['5', { count: 7 }]);
          assert.match(String(results[3]?.value), /Unknown tool|nope/);
        });
  });
});
