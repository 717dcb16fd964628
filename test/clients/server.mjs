// samples/everything over stdio, for clients that start their server with a program and plain words.
import { register } from 'tsx/esm/api';

register();
process.argv.push('--stdio');
await import('../../samples/everything/main.ts');
