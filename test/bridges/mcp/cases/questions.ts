/** Questions to the client: elicitation, sampling, roots. */
import assert from 'node:assert/strict';
import type { JsonSchema, ToolContext } from '../../../../src/index.js';
import { until } from '../support.js';
import { object, Prompt, Resource, Tool, toolsOf } from './build.js';
import type { Case } from './case.js';
import type { RawClient } from './raw-client.js';
import type { Json } from './way.js';

const nameForm: JsonSchema = object({ name: { type: 'string' } });
const form = { elicitation: { form: {} } };

const call = (client: RawClient, name: string) => client.request('tools/call', { name });
const textOf = ({ content }: Json) => (content as { text: string }[])[0]?.text;

async function nameOf(context: ToolContext, message = 'Your name?'): Promise<string> {
  const { action, content } = await context.elicit({ message, requestedSchema: nameForm });
  return action === 'accept' ? (content['name'] as string) : action;
}

/** Answers with what each message asks for. */
const echoing = (method: string, params: Json): Json => {
  if (method === 'roots/list') return { roots: [{ uri: 'file:///home', name: 'home' }] };
  if (method === 'sampling/createMessage')
    return {
      role: 'assistant',
      content: { type: 'text', text: `sampled ${String(params['maxTokens'])}` },
      model: 'm',
      stopReason: 'endTurn',
    };
  return params['mode'] === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: `<${String(params['message'])}>` } };
};

const question = { messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'hi' } }], maxTokens: 7 };
const aTool = new Tool({ name: 'helper', inputSchema: object(), handler: () => 1 });

const answered: Case[] = [
  {
    title: 'elicit: accepted, declined, cancelled',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context) }),
    client: { capabilities: form, answer: echoing },
    needs: ['questions'],
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), '<Your name?>');
    },
  },
  {
    title: 'elicit: what was declined is told as such',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context) }),
    client: { capabilities: form, answer: () => ({ action: 'decline' }) },
    needs: ['questions'],
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), 'decline');
    },
  },
  {
    title: 'elicit: a bare `elicitation: {}` is the capability for forms',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context) }),
    client: { capabilities: { elicitation: {} }, answer: echoing },
    needs: ['questions'],
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), '<Your name?>');
    },
  },
  {
    title: 'elicit: an answer that does not fit the form is an error',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context) }),
    client: { capabilities: form, answer: () => ({ action: 'accept', content: { name: 5 } }) },
    needs: ['questions'],
    async run(client) {
      const result = await call(client, 'ask');
      assert.equal(result['isError'], true);
      assert.match(JSON.stringify(result), /name/);
    },
  },
  {
    title: 'elicit by URL, and the page is told to be done when the call succeeds',
    registry: () =>
      toolsOf({ open: async (_args, context) => (await context.elicit({ message: 'Sign in', url: 'https://example.com/in' })).action }),
    client: { capabilities: { elicitation: { url: {} } }, answer: echoing },
    needs: ['questions'],
    varies: true,
    async run(client) {
      assert.equal(textOf(await call(client, 'open')), 'accept');
      if (client.era === 'modern') return;
      await until(() => client.notices.length > 0);
      assert.deepEqual(
        client.notices.map(({ method, params }) => [method, typeof params['elicitationId']]),
        [['notifications/elicitation/complete', 'string']],
      );
    },
  },
  {
    title: 'several questions in turn: the method gets every answer in its place',
    registry: () => toolsOf({ ask: async (_args, context) => [await nameOf(context, 'first'), await nameOf(context, 'second')].join() }),
    client: { capabilities: form, answer: echoing },
    needs: ['questions'],
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), '<first>,<second>');
    },
  },
  {
    title: 'questions of all kinds at once',
    registry: () =>
      toolsOf({
        ask: async (_args, context) => {
          const [name, { content }, roots] = await Promise.all([nameOf(context), context.sample(question), context.roots()]);
          return [name, (content as { text: string }).text, roots[0]?.uri].join();
        },
      }),
    client: { capabilities: { ...form, sampling: {}, roots: {} }, answer: echoing },
    needs: ['questions'],
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), '<Your name?>,sampled 7,file:///home');
    },
  },
  {
    title: 'sample with tools',
    registry: () =>
      toolsOf({
        ask: async (_args, { sample }) => (await sample({ ...question, tools: [aTool], toolChoice: { mode: 'required' } })).stopReason,
      }),
    client: {
      capabilities: { sampling: { tools: {} } },
      answer: (_method, { tools }) => ({
        role: 'assistant',
        content: [{ type: 'tool_use', id: '1', name: (tools as { name: string }[])[0]?.name, input: {} }],
        model: 'm',
        stopReason: 'toolUse',
      }),
    },
    needs: ['questions'],
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), 'toolUse');
    },
  },
  {
    title: 'resources and prompts may ask too',
    registry: () =>
      toolsOf({}).register([
        new Resource({ uri: 'test://asks', name: 'asks', read: (_variables, context) => nameOf(context) }),
        new Prompt({ name: 'asks', render: (_args, context) => nameOf(context) }),
      ]),
    client: { capabilities: form, answer: echoing },
    needs: ['questions'],
    async run(client) {
      assert.deepEqual(await client.request('resources/read', { uri: 'test://asks' }), {
        contents: [{ uri: 'test://asks', text: '<Your name?>' }],
      });
      const { messages } = await client.request('prompts/get', { name: 'asks' });
      assert.deepEqual(messages, [{ role: 'user', content: { type: 'text', text: '<Your name?>' } }]);
    },
  },
];

