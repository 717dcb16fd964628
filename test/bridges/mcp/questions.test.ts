/** The rounds of the modern era: what is asked again, what is refused, how often a method runs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ToolContext } from '../../../src/index.js';
import { RequestState, type Subject } from '../../../src/bridges/mcp/questions/request-state.js';
import type { McpServerOptions } from '../../../src/bridges/mcp/options.js';
import { object, Tool, ToolRegistry } from './cases/build.js';
import { connect, type Json } from './cases/index.js';
import type { RawClient } from './cases/raw-client.js';
import { localWays } from './cases/ways.js';

const modern = localWays.find(({ era }) => era === 'modern')!;
const nameForm = object({ name: { type: 'string' } });
const capabilities = { elicitation: { form: {} } };
const accepted = (name: string): Json => ({ action: 'accept', content: { name } });

interface Seen {
  runs: number;
  signals: AbortSignal[];
  catches: number;
}

async function ask(context: ToolContext, message: string, key?: string): Promise<string> {
  const { action, content } = await context.elicit({ message, requestedSchema: nameForm, ...(key && { key }) });
  return action === 'accept' ? (content['name'] as string) : action;
}

function registryOf(seen: Seen): ToolRegistry {
  const input = object({ n: { type: 'number' }, m: { type: 'number' } }, []);
  const tool = (name: string, handler: (context: ToolContext) => Promise<unknown>): Tool =>
    new Tool({
      name,
      inputSchema: input,
      handler: (_args, context) => {
        seen.runs += 1;
        seen.signals.push(context.signal);
        return handler(context);
      },
    });
  return new ToolRegistry().register([
    tool('two', async (context) => `${await ask(context, 'first')}+${await ask(context, 'second')}`),
    tool('other', (context) => ask(context, 'first')),
    tool('keyed', async (context) =>
      (await Promise.all([ask(context, 'a', 'person'), ask(context, 'b', 'person'), ask(context, 'c')])).join(),
    ),
    tool('careful', async (context) => {
      try {
        return await ask(context, 'first');
      } catch {
        seen.catches += 1;
        return 'caught';
      }
    }),
    tool('fickle', (context) => ask(context, `run ${seen.runs}`)),
  ]);
}

interface Asked {
  inputRequests: Record<string, { method: string; params: Json }>;
  requestState: string;
}

describe('mcp questions of the modern era', () => {
  let seen: Seen;
  let client: RawClient;
  const open = (options: McpServerOptions = {}) => connect(modern, registryOf(seen), options, { capabilities });
  const call = async (name: string, more: Json = {}, by = client): Promise<Json & Asked> =>
    (await by.send('tools/call', { name, arguments: {}, ...more }).answer) as Json & Asked;
  const textOf = ({ content }: Json) => (content as { text: string }[])[0]?.text;
  const isInvalidState = { code: -32602, message: /invalid or expired requestState/, data: { reason: 'invalid_request_state' } };

  beforeEach(async () => {
    seen = { runs: 0, signals: [], catches: 0 };
    client = await open();
  });
  afterEach(() => client.close());

  it('ends the run with a question, and runs again from the start with the answers', async () => {
    const first = await call('two');
    assert.equal(first['resultType'], 'input_required');
    assert.deepEqual(Object.values(first.inputRequests), [
      {
        method: 'elicitation/create',
        params: { message: 'first', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      },
    ]);
    const answers = (asked: Asked, name: string) => ({ inputResponses: { [Object.keys(asked.inputRequests)[0]!]: accepted(name) } });
    const second = await call('two', { ...answers(first, 'A'), requestState: first.requestState });
    assert.deepEqual(Object.values(second.inputRequests)[0]?.params['message'], 'second');
    const last = await call('two', { ...answers(second, 'B'), requestState: second.requestState });
    assert.equal(last['resultType'], 'complete');
    assert.equal(textOf(last), 'A+B');
    assert.equal(seen.runs, 3);
    assert.deepEqual(
      seen.signals.map(({ aborted }) => aborted),
      [true, true, false],
    );
  });

  it('a run that has ended goes nowhere from there: its catch does not run', async () => {
    await call('careful');
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(seen.catches, 0);
  });

  it("names questions by the author's keys, each one once", async () => {
    const asked = await call('keyed');
    assert.deepEqual(Object.keys(asked.inputRequests), ['person', 'question-2', 'question-3']);
    const inputResponses = { person: accepted('A'), 'question-3': accepted('C'), 'question-2': accepted('B') };
    assert.equal(textOf(await call('keyed', { inputResponses, requestState: asked.requestState })), 'A,B,C');
  });

  it('asks again for what is missing, wrapped in a message, or under another name', async () => {
    const asked = await call('keyed');
    const wrapped = { method: 'elicitation/create', result: accepted('B') };
    const inputResponses = { person: accepted('A'), 'question-2': wrapped, other: accepted('C') };
    const again = await call('keyed', { inputResponses, requestState: asked.requestState });
    assert.deepEqual(Object.keys(again.inputRequests), ['person', 'question-3']);
    const rest = { person: accepted('B'), 'question-3': accepted('C'), 'question-2': accepted('never') };
    assert.equal(textOf(await call('keyed', { inputResponses: rest, requestState: again.requestState })), 'A,B,C');
  });

  it('asks anew when answers come without a state', async () => {
    const again = await call('other', { inputResponses: { 'question-1': accepted('A') } });
    assert.equal(again['resultType'], 'input_required');
  });

  it('gives no answer to a question that was not asked', async () => {
    const asked = await call('fickle');
    const again = await call('fickle', { inputResponses: { 'question-1': accepted('A') }, requestState: asked.requestState });
    assert.equal(again.inputRequests['question-1']?.params['message'], 'run 2');
  });

  it('refuses an answer that is none', async () => {
    const { requestState } = await call('other');
    const none = call('other', { inputResponses: { 'question-1': { yes: true } }, requestState });
    await assert.rejects(none, { code: -32602, message: /inputResponses\['question-1'\]/ });
  });

  it('refuses a state that was changed, made up, cut, or is no text', async () => {
    const { requestState } = await call('other');
    const [body = '', signature = ''] = requestState.split('.');
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as Json;
    const changed = Buffer.from(JSON.stringify({ ...payload, e: 9e15 })).toString('base64url');
    for (const state of [`${changed}.${signature}`, body, `${body}.`, `.${signature}`, '', 'x', `${requestState}AA`, 5, null, {}])
      await assert.rejects(call('other', { requestState: state }), isInvalidState, JSON.stringify(state));
    assert.equal(seen.runs, 1);
  });

  it('refuses the state of other arguments, another tool, another server; the order of arguments does not matter', async () => {
    const { requestState } = await call('other', { arguments: { n: 1, m: 2 } });
    const retry = { requestState, inputResponses: { 'question-1': accepted('A') } };
    await assert.rejects(call('other', { ...retry, arguments: { n: 2, m: 2 } }), isInvalidState);
    await assert.rejects(call('two', { ...retry, arguments: { n: 1, m: 2 } }), isInvalidState);
    const elsewhere = await open();
    await assert.rejects(call('other', { ...retry, arguments: { n: 1, m: 2 } }, elsewhere), isInvalidState);
    await elsewhere.close();
    assert.equal(textOf(await call('other', { ...retry, arguments: { m: 2, n: 1 } })), 'A');
  });

  it('processes with one key read the states of each other', async () => {
    const [one, two] = await Promise.all([open({ requestStateKey: 'k'.repeat(32) }), open({ requestStateKey: 'k'.repeat(32) })]);
    const { requestState } = await call('other', {}, one);
    assert.equal(textOf(await call('other', { requestState, inputResponses: { 'question-1': accepted('A') } }, two)), 'A');
    await Promise.all([one.close(), two.close()]);
  });

  it('refuses a state that has expired', async () => {
    const brief = await open({ answerTimeout: 10 });
    const { requestState } = await call('other', {}, brief);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await assert.rejects(call('other', { requestState }, brief), isInvalidState);
    await brief.close();
  });

  it('every other caller, tool or argument has no use of a state, and no changed letter passes', () => {
    const state = new RequestState(undefined, 60_000);
    const subject: Subject = { method: 'tools/call', name: 'a', args: { n: 1 }, caller: 'me' };
    const text = state.write(subject, { answered: new Map([[0, { hash: 'h', answer: accepted('A') }]]), open: new Map() });
    assert.deepEqual(state.read(text, subject).answered.get(0)?.answer, accepted('A'));
    for (const other of [{ method: 'prompts/get' }, { name: 'b' }, { args: { n: 2 } }, { args: {} }, { caller: 'you' }])
      assert.throws(() => state.read(text, { ...subject, ...other }), { code: -32602 });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'ABCabc019-_.'), (index, letter) => {
        fc.pre(text[index] !== letter);
        const changed = text.slice(0, index) + letter + text.slice(index + 1);
        // The last letter of base64 has bits that mean nothing.
        if (
          Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(Buffer.from(text.split('.')[1] ?? '', 'base64url')) &&
          index > text.indexOf('.')
        )
          return;
        assert.throws(() => state.read(changed, subject), { code: -32602 });
      }),
    );
  });
});
