import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nestsDeeper } from '../../../src/schema/repair/text/depth.js';

/** How many levels of brackets are open at the deepest place of a value's JSON. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('depth of a text', () => {
  it('is that of the value which it stands for', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', 'a') });
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        text,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 2, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.nat(6), (one, most) => {
        assert.equal(nestsDeeper(JSON.stringify(one), most), depthOf(one) > most);
      }),
      { numRuns: 1000 },
    );
  });

  it('counts what is never closed, and nothing within a string', () => {
    assert.equal(nestsDeeper('[[[', 2), true);
    assert.equal(nestsDeeper('[[[', 3), false);
    assert.equal(nestsDeeper('{"a": [[', 2), true);
    assert.equal(nestsDeeper(`["${'{'.repeat(9)}", '${'['.repeat(9)}']`, 1), false);
    assert.equal(nestsDeeper('[][][][]', 1), false);
  });
});
