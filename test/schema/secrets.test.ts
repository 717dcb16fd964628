/** Where secrets are looked for, and where references lead. */
import assert from 'node:assert/strict';
import { localTarget } from '../../src/schema/references.js';
import { secretHolders, secretsOf } from '../../src/schema/secrets.js';
import type { JsonSchema } from '../../src/types.js';

const secret: JsonSchema = { type: 'string', 'x-secret': true };
const withPin: JsonSchema = { properties: { pin: secret } };

describe('secrets', () => {
  const holders: [name: string, schema: JsonSchema, path: (string | number)[]][] = [
    ['properties', withPin, ['pin']],
    ['if', { if: withPin }, ['pin']],
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    ['then', { if: true, then: withPin }, ['pin']],
    ['else', { if: true, else: withPin }, ['pin']],
    ['not', { not: withPin }, ['pin']],
    ['dependentSchemas', { dependentSchemas: { a: withPin } }, ['pin']],
    ['dependencies', { dependencies: { a: withPin, b: ['c'] } }, ['pin']],
    ['unevaluatedProperties', { unevaluatedProperties: secret }, ['pin']],
    ['additionalProperties', { additionalProperties: secret }, ['pin']],
    ['patternProperties', { patternProperties: { '^p': secret } }, ['pin']],
    ['propertyNames', { propertyNames: secret }, ['pin']],
    ['unevaluatedItems', { unevaluatedItems: secret }, [1]],
    ['additionalItems', { items: [{}], additionalItems: secret } as unknown as JsonSchema, [1]],
    ['items of draft-07', { items: [{}, secret] } as unknown as JsonSchema, [1]],
    ['items, by text', { items: secret }, ['1']],
    ['prefixItems', { prefixItems: [{}, secret] }, [1]],
    ['contains', { contains: secret }, [1]],
    ['a map, by number', { additionalProperties: withPin }, [5, 'pin']],
    ['a property, by number', { properties: { 5: secret } }, [5]],
    ['an anchor', { $ref: '#it', $defs: { it: { $anchor: 'it', ...withPin } } }, ['pin']],
    ['a dynamic reference', { $dynamicRef: '#it', $defs: { it: { $dynamicAnchor: 'it', ...withPin } } }, ['pin']],
    ['a reference by address', { $ref: 'urn:it', $defs: { it: { $id: 'urn:it', ...withPin } } }, ['pin']],
  ];
  for (const [name, inner, path] of holders)
    it(`are seen in ${name}, at the root and below`, () => {
      const { $defs, ...rest } = inner;
      const root: JsonSchema = { properties: { a: rest, open: { type: 'string' } }, ...($defs && { $defs }) };
      const secrets = secretsOf(root);
      assert.ok(secrets);
      assert.ok(secrets.isSecret(['a', ...path]));
      assert.ok(secrets.isSecret(['a', ...path, 'below']));
      assert.ok(secrets.holdsSecret(['a']));
      assert.ok(secrets.holdsSecret([]));
      assert.ok(!secrets.isSecret(['open']) && !secrets.holdsSecret(['open']) && !secrets.isSecret([]));
      const holds = secretHolders(root);
      assert.deepEqual([holds(root), holds(rest), holds(root.properties?.['open'] as JsonSchema)], [true, true, false]);
      assert.ok(secretsOf(inner)?.isSecret(path));
    });

  it('are none where nothing is marked, whatever references lead to nothing', () => {
    assert.equal(secretsOf({ properties: { a: { $ref: 'http://json-schema.org/draft-07/schema' } } }), undefined);
    assert.equal(secretHolders({ $ref: '#none' })({ $ref: '#none' }), false);
  });

  it('are found behind chains of thousands of references, and in schemas that refer to themselves', () => {
    const $defs: Record<string, JsonSchema> = { d20000: withPin };
    for (let index = 0; index < 20_000; index += 1) $defs[`d${index}`] = { anyOf: [{ $ref: `#/$defs/d${index + 1}` }] };
    const secrets = secretsOf({ $ref: '#/$defs/d0', $defs });
    assert.ok(secrets?.isSecret(['pin']));
    const tree: JsonSchema = { properties: { next: { $ref: '#' }, pin: secret } };
    assert.ok(secretsOf(tree)?.isSecret(['next', 'next', 'pin']));
    assert.ok(secretHolders(tree)(tree));
  });
});

describe('references within a schema', () => {
  const word: JsonSchema = { type: 'string' };
  const root: JsonSchema = {
    properties: { 'a/b': word, 'c%': word, list: { prefixItems: [word] } },
    $defs: {
      n: { $anchor: 'foo', type: 'object' },
      old: { $id: '#old' },
      other: { $id: 'https://example.com/', $defs: { a: { $anchor: 'hidden' } } },
    },
  };
  it('are pointers and anchors', () => {
    const { $defs = {} } = root;
    for (const [reference, target] of [
      ['#', root],
      ['#/properties/a~1b', word],
      ['#/properties/c%25', word],
      ['#/properties/list/prefixItems/0', word],
      ['#foo', $defs['n']],
      ['#old', $defs['old']],
    ] as const)
      assert.equal(localTarget(root, reference), target, reference);
  });

  it('lead to nothing when they are malformed, lead elsewhere, or to what is no schema', () => {
    for (const reference of [
      '#/%',
      '#%',
      '#none',
      '#hidden',
      '#foo/properties',
      '',
      'a',
      'https://example.com/',
      '#/properties/list/prefixItems',
      '#/',
    ])
      assert.equal(localTarget(root, reference), undefined, reference);
  });
});
