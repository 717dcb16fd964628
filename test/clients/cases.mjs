// What every client must be able to do with samples/everything. `needs` names what an adapter may lack.
import assert from 'node:assert/strict';

/** What the person and the model behind the client say. */
export const answers = {
  elicitation: { action: 'accept', content: { username: 'ann', email: 'ann@example.com' } },
  sampling: { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'none', stopReason: 'endTurn' },
};

export const cases = [
  {
    name: 'lists tools',
    run: async ({ tools }) => {
      const names = await tools();
      for (const one of ['test_simple_text', 'test_elicitation', 'json_schema_2020_12_tool']) assert.ok(names.includes(one), names.join());
    },
  },
  {
    name: 'calls a tool',
    run: async ({ call }) =>
      assert.deepEqual(await call('test_simple_text', {}), { text: 'This is a simple text response for testing.', isError: false }),
  },
  {
    name: 'calls a tool with arguments',
    run: async ({ call }) => assert.deepEqual(await call('test_sum', { first: 2, second: 0.5 }), { text: '{"sum":2.5}', isError: false }),
  },
  {
    name: 'calls a tool whose schema uses much of JSON Schema',
    unless: 'readsPlainSchemas',
    run: async ({ call }) =>
      assert.deepEqual(await call('json_schema_2020_12_tool', { name: 'Ann', email: 'a@b.example' }), {
        text: 'Called with {"name":"Ann","email":"a@b.example"}',
        isError: false,
      }),
  },
  {
    name: 'is told an error of a tool',
    run: async ({ call }) => {
      const { text, isError } = await call('test_error_handling', {});
      assert.equal(isError, true);
      assert.match(text, /intentionally returns an error/);
    },
  },
  {
    name: 'reads a resource',
    needs: 'resource',
    run: async ({ resource }) => assert.equal(await resource('test://static-text'), 'This is the content of the static text resource.'),
  },
  {
    name: 'reads a resource of a template',
    needs: 'resource',
    run: async ({ resource }) =>
      assert.deepEqual(JSON.parse(await resource('test://template/7/data')), { id: '7', templateTest: true, data: 'Data for ID: 7' }),
  },
  {
    name: 'gets a prompt',
    needs: 'prompt',
    run: async ({ prompt }) =>
      assert.equal(await prompt('test_prompt_with_arguments', { arg1: 'a', arg2: 'b' }), "Prompt with arguments: arg1='a', arg2='b'"),
  },
  {
    name: 'completes an argument',
    needs: 'complete',
    run: async ({ complete }) =>
      assert.deepEqual(await complete({ type: 'ref/prompt', name: 'test_prompt_with_arguments' }, { name: 'arg1', value: 'par' }), [
        'paris',
        'park',
        'party',
      ]),
  },
  {
    name: 'asks its person',
    needs: 'asksPeople',
    run: async ({ call }) => {
      const { text, isError } = await call('test_elicitation', { message: 'Who are you?' });
      assert.deepEqual([text, isError], ['User response: action=accept, content={"username":"ann","email":"ann@example.com"}', false]);
    },
  },
  {
    name: 'asks its model',
    needs: 'asksModels',
    run: async ({ call }) => assert.equal((await call('test_sampling', { prompt: 'Capital of France?' })).text, 'LLM response: Paris'),
  },
];
