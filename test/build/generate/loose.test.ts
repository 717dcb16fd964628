import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { buildManifest } from '../../../src/build/index.js';
import { codes, contractOf, makeProject } from '../support.js';

const source = `import { tool } from 'toolmark';
export class Svc {
  @tool() find(id, name: string | null, when: { at: Date | null; by: string | undefined }, d = null, list = [], dto: Dto = null, text: string | null = null) {
    if (id) return null;
    return { a: 1, none: [] };
  }
}
export class Dto { a = null; b = []; c: string | null = null; d = undefined; e: Dto | null; f: string | undefined; g: number = null; h: number }`;

describe('generate: a project without strictNullChecks', () => {
  it('keeps what is written of null and undefined; null as a default for anything is no fault', () => {
    const folder = makeProject({ 'src/a.ts': source }, { strict: false });
    const built = buildManifest({ cwd: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(codes(built), []);
    const contract = contractOf(built, 'Svc.find');
    assert.deepEqual(
      contract.parameters.map((one) => [one.name, one.required, one.schema]),
      [
        ['id', true, {}],
        ['name', true, { type: ['string', 'null'] }],
        [
          'when',
          true,
          {
            type: 'object',
            properties: {
              at: { anyOf: [{ type: 'string', format: 'date-time', 'x-as': 'Date' }, { type: 'null' }] },
              by: { type: 'string' },
            },
            required: ['at'],
            additionalProperties: false,
          },
        ],
        ['d', false, { default: null }],
        ['list', false, { type: 'array', items: {}, default: [] }],
        ['dto', false, { $ref: '#/$defs/Dto' }],
        ['text', false, { type: ['string', 'null'], default: null }],
      ],
    );
    assert.deepEqual(contract.output?.anyOf?.[0]?.properties, { a: { type: 'number' }, none: { type: 'array', items: {} } });
    assert.deepEqual(contract.output?.anyOf?.[1], { type: 'null' });
    assert.deepEqual(built.model?.$defs['Dto'], {
      type: 'object',
      properties: {
        a: { default: null },
        b: { type: 'array', items: {}, default: [] },
        c: { type: ['string', 'null'], default: null },
        d: {},
        e: { anyOf: [{ $ref: '#/$defs/Dto' }, { type: 'null' }] },
        f: { type: 'string' },
        g: { type: 'number' },
        h: { type: 'number' },
      },
      required: ['e', 'h'],
      additionalProperties: false,
      'x-class': 'Dto',
    });
  });
});
