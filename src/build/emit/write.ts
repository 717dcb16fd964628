/** Writes a file only when its text changed, and never half. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The file's text with plain line ends; undefined when it is not there. */
export function readExisting(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return undefined;
  }
}

/** Gives whether anything was written. */
export function writeWhenChanged(file: string, text: string): boolean {
  if (readExisting(file) === text) return false;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
  return true;
}
