// The consumer projects: how each is compiled and run. `node scripts/consumers.mjs` runs them all.

/** How many checks shared/checks.ts has, in all and without those that need legacy decorators; a run that prints fewer has failed. */
const [all, standard] = [24, 17];

/** A tool of the consumers' own. */
const bin = (name) => `../node_modules/.bin/${name}`;
const compile = { name: 'tsc', command: [bin('tsc')] };
const typeCheck = { name: 'tsc --noEmit', command: [bin('tsc'), '--noEmit'] };

/**
 * `imports`: how relative imports of the copied sources end. `unbuilt`: runs before `toolmark build`. `runs`: after it.
 * A run without `checks` counts as one: it must end with 0.
 */
export const projects = [
  {
    name: 'tsc-esm',
    imports: '.js',
    runs: [
      compile,
      { name: 'node', command: ['node', 'dist/shared/main.js'], checks: all },
      { name: 'subpaths', command: ['node', 'dist/shared/subpaths.js'], checks: 2 },
    ],
  },
  {
    name: 'tsc-cjs',
    imports: '',
    runs: [
      compile,
      { name: 'node', command: ['node', 'dist/shared/main.js'], checks: all },
      { name: 'subpaths', command: ['node', 'dist/shared/subpaths.js'], checks: 2 },
    ],
  },
  {
    name: 'tsx',
    imports: '.js',
    unbuilt: [
      {
        name: 'register',
        command: ['node', '--import', 'tsx', '--import', 'toolmark/register', 'src/shared/main-without-build.ts'],
        checks: all,
      },
    ],
    runs: [typeCheck, { name: 'built', command: [bin('tsx'), 'src/shared/main.ts'], checks: all }],
  },
  {
    name: 'swc',
    imports: '.js',
    runs: [
      typeCheck,
      { name: 'compile', command: ['node', 'compile.mjs'] },
      ...['es6-with', 'es6-without', 'commonjs-with', 'commonjs-without'].map((name) => ({
        name: `${name}-metadata`,
        command: ['node', `dist-${name}/shared/main.js`],
        checks: all,
      })),
    ],
  },
  {
    name: 'jest',
    imports: '',
    runs: [
      typeCheck,
      ...['ts-jest', 'swc'].map((name) => ({ name, command: [bin('jest'), '--config', `${name}.config.cjs`, '--runInBand'], checks: all })),
    ],
  },
  {
    name: 'vitest',
    imports: '.js',
    runs: [typeCheck, { name: 'vitest', command: [bin('vitest'), 'run', '--disable-console-intercept'], checks: all }],
  },
  {
    name: 'nest',
    imports: '',
    runs: [compile, { name: 'node', command: ['node', 'dist/main.js'], checks: all + 4 }],
  },
  {
    name: 'standard',
    imports: '.js',
    runs: [
      compile,
      { name: 'node', command: ['node', 'dist/shared/main.js'], checks: standard },
      { name: 'tsx', command: [bin('tsx'), 'src/shared/main.ts'], checks: standard },
    ],
  },
];
