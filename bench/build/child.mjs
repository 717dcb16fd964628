// What `toolmark build` does, from the compiled package: needs `npm run build` first.
import { build } from '../../dist/esm/cli/build.js';

process.exitCode = await build(process.argv.slice(2));
