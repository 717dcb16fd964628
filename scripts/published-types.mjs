// Checks the published declarations as a stranger's project reads them, under TypeScript 5 and TypeScript 7.
// Library checking is on, so that faults inside our own .d.ts files show; those of other packages are not ours to mend.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const projects = ['test/published', 'test/published/exact'];
const runs = ['typescript', 'typescript-7'].flatMap((compiler) => projects.map((project) => ({ compiler, project })));

const faults = runs.flatMap(({ compiler, project }) => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', compiler, 'bin/tsc'), '-p', project, '--pretty', 'false'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const lines = stdout.split('\n').filter((line) => /error TS/.test(line));
  const ours = lines.filter((line) => !line.includes('node_modules/'));
  if (status !== 0 && lines.length === 0) return [`${compiler} did not run: exit ${String(status)} ${stdout}`];
  return ours.map((line) => `${compiler}: ${line}`);
});
if (faults.length > 0) console.error(faults.join('\n'));
process.exit(faults.length === 0 ? 0 : 1);
