/** Without a build command: `node --import toolmark/register`. */
import { makeWorld, runChecks } from './checks.js';

void runChecks(makeWorld());
