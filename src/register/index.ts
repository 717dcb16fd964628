/** `node --import toolmark/register`: contracts without a build command. Stands behind tsx, or alone over compiled code. */
import { installInMemory } from './install.js';
import { nearest } from './cache.js';

// Without a project the program itself tells what to read.
const program = process.argv[1];
const files = nearest(process.cwd(), 'tsconfig.json') === undefined && program !== undefined ? [program] : undefined;
const { diagnostics } = await installInMemory({ files });

if (diagnostics.length > 0) {
  const { formatDiagnostics } = await import('../build/diagnostics/format.js');
  process.stderr.write(`${formatDiagnostics(diagnostics, { color: process.stderr.isTTY })}\n`);
  if (diagnostics.some((one) => one.severity === 'error')) process.exit(1);
}
