/** Every case over HTTP, with the direct path and without; both give the same answers. */
import assert from 'node:assert/strict';
import { cases, fits, runCase } from '../cases/index.js';
import { httpWays } from './ways.js';

/** What differs from run to run. */
const dated = (answers: readonly unknown[]): unknown =>
  JSON.parse(
    JSON.stringify(answers)
      .replaceAll(/\((?:id )?[0-9a-f]{8}\)/g, '(id)')
      .replaceAll(/"requestState":"[^"]*"/g, '"requestState":""'),
  );

const byId = (answers: readonly unknown[]): unknown[] =>
  [...answers].sort((one, other) => (one as { id: number }).id - (other as { id: number }).id);

describe('mcp over HTTP: all cases', () => {
  for (const way of httpWays.filter(({ direct }) => direct)) {
    const sdk = httpWays.find(({ name }) => name === `${way.name}, by the SDK alone`)!;
    describe(way.name, () => {
      for (const one of cases.filter((one) => fits(one, way)))
        it(one.title, async () => {
          const here = await runCase(one, way);
          const there = await runCase(one, sdk);
          if (!one.varies) assert.deepEqual(dated(byId(here)), dated(byId(there)));
        });
    });
  }
});
