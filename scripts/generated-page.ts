/** Writes a page that is made from the code, or with `--check` only tells whether it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs';

/** @param name of the page and @param script that makes it, both from the repository's root, for the message */
export function keepPage(target: string | URL, text: string, name: string, script: string): void {
  if (!process.argv.includes('--check')) return writeFileSync(target, text);
  let current = '';
  try {
    current = readFileSync(target, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    // Not there yet: not up to date either.
  }
  if (current === text) return;
  process.stderr.write(`${name} is not up to date. Run: npx tsx ${script}\n`);
  process.exitCode = 1;
}
