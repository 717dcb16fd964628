/** The checks that need no decorators of fields and parameters. */
import manifest from '../toolmark.generated.js';
import { checks, makeWorld, runChecks } from './checks.js';

void runChecks(
  makeWorld(manifest),
  checks.filter(({ legacy }) => !legacy),
);
