// Runs `toolmark build` for every project of the repository whose generated module is committed; arguments are passed on, such as --check.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const projects = ['samples/atlas', 'samples/everything', 'test/e2e/fixtures/weather'];

const failed = projects.filter((project) => {
  const { status } = spawnSync(process.execPath, ['dist/esm/cli/main.js', 'build', '--project', project, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  return status !== 0;
});
process.exit(failed.length === 0 ? 0 : 1);
