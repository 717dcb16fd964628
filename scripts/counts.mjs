// Prints `N passed, N failed` as a line of its own, from the report that scripts/reporter.cjs left; skipped tests on a line before it.
// Exits 1 without a report, or when nothing ran.
import { readFileSync } from 'node:fs';

const { passes, failures, pending } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (passes + failures === 0) process.exit(1);
if (pending > 0) console.log(`${pending} skipped`);
console.log(`${passes} passed, ${failures} failed`);
