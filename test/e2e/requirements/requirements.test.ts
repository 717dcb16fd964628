/** Holds the promised rows of the capabilities table against the tests that cite them. */
import assert from 'node:assert/strict';
import { citedIds, hasTable, promisedRows } from './rows.js';
import { expand, statuses } from './status.js';

describe('requirements', () => {
  before(function () {
    // The table lies beside the repository, in ../shared; without it there is nothing to hold the tests against.
    if (!hasTable) this.skip();
  });

  it('has a test, a plan or a reason for every promised row', () => {
    const cited = citedIds();
    const listed = new Set(statuses.flatMap((status) => expand(status, promisedRows())));
    assert.deepEqual(
      promisedRows().filter((id) => !cited.has(id) && !listed.has(id)),
      [],
    );
  });

  it('lists no row that a test cites, and no row that is none', () => {
    const cited = citedIds();
    const rows = promisedRows();
    const stale = statuses.flatMap((status) => {
      const ids = expand(status, rows);
      if (ids.length === 0) return [`${status.rows} names no promised row`];
      return ids.filter((id) => cited.has(id)).map((id) => `${id} is covered; take it out of ${status.rows}`);
    });
    assert.deepEqual(stale, []);
  });

  it('reads the whole table', () => {
    assert.ok(promisedRows().length > 300, `only ${promisedRows().length} rows`);
    const cited = citedIds();
    console.log(
      `      covered: ${promisedRows()
        .filter((id) => cited.has(id))
        .join(' ')}`,
    );
  });
});