/** A call that cannot do without what the client lacks. */
async function lacks(client: RawClient, name: string, required: Json, told: RegExp): Promise<void> {
  if (client.era === 'modern') {
    const check = (error: { code: number; message: string; data: unknown }) => {
      assert.equal(error.code, -32021);
      assert.deepEqual(error.data, { requiredCapabilities: required });
      assert.match(error.message, told);
      return true;
    };
    await assert.rejects(call(client, name), check);
    return;
  }
  const result = await call(client, name);
  assert.equal(result['isError'], true);
  assert.match(JSON.stringify(result), told);
}

const refused: Case[] = [
  {
    title: 'a client without the capability gets a clear error, which names it',
    registry: () =>
      toolsOf({
        ask: (_args, context) => nameOf(context),
        open: (_args, { elicit }) => elicit({ message: 'Sign in', url: 'https://example.com/in' }),
        sample: (_args, { sample }) => sample(question),
        roots: (_args, { roots }) => roots(),
      }),
    // Where nothing can be asked of anybody it is the server that lacks something: http.test.ts.
    needs: ['questions'],
    async run(client) {
      await lacks(client, 'ask', { elicitation: { form: {} } }, /does not support elicitation.*'elicitation\.form'/);
      await lacks(client, 'open', { elicitation: { url: {} } }, /'elicitation\.url'/);
      await lacks(client, 'sample', { sampling: {} }, /'sampling'/);
      await lacks(client, 'roots', { roots: {} }, /'roots'/);
    },
  },
  {
    title: 'one that has a part of the capability only, too',
    registry: () =>
      toolsOf({
        ask: (_args, context) => nameOf(context),
        sample: (_args, { sample }) => sample({ ...question, tools: [aTool] }),
      }),
    client: { capabilities: { elicitation: { url: {} }, sampling: {} }, answer: echoing },
    needs: ['questions'],
    async run(client) {
      await lacks(client, 'ask', { elicitation: { form: {} } }, /'elicitation\.form'/);
      await lacks(client, 'sample', { sampling: { tools: {} } }, /'sampling\.tools'/);
    },
  },
  {
    title: 'a method that catches the error goes on without',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context).catch(() => 'nobody') }),
    async run(client) {
      assert.equal(textOf(await call(client, 'ask')), 'nobody');
    },
  },
  {
    title: 'what the client says instead of an answer reaches the model',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context) }),
    client: {
      capabilities: form,
      answer: () => {
        throw Object.assign(new Error('the person is away'), { code: -1 });
      },
    },
    era: 'legacy',
    needs: ['questions'],
    async run(client) {
      const result = await call(client, 'ask');
      assert.equal(result['isError'], true);
      assert.match(JSON.stringify(result), /the person is away/);
    },
  },
  {
    title: 'a client that does not answer in time',
    registry: () => toolsOf({ ask: (_args, context) => nameOf(context) }),
    client: { capabilities: form, answer: () => new Promise(() => undefined) },
    options: { answerTimeout: 30 },
    era: 'legacy',
    needs: ['questions'],
    async run(client) {
      const result = await call(client, 'ask');
      assert.equal(result['isError'], true);
      assert.match(JSON.stringify(result), /did not answer elicitation\/create in time/);
    },
  },
  {
    title: 'a completion cannot ask',
    registry: () =>
      toolsOf({}).register(
        new Prompt({
          name: 'p',
          arguments: [{ name: 'a' }],
          render: () => 'x',
          complete: {
            a: async (_value, _others, context) => [await nameOf(context).catch(({ message }) => String(message))],
          },
        }),
      ),
    client: { capabilities: form, answer: echoing },
    async run(client) {
      const { completion } = await client.request('completion/complete', {
        ref: { type: 'ref/prompt', name: 'p' },
        argument: { name: 'a', value: '' },
      });
      assert.deepEqual((completion as Json)['values'], ['A completion cannot ask questions.']);
    },
  },
];

export const questionCases: readonly Case[] = [...answered, ...refused];
