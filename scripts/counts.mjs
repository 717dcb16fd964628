// Prints `N passed, N failed` from the report that scripts/reporter.cjs left. Exits 1 without a report, or when nothing ran.
import { readFileSync } from 'node:fs';

const { passes, failures, pending } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
if (passes + failures === 0) process.exit(1);
console.log(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`);
