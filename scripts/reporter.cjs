// Mocha's spec reporter, which also leaves the true counts, and what failed with its reason, in the file that
// TOOLMARK_TEST_REPORT names.
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha');

module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env.TOOLMARK_TEST_REPORT;
    if (!file) return;
    const failed = [];
    runner.on('fail', (test, error) => failed.push({ title: test.fullTitle(), file: test.file, reason: String(error?.stack ?? error) }));
    runner.once('end', () => writeFileSync(file, JSON.stringify({ ...runner.stats, failed })));
  }
};
