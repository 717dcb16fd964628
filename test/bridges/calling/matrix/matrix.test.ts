import assert from 'node:assert/strict';
import type { RunOptions } from '../../../../src/bridges/calling/loop/options.js';
import { ToolError } from '../../../../src/index.js';
import type { Json } from '../legal/schema.js';
import { bfclBatches, bfclSystems, hasData, serverTools } from '../support.js';
import { type Line, LoopbackProvider } from './server.js';
import type { Subject } from './subject.js';
import { subjects } from './subjects/index.js';
import { play } from './tools.js';

const lines = (subject: Subject, ...turns: [name: string, args: object | string][][]): Line[] => {
  let count = 0;
  return turns.map((calls) => ({ calls: calls.map(([name, args]) => ({ id: subject.id((count += 1) - 1), name, args })) }));
};

const last = (server: LoopbackProvider): Json => server.requests.at(-1) as Json;

/** Refused requests are outcomes of the run: say why. */
function assertDone({ outcome, error }: { outcome: string; error?: unknown }, server: LoopbackProvider): void {
  assert.deepEqual({ outcome, error, refusals: server.refusals }, { outcome: 'done', error: undefined, refusals: [] });
}

for (const subject of subjects)
  describe(`${subject.title} through its official client`, () => {
    const server = new LoopbackProvider();
    before(() => server.start());
    after(() => server.stop());
    const run = (script: Line[], options: Parameters<typeof play>[3] = {}) => play(server, subject, script, options);

    describe('declare', () => {
      it('[B27] names are legal, and lead back', async () => {
        const ran = await run(lines(subject, [['admin.tools.list', {}]]));
        assertDone(ran, server);
        assert.deepEqual(ran.seen, [{ name: 'list', args: {} }]);
        assert.deepEqual(
          ran.toolsUsed.map(({ name }) => name),
          ['admin.tools.list'],
        );
      });

      it('[B19] strict tools are what the provider calls strict', async () => {
        const ran = await run([], { names: ['search'], strict: true });
        assertDone(ran, server);
        const told = subject.tools(last(server)).map(({ name, strict }) => [name, strict === true]);
        assert.deepEqual(told, [['search', subject.strict]]);
      });

      it('a map is never closed to an empty object', async () => {
        const ran = await run([], { names: ['tag'], strict: true });
        assertDone(ran, server);
        const [tool] = subject.tools(last(server));
        const labels = (tool?.schema['properties'] as Record<string, Json> | undefined)?.['labels'];
        assert.ok(labels);
        assert.notEqual(labels['additionalProperties'], false);
        assert.notEqual(tool?.strict, true);
      });

      it('without tools the request has none, and no choice', async () => {
        const ran = await run([], { names: [], toolChoice: 'auto' });
        assertDone(ran, server);
        assert.equal('tools' in last(server), false);
        assert.equal('tool_choice' in last(server), false);
      });
    });

    describe('known servers, and the functions of BFCL', () => {
      if (!hasData) {
        it('skipped: there is no ../shared/data beside the repository', function skip() {
          this.skip();
        });
        return;
      }
      for (const strict of ['auto', true, false] as const)
        it(`[DPT-152] strict: ${String(strict)}: no tool of any dump is refused`, () => {
          for (const [name, tools] of [...serverTools(), ...bfclBatches(), ...bfclSystems()]) {
            const some = tools.slice(0, subject.bridge.limits.tools);
            const fields = subject.bridge.toRequestFields(some, { strict });
            const native = subject.bridge.toTools(some, { strict });
            const body = subject.body?.(native, fields) ?? { ...fields, tools: native };
            assert.equal(subject.tools(body).length, some.length);
            assert.deepEqual(subject.problems(body), [], name);
          }
        });
    });

    describe('choice', () => {
      const given = { auto: 'auto', none: 'none', any: 'any', tool: { type: 'tool', name: 'search' }, list: ['search', 'echo'] } as const;
      for (const [key, toolChoice] of Object.entries(given) as [keyof typeof given, RunOptions['toolChoice']][])
        it(`[DPT-240] ${JSON.stringify(toolChoice)}`, async () => {
          const expected = subject.choices[key];
          const asked = run([], { names: ['search', 'echo', 'list'], toolChoice, strict: false });
          if (expected === 'refused') {
            await assert.rejects(asked, (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION');
            return;
          }
          const ran = await asked;
          assertDone(ran, server);
          assert.deepEqual(subject.choice(last(server)), expected.wire);
          assert.equal(ran.warnings.length, expected.warned ? 1 : 0, ran.warnings.join('\n'));
        });

      it('[DPT-241] none given is auto', async () => {
        const ran = await run([], { names: ['search', 'echo', 'list'], strict: false });
        assertDone(ran, server);
        const { auto } = subject.choices;
        assert.deepEqual(subject.choice(last(server)), auto === 'refused' ? undefined : auto.wire);
      });

      it('one call at a time', async () => {
        const ran = await run([], { names: ['search', 'echo', 'list'], parallel: false, strict: false });
        assertDone(ran, server);
        assert.deepEqual(subject.choice(last(server)), subject.parallelOff.wire);
        assert.equal(ran.warnings.length, subject.parallelOff.warned ? 1 : 0, ran.warnings.join('\n'));
      });
    });

    for (const way of [{ stream: false }, { stream: true }, { stream: true, cut: 1 }, { stream: true, cut: 7 }])
      describe(`${way.stream ? 'streaming' : 'whole'}${way.cut === undefined ? '' : `, in pieces of ${way.cut} bytes`}`, () => {
        it('[DSPY-54] [DSPY-74] [R-05] call and result', async () => {
          const ran = await run(lines(subject, [['search', { query: 'Zürich ☂ "x"', limit: 3 }]]), way);
          assertDone(ran, server);
          assert.deepEqual(ran.seen, [{ name: 'search', args: { query: 'Zürich ☂ "x"', limit: 3 } }]);
          const [result] = subject.results(last(server));
          assert.equal(result?.text, 'found Zürich ☂ "x"');
          assert.equal(result?.isError, false);
          assert.equal(ran.text, 'Done.');
          assert.deepEqual([ran.turns, ran.toolsUsed.length], [2, 1]);
        });

        it('[B19] [DPT-154] null of an optional argument is none, and null that the schema has stays', async () => {
          const script = lines(subject, [['search', { query: 'x', limit: null, note: null }]]);
          const ran = await run(script, { ...way, names: ['search'], strict: true });
          assertDone(ran, server);
          assert.deepEqual(ran.seen, [{ name: 'search', args: { query: 'x', note: null } }]);
          assert.equal(ran.toolsUsed[0]?.result.repairs, undefined);
        });

        it('[R-06] parallel calls: each runs, and results are in order', async () => {
          const script = lines(subject, [
            ['search', { query: 'one' }],
            ['echo', { text: 'two' }],
            ['search', { query: 'three' }],
          ]);
          const ran = await run(script, way);
          assertDone(ran, server);
          const results = subject.results(last(server));
          assert.deepEqual(
            results.map(({ text }) => text),
            ['found one', '{"echoed":"two"}', 'found three'],
          );
          if (subject.id(0) !== undefined)
            assert.deepEqual(
              results.map(({ id }) => id),
              [0, 1, 2].map((number) => subject.id(number)),
            );
        });

        it('calls without arguments are not dropped', async () => {
          const ran = await run(
            lines(subject, [
              ['echo', {}],
              ['admin.tools.list', '{}'],
              ['echo', {}],
            ]),
            way,
          );
          assertDone(ran, server);
          assert.deepEqual(
            ran.seen.map(({ name }) => name),
            ['echo', 'list', 'echo'],
          );
        });

        it('[R-02] [R-04] a failure, an unknown tool and wrong arguments go to the model', async () => {
          const script = lines(subject, [
            ['fail', {}],
            ['nope', {}],
            ['search', { query: 1.5 }],
          ]);
          const ran = await run(script, way);
          assertDone(ran, server);
          const results = subject.results(last(server));
          assert.deepEqual(
            results.map(({ isError }) => isError),
            [true, true, true],
          );
          assert.match(results[0]?.text ?? '', /the disk is full/);
          assert.match(results[1]?.text ?? '', /nope/);
          assert.match(results[2]?.text ?? '', /query/);
        });

        it('[R-19] arguments that cannot be read: the model is told why and where, and nothing runs', async () => {
          const script = lines(subject, [['search', '{"query": "x" "limit": 2}']], [['search', '{"query": "x", "li']]);
          const ran = await run(script, way);
          assertDone(ran, server);
          assert.deepEqual(ran.seen, []);
          const told = subject.results(last(server));
          assert.deepEqual(
            told.map(({ isError }) => isError),
            [true, true],
          );
          // The mock makes an empty object of it where the API has objects.
          const words =
            typeof ran.toolsUsed[0]?.args === 'string' ? [/near character 15/, /truncated at 18 characters/] : [/query/, /query/];
          assert.equal(typeof ran.toolsUsed[0]?.args, subject.hasTextArguments ? 'string' : 'object');
          for (const [index, pattern] of words.entries()) assert.match(told[index]?.text ?? '', pattern);
        });

        it('images of results are images, or told of in words: never base64 as text', async () => {
          const script = lines(subject, [
            ['picture', {}],
            ['search', { query: 'x' }],
          ]);
          const ran = await run(script, way);
          assertDone(ran, server);
          const [picture, other] = subject.results(last(server));
          assert.match(picture?.text ?? '', /A dot:/);
          assert.doesNotMatch(picture?.text ?? '', /iVBORw0KGgo/);
          assert.equal(picture?.images, subject.takesImages ? 1 : 0);
          if (!subject.takesImages) assert.match(picture?.text ?? '', /image\/png/);
          assert.equal(other?.text, 'found x');
        });

        it('several turns, with text beside a call', async () => {
          const script = lines(
            subject,
            [['search', { query: 'a' }]],
            [
              ['search', { query: 'b' }],
              ['echo', { text: 'c' }],
            ],
          );
          const ran = await run([{ ...script[0], text: 'Let me see.' }, script[1] as Line], way);
          assertDone(ran, server);
          assert.deepEqual([ran.turns, server.requests.length, ran.toolsUsed.length], [3, 3, 3]);
          assert.ok(JSON.stringify(ran.messages).includes('Let me see.'));
        });

        it('what the answers took is summed', async () => {
          const ran = await run(lines(subject, [['echo', {}]]), way);
          assertDone(ran, server);
          assert.equal(typeof ran.usage.inputTokens, 'number');
          assert.equal(typeof ran.usage.outputTokens, 'number');
        });
      });

    it('the same conversation, streamed or not, is the same transcript', async () => {
      const script = () =>
        lines(subject, [
          ['search', { query: 'a' }],
          ['echo', { text: 'b' }],
        ]);
      const [whole, streamed] = [await run(script()), await run(script(), { stream: true, cut: 3 })];
      const told = ({ messages }: typeof whole): string[] => subject.results({ messages, input: messages }).map(({ text }) => text);
      assert.deepEqual(told(whole), told(streamed));
      assert.equal(whole.messages.length, streamed.messages.length);
    });

    it('a 400 of the provider is an outcome, not an exception', async () => {
      const ran = await play(server, { ...subject, problems: () => ['this is refused'] }, []);
      assert.equal(ran.outcome, 'error');
      assert.match(String(ran.error), /400|this is refused/);
    });
  });
