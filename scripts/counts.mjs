// Prints `N passed, N failed` as a line of its own, from the report that scripts/reporter.cjs left; skipped tests on a line before it.
// What failed is told once more before that, as the end of a long log is the part that gets read. Exits 1 without a report, or when nothing ran.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const { passes, failures, pending, failed } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (passes + failures === 0) process.exit(1);
for (const { title, file, reason } of failed) console.log(`failed: ${title}\n  in ${relative(process.cwd(), file ?? '')}\n${reason}\n`);
if (pending > 0) console.log(`${pending} skipped`);
console.log(`${passes} passed, ${failures} failed`);
