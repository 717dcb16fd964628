/** Repair along the schema: a table of mistakes, what is told of them, and what no value may do to it. */
import assert from 'node:assert/strict';
import type { ContractSchema, JsonSchema } from '../../../src/types.js';
import { absent, cases, refused } from './cases.js';
import { frozen, objectOf, take, Taker } from './support.js';

const oneArgument = (schema: ContractSchema, isRequired: boolean): JsonSchema => objectOf({ it: schema }, isRequired ? ['it'] : []);

describe('repair', () => {
  for (const { what, schema, sent, gets, kinds = [], isRequired = false } of cases)
    it(`${what}: ${JSON.stringify(sent)?.slice(0, 60)}`, () => {
      const whole = oneArgument(schema, isRequired);
      const outcome = take(whole, frozen({ it: sent }));
      if (gets === refused) {
        assert.ok(outcome.issues, 'the call is refused');
        assert.deepEqual(outcome.issues, take(whole, { it: sent }, false).issues, 'the refusal is of the original');
        return;
      }
      if (outcome.issues) assert.fail(`refused: ${JSON.stringify(outcome.issues)}`);
      assert.deepStrictEqual(outcome.value, gets === absent ? {} : { it: gets });
      assert.deepEqual(
        outcome.repairs.map(({ kind }) => kind),
        kinds,
      );
      const isStrict = take(whole, { it: sent }, false).issues === undefined;
      assert.equal(isStrict, kinds.length === 0, 'with repair off, only what fits is taken');
    });

  it('follows references, recursive ones too', () => {
    const tree: JsonSchema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      $defs: {
        Node: { type: 'object', properties: { size: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } } },
      },
    };
    const outcome = take(tree, { root: { size: '1', children: [{ size: 2, children: { size: '3' } }] } });
    assert.ok(!outcome.issues);
    assert.deepEqual(outcome.value, { root: { size: 1, children: [{ size: 2, children: [{ size: 3 }] }] } });
    assert.deepEqual(
      outcome.repairs.map(({ path, kind }) => `${path.join('/')} ${kind}`),
      ['root/size number', 'root/children/0/children wrap', 'root/children/0/children/0/size number'],
    );
  });

  it("follows draft-07's definitions, references to the root, and references by shape", () => {
    const schema: JsonSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: { $ref: '#/definitions/Count' }, b: { $ref: '#/properties/a' }, inner: { $ref: '#' } },
      definitions: { Count: { type: 'integer' } },
    };
    const outcome = take(schema, { a: '1', b: '2', inner: { a: '3' } });
    assert.ok(!outcome.issues);
    assert.deepEqual(outcome.value, { a: 1, b: 2, inner: { a: 3 } });
  });

  it('ends at references that lead back to themselves', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'integer' }] } },
      $defs: { A: { anyOf: [{ $ref: '#/$defs/B' }, { $ref: '#/$defs/B' }] }, B: { allOf: [{ type: 'boolean' }] } },
    };
    const outcome = take(schema, { a: 'true' });
    assert.ok(!outcome.issues);
    assert.deepEqual(outcome.value, { a: true });
  });

  it('[B18] shares what it leaves alone, and never touches what it got', () => {
    const { repair } = new Taker(objectOf({ n: { type: 'integer' }, list: { type: 'array', items: { type: 'string' } } }));
    const given = frozen({ n: '1', list: ['a'] });
    const { value } = repair(given);
    assert.deepEqual(value, { n: 1, list: ['a'] });
    assert.equal((value as { list: unknown }).list, given.list);
    const untouched = frozen({ list: ['a'] });
    assert.equal(repair(untouched).value, untouched);
  });

  it('[B17] keeps a prototype key an own key, which the check then refuses', () => {
    const { repair } = new Taker({ type: 'object', properties: { n: { type: 'integer' } } });
    const value = repair(JSON.parse('{"__proto__":{"admin":true},"n":"1"}')).value as Record<string, unknown>;
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.ok(Object.hasOwn(value, '__proto__'));
    assert.equal(value['admin'], undefined);
    assert.equal(value['n'], 1);
  });

  describe('what is told', () => {
    it('scalars as they are, long text cut, objects and arrays in a few words', () => {
      const schema = objectOf({
        n: { type: 'integer' },
        list: { type: 'array', items: { type: 'string' } },
        point: { type: 'object' },
        gone: { type: 'boolean' },
      });
      const long = 'x'.repeat(1000);
      const { repairs } = new Taker(schema).repair({ n: '10', list: long, point: '{"a":1,"b":2}', gone: null });
      assert.deepEqual(repairs, [
        { path: ['n'], kind: 'number', before: '10', after: 10 },
        { path: ['list'], kind: 'wrap', before: `${'x'.repeat(199)}…`, after: 'array of 1' },
        { path: ['point'], kind: 'json', before: '{"a":1,"b":2}', after: 'object of 2' },
        { path: ['gone'], kind: 'null-dropped', before: null, after: undefined },
      ]);
    });

    it('nothing of a secret, wherever the mark stands', () => {
      const pin: ContractSchema = { type: 'integer', 'x-secret': true };
      const login = objectOf({ pin, name: { type: 'string' } });
      const schema: ContractSchema = {
        ...objectOf({
          pin,
          gone: { type: 'string', 'x-secret': true },
          joined: { allOf: [{ 'x-secret': true }, { type: 'integer' }] },
          union: { anyOf: [{ type: 'null' }, pin] },
          referred: { $ref: '#/$defs/Pin' },
          login,
          logins: { type: 'array', items: login },
          whole: { type: 'object', 'x-secret': true, properties: { a: { type: 'integer' } } },
        }),
        $defs: { Pin: pin },
      };
      const { repairs } = new Taker(schema).repair({
        pin: '1234',
        gone: null,
        joined: '1234',
        union: '1234',
        referred: '1234',
        login: '{"pin":"1234"}',
        logins: { pin: '1234' },
        whole: { a: '1234' },
      });
      assert.equal(repairs.length, 10);
      assert.ok(!JSON.stringify(repairs).includes('1234'));
      for (const { before, after } of repairs) assert.deepEqual([before, after], ['(secret)', '(secret)']);
    });
  });

  describe('ends soon', function () {
    // No clock is read: what is not linear runs into this, by far.
    this.timeout(30_000);

    const union = (levels: number): JsonSchema =>
      levels === 0
        ? { type: 'integer' }
        : { anyOf: [objectOf({ a: union(levels - 1) }, ['a']), objectOf({ a: union(levels - 1), b: { type: 'boolean' } }, ['a'])] };

    it('for a value as deep as is allowed, under a recursive union without tags', () => {
      const schema: JsonSchema = {
        type: 'object',
        properties: { it: { $ref: '#/$defs/N' } },
        $defs: {
          N: {
            anyOf: [
              objectOf({ next: { $ref: '#/$defs/N' } }, ['next']),
              objectOf({ next: { $ref: '#/$defs/N' }, size: { type: 'integer' } }, ['next', 'size']),
              { type: 'integer' },
            ],
          },
        },
      };
      const nested = (leaf: unknown): unknown => {
        let value = leaf;
        for (let level = 0; level < 60; level += 1) value = level % 2 === 0 ? { next: value } : { next: value, size: '1' };
        return { it: value };
      };
      const taker = new Taker(schema);
      const outcome = taker.repair(nested('1'));
      assert.equal(outcome.repairs.length, 31);
      assert.ok(taker.checks < 1000, `${taker.checks} checks`);
      assert.equal(taker.repair(nested('x')).repairs.length, 0);
      assert.ok(taker.checks < 1000, `${taker.checks} checks`);
    });

    it('for unions inside unions', () => {
      let value: unknown = 'x';
      for (let level = 0; level < 6; level += 1) value = { a: value };
      const taker = new Taker(objectOf({ it: union(6) }));
      assert.ok(taker.take({ it: value }).issues);
      assert.ok(taker.checks < 500, `${taker.checks} checks`);
    });

    it('for a hundred thousand values to mend', () => {
      const taker = new Taker(objectOf({ it: { type: 'array', items: { type: 'integer' } } }));
      const many = Array.from({ length: 99_000 }, (_, index) => String(index));
      const outcome = taker.take({ it: many });
      assert.ok(!outcome.issues);
      assert.equal(outcome.repairs.length, 100);
      assert.deepEqual(outcome.value, { it: many.map(Number) });
      assert.equal(taker.checks, 0, 'a scalar needs no check');
    });

    it('for many values that fit no branch', () => {
      const branches = Array.from({ length: 10 }, (_, index) => objectOf({ [`k${index}`]: { type: 'integer' } }, [`k${index}`]));
      const taker = new Taker(objectOf({ it: { type: 'array', items: { anyOf: branches } } }));
      const many = Array.from({ length: 30_000 }, () => ({ x: 'y' }));
      assert.ok(taker.take({ it: many }).issues);
      assert.ok(taker.checks <= 50_000, `${taker.checks} checks`);
    });

    it('for JSON text inside JSON text, under a union', () => {
      const branch = (key: string): JsonSchema => objectOf({ [key]: { $ref: '#/$defs/N' } }, [key]);
      const schema: JsonSchema = {
        type: 'object',
        properties: { it: { $ref: '#/$defs/N' } },
        $defs: { N: { anyOf: [branch('a'), { ...branch('a'), title: 'again' }, branch('b'), { type: 'integer' }] } },
      };
      let text = '1';
      for (let level = 0; level < 15; level += 1) text = JSON.stringify({ a: text });
      const taker = new Taker(schema);
      assert.ok(!taker.take({ it: text }).issues, 'fifteen levels are mended');
      assert.ok(taker.checks < 1000, `${taker.checks} checks`);
    });

    it('for a quarter of a million values in a text: more than a call may hold', () => {
      const taker = new Taker(objectOf({ it: { type: 'array', items: { type: 'integer' } } }));
      assert.ok(taker.take({ it: `[${'"1",'.repeat(250_000)}"1"]` }).issues);
      assert.ok(!taker.take({ it: `[${'"1",'.repeat(90_000)}"1"]` }).issues);
      const texts = objectOf({ it: { type: 'array', items: { type: 'object' } } });
      assert.ok(take(texts, { it: Array.from({ length: 60_000 }, (_, index) => `{"a":${index}}`) }).issues);
    });

    it('for brackets behind an apostrophe that is none', () => {
      const text = `[/*'*/${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
      assert.ok(take(objectOf({ it: { type: 'array' } }), { it: text }).issues);
      assert.ok(take({ type: 'object' }, `{"a":${text}}`).issues);
      assert.ok(take({ type: 'object' }, `{"a":[12345678901234567890,${text}]}`).issues);
    });

    it('for brackets without end in a text', () => {
      const taker = new Taker(objectOf({ it: { type: 'array' } }));
      assert.ok(taker.take({ it: '['.repeat(500_000) }).issues);
      assert.ok(taker.take({ it: `${'['.repeat(250_000)}${']'.repeat(250_000)}` }).issues);
    });
  });
});
