/** Our verdict is that of JSON-Schema-Test-Suite, with both engines; all that differs is listed here with its reason. */
import assert from 'node:assert/strict';
import { compileWithAjv, isForAjv } from '../../src/schema/ajv.js';
import { dialectOf } from '../../src/schema/dialect.js';
import { readExpression } from '../../src/schema/pattern.js';
import { compileSchema } from '../../src/schema/validator.js';
import type { JsonSchema } from '../../src/types.js';
import { type Draft, type Group, groupsOf, isThere, remote } from './suite.js';

const drafts: Draft[] = ['draft2020-12', 'draft7'];

/** Schemas elsewhere are never fetched: such a schema is refused as a whole. */
const remoteGroups = new Set([
  'dynamicRef: strict-tree schema, guards against misspelled properties',
  'dynamicRef: tests for implementation dynamic anchor and reference link',
  'dynamicRef: $ref and $dynamicAnchor are independent of order - $defs first',
  'dynamicRef: $ref and $dynamicAnchor are independent of order - $ref first',
  'dynamicRef: $ref to $dynamicRef finds detached $dynamicAnchor',
]);

const nameOf = ({ file, description }: Group): string => `${file}: ${description}`;
const isRemote = (group: Group): boolean => group.file === 'refRemote' || remoteGroups.has(nameOf(group));

/** Verdicts that differ by design, with the reason. */
const differences: Record<string, string> = {
  'format: invalid * is only an annotation by default': 'formats are asserted',
  'vocabulary: no validation: invalid number, but it still validates':
    'a metaschema elsewhere is not fetched, so it cannot take keywords away',
};

/** ajv-formats does not know the formats of internationalised names, so they say nothing. */
const isAsserted = (description: string): boolean => !/ (?:idn-|iri)/.test(description);

const differs = ({ file }: Group, description: string): boolean =>
  isAsserted(description) && Object.hasOwn(differences, `${file}: ${description.replace(/^invalid .* is only/, 'invalid * is only')}`);

const check = ({ schema }: Group): ((value: unknown) => boolean) => {
  const issues = compileSchema(schema as JsonSchema, 'the schema');
  return (value) => issues(value).length === 0;
};

describe('JSON-Schema-Test-Suite', () => {
  before(function () {
    if (!isThere) this.skip(); // The suite lies beside the repository.
  });

  for (const draft of drafts) {
    for (const group of groupsOf(draft).filter((one) => !isRemote(one)))
      it(`${draft} ${nameOf(group)}`, () => {
        const accepts = check(group);
        for (const { description, data, valid } of group.tests)
          assert.equal(accepts(data), differs(group, description) ? !valid : valid, description);
      });

    it(`${draft}: references to elsewhere are refused`, () => {
      const groups = groupsOf(draft).filter(isRemote);
      assert.ok(groups.length > 10);
      for (const group of groups) assert.throws(() => check(group), { code: 'UNSUPPORTED_SCHEMA' }, nameOf(group));
    });

    it(`${draft}: Ajv gives the same verdicts where it is used`, () => {
      let used = 0;
      for (const group of groupsOf(draft)) {
        const { schema } = group;
        if (isRemote(group) || typeof schema === 'boolean') continue;
        const dialect = dialectOf(schema);
        const accepts = isForAjv(schema, dialect) && compileWithAjv(schema, dialect, readExpression);
        if (!accepts) continue;
        used += 1;
        for (const { description, data, valid } of group.tests)
          assert.equal(accepts(data), differs(group, description) ? !valid : valid, `${nameOf(group)}: ${description}`);
      }
      assert.ok(used > 100, `only ${used} groups`);
    });
  }

  it('judges remote schemas rightly once they are part of the schema', () => {
    const names = ['extendible-dynamic-ref', 'tree'].map((name) => `draft2020-12/${name}.json`);
    const bundled = names.map((name) => [name, { $id: `http://localhost:1234/${name}`, ...remote(name) }]);
    let judged = 0;
    for (const group of groupsOf('draft2020-12').filter((one) => one.file === 'dynamicRef' && isRemote(one))) {
      const schema = group.schema as JsonSchema;
      const whole = { ...schema, $defs: { ...schema.$defs, ...Object.fromEntries(bundled) } };
      if (nameOf(group).includes('detached')) continue;
      const accepts = check({ ...group, schema: whole });
      for (const { description, data, valid } of group.tests) assert.equal(accepts(data), valid, `${nameOf(group)}: ${description}`);
      judged += 1;
    }
    assert.equal(judged, 4);
  });
});
