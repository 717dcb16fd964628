/** The guide's table of repairs is held to the rules. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { omissions, rules } from '../../../src/schema/repair/rules.js';
import type { ContractSchema } from '../../../src/types.js';
import { objectOf, take } from './support.js';

const guide = readFileSync('docs/guide/arguments.md', 'utf8');

/** Rows of the guide: kind -> the cells after it. */
const rows = new Map([...guide.matchAll(/^\| `([a-z-]+)` \|(.*)\|$/gm)].map(([, kind = '', cells = '']) => [kind, cells]));

/** JSON strings in a cell. */
const examples = (cell: string): string[] => [...cell.matchAll(/`("[^`]*")`/g)].map(([, text = '']) => JSON.parse(text) as string);

describe('the guide on arguments', () => {
  it('has a row for each kind of repair, and no other', () => {
    const ofText = ['empty-text', 'fence', 'lenient-json'];
    assert.deepEqual(new Set(rows.keys()), new Set([...rules, ...omissions].map(({ kind }) => kind as string).concat(ofText)));
  });

  it('says what is repaired and what is not, as it is', () => {
    const schemas: [kind: string, schema: ContractSchema][] = [
      ['number', { type: 'number' }],
      ['number', { type: 'integer' }],
      ['boolean', { type: 'boolean' }],
      ['null', { type: ['integer', 'null'] }],
    ];
    for (const [kind, schema] of schemas) {
      const [came = '', , not = ''] = rows.get(kind)?.split(/(?<!\\)\|/) ?? [];
      assert.ok(examples(came).length > 0 && examples(not).length > 0, kind);
      const isTaken = (text: string): boolean => take(objectOf({ it: schema }, ['it']), { it: text }).issues === undefined;
      for (const text of examples(came)) if (schema.type !== 'integer' || text !== '-2.5') assert.ok(isTaken(text), `${kind} ${text}`);
      for (const text of examples(not)) assert.ok(!isTaken(text), `${kind} ${text}`);
    }
  });
});
