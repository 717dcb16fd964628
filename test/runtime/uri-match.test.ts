import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseTemplate, type UriTemplate } from '../../src/decorators/uri-template.js';
import { longestUri, matchTemplate } from '../../src/runtime/resources/match.js';

const template = (text: string): UriTemplate => {
  const parsed = parseTemplate(text);
  assert.ok(typeof parsed === 'object', `${text} ${JSON.stringify(parsed)}`);
  return parsed;
};
const match = (text: string, uri: string): Record<string, string | string[]> | undefined => matchTemplate(template(text), uri);

/** The same by a backtracking expression: slow, but surely complete. */
function oracle(text: string): RegExp {
  const source = text.replace(/(\/?)\{(\+?)\w+\}|[^{}]/g, (whole, slash = '', plus?: string) => {
    if (!whole.endsWith('}')) return whole.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    // Nothing behind a slash begins with another.
    return slash + (plus === '+' ? `${slash && '(?!/)'}[^]+` : '[^/?#]+');
  });
  return new RegExp(`^${source}$`);
}

describe('matchTemplate', () => {
  it('reads variables back', () => {
    assert.deepEqual(match('app://users/{id}', 'app://users/7'), { id: '7' });
    assert.deepEqual(match('app://{a}-{b}.txt', 'app://x-y.txt.txt'), { a: 'x', b: 'y.txt' });
    assert.deepEqual(match('app://{+path}-{v}', 'app://a-b/c-1'), { path: 'a-b/c', v: '1' });
    assert.deepEqual(match('app://d{/x*}', 'app://d/a/b%20c/d'), { x: ['a', 'b c', 'd'] });
    assert.deepEqual(match('app://{x*}', 'app://a,b%2Cc'), { x: ['a', 'b,c'] });
    assert.deepEqual(match('app://m{;x,y}', 'app://m;x=1;y=2'), { x: '1', y: '2' });
    assert.deepEqual(match('app://p{#x}', 'app://p#a/b?c'), { x: 'a/b?c' });
    assert.deepEqual(match('app://p{.x}', 'app://p.json'), { x: 'json' });
    assert.deepEqual(match('app://{x}', 'app://%C3%BC%20%F0%9F%8D%B5'), { x: 'ü 🍵' });
  });

  it('takes a query in any order, as far as it is there', () => {
    const text = 'app://s{?q,n,tag*}';
    assert.deepEqual(match(text, 'app://s'), {});
    assert.deepEqual(match(text, 'app://s?n=1&q=a%26b'), { n: '1', q: 'a&b' });
    assert.deepEqual(match(text, 'app://s?tag=x&tag=y&q='), { tag: ['x', 'y'], q: '' });
    for (const uri of ['app://s?', 'app://s?z=1', 'app://s?q', 'app://s?q=1&q=2', 'app://s?q=%', 'app://s?q=1#x', 'app://s?__proto__=1'])
      assert.equal(match(text, uri), undefined, uri);
  });

  it('lets no slash, no dot segment and no NUL sneak into a variable', () => {
    for (const value of [
      '',
      'a/b',
      'a%2Fb',
      'a%2fb',
      'a%5Cb',
      'a\\b',
      '..',
      '.',
      '%2e%2e',
      '%2E.',
      'a%00b',
      '%',
      '%zz',
      '%C3',
      'a?b',
      'a#b',
    ])
      assert.equal(match('file:///data/{name}', `file:///data/${value}`), undefined, value);
    for (const value of ['', '../x', 'a/../../x', 'a/%2e%2e/x', 'a%2F..%2Fx', '..%5Cx', 'a/.', 'a%00'])
      assert.equal(match('file:///data/{+path}', `file:///data/${value}`), undefined, value);
    for (const value of ['/etc/x', '%2Fetc/x', '%5Cetc', '\\\\host\\x', 'C:/x', 'c:%5Cx'])
      assert.equal(match('file:///data/{+path}', `file:///data/${value}`), undefined, value);
    assert.deepEqual(match('file://{+path}', 'file:///etc/x'), { path: '/etc/x' });
    assert.deepEqual(match('web://fetch/{+url}', 'web://fetch/https://example.com/x'), { url: 'https://example.com/x' });
    for (const value of ['/..', '/a/..', '/a//b', '/a%2Fb', '/'])
      assert.equal(match('file:///data{/p*}', `file:///data${value}`), undefined, value);
    // An encoded per cent sign is decoded once.
    assert.deepEqual(match('file:///data/{name}', 'file:///data/%252e%252e'), { name: '%2e%2e' });
    assert.deepEqual(match('file:///data/{+path}', 'file:///data/a/b..c/d'), { path: 'a/b..c/d' });
  });

  it('bounds what it looks at', () => {
    assert.equal(match('app://{x}', `app://${'a'.repeat(longestUri)}`), undefined);
    const hostile = 'a:' + '-'.repeat(longestUri - 3) + '/';
    const many = `a:${Array.from({ length: 40 }, (_, index) => `{v${index}}`).join('-')}!`;
    assert.equal(match(many, hostile), undefined);
    assert.equal(match('a:{+x}-{y}-{z}!', hostile), undefined);
  });

  it('matches where a backtracking expression does, and gives what makes the URI again', () => {
    const literal = fc.constantFrom('-', '/', '-/', '--', 'a', 'ab', '-a-', '?');
    const shape = fc.record({
      literals: fc.array(literal, { minLength: 1, maxLength: 4 }),
      wide: fc.integer({ min: -1, max: 4 }),
      ending: fc.constantFrom('', '-', 'a', '/a'),
    });
    const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '-', '/', '?'), maxLength });
    // What fills the variables, or a URI that has nothing to do with the template.
    const filling = fc.oneof({ weight: 4, arbitrary: fc.array(text(4), { minLength: 4, maxLength: 4 }) }, text(14));
    fc.assert(
      fc.property(shape, filling, ({ literals, wide, ending }, filled) => {
        const pattern = `a:${literals.map((before, index) => `${before}{${index === wide ? '+' : ''}v${index}}`).join('')}${ending}`;
        const full =
          typeof filled === 'string' ? `a:${filled}` : pattern.replace(/\{\+?v(\d)\}/g, (_all, index) => filled[Number(index)] ?? '');
        const values = match(pattern, full);
        assert.equal(values !== undefined, oracle(pattern).test(full), `${pattern} ${full}`);
        if (values)
          assert.equal(
            pattern.replace(/\{\+?(v\d)\}/g, (_all, name: string) => String(values[name])),
            full,
          );
      }),
      { numRuns: 20_000 },
    );
  });
});
