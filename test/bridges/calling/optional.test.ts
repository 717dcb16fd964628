/** Packages that users install themselves. */
import { rejects } from 'node:assert/strict';
import { loaded } from '../../../src/bridges/calling/optional.js';

const refusal = (message: RegExp): object => ({ code: 'INVALID_DEFINITION', message });
const missing = '@nobody/has-this';

describe('a package that is missing', () => {
  it('is told with the bridge and the command that installs it', async () => {
    const words = refusal(
      /^toolmark\/some needs the package '@nobody\/has-this', which is not installed\. Run: npm install @nobody\/has-this$/,
    );
    await rejects(
      loaded('toolmark/some', missing, () => import(missing)),
      words,
    );
    await rejects(
      loaded('toolmark/some', missing, () =>
        Promise.reject(Object.assign(new Error(`Cannot find module '${missing}/tools'`), { code: 'MODULE_NOT_FOUND' })),
      ),
      words,
    );
  });

  it('is told apart from one that is there and does not load', async () => {
    const broken = Object.assign(new Error("Cannot find package 'other' imported from x\nmore"), { code: 'ERR_MODULE_NOT_FOUND' });
    await rejects(
      loaded('toolmark/some', missing, () => Promise.reject(broken)),
      refusal(/which is there and cannot be loaded: Cannot find package 'other' imported from x$/),
    );
  });
});
