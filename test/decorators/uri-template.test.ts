import assert from 'node:assert/strict';
import { parseTemplate } from '../../src/decorators/uri-template.js';

describe('parseTemplate', () => {
  it('takes every operator that can be read back', () => {
    for (const template of [
      'app://a',
      'app://{x}',
      'app://{x,y}',
      'app://{+x}',
      'app://a{#x}',
      'app://a{.x}',
      'app://a{/x,y}',
      'app://a{/x*}',
      'app://a{;x,y}',
      'app://a{?x,y*}',
      'app://{a}-{b}/{c}{?d}',
      'urn:isbn:{n}',
    ]) {
      assert.equal(typeof parseTemplate(template), 'object', template);
    }
  });

  it('says what is wrong with the others', () => {
    const faults: [string, RegExp][] = [
      ['', /scheme/],
      ['config', /scheme/],
      ['{x}', /scheme/],
      ['a:', /scheme/],
      ['a:{x', /'\{' without/],
      ['a:x}', /'\}' without/],
      ['a:{{x}}', /'\{' without/],
      ['a:{}', /no variable/],
      ['a:{x:3}', /'x:3' is no variable/],
      ['a:{&x}', /'&x' is no variable/],
      ['a:{x y}', /no variable/],
      ['a:{__proto__}', /no variable/],
      ['a:{constructor}', /no variable/],
      ['a:{x}{y}', /nothing between the variables 'x' and 'y'/],
      ['a:{x}/{x}', /'x' twice/],
      ['a:{x}{?x}', /'x' twice/],
      ['a:{+x}/{+y}', /more than one variable that takes slashes: 'x', 'y'/],
      ['a:{/x*}/b{/y*}', /more than one/],
      ['a:{?x}/b', /must come last/],
      ['a:{?x}{?y}', /must come last/],
    ];
    for (const [template, fault] of faults) assert.match(JSON.stringify(parseTemplate(template)), fault, template);
  });
});
