/** With the module that `toolmark build` wrote. */
import manifest from '../toolmark.generated.js';
import { makeWorld, runChecks } from './checks.js';

void runChecks(makeWorld(manifest));
