// The consumer projects: how each is compiled and run. `node scripts/consumers.mjs` runs them all.

/** How many checks shared/checks.ts has, in all and without those that need legacy decorators; a run that prints fewer has failed. */
const [all, standard] = [24, 17];

const tsc = ['npx', 'tsc'];

/**
 * `imports`: how relative imports of the copied sources end. `unbuilt`: runs before `toolmark build`. `runs`: after it.
 * A run without `checks` counts as one: it must end with 0.
 */
export const projects = [
  {
    name: 'tsc-esm',
    imports: '.js',
    runs: [
      { name: 'tsc', command: tsc },
      { name: 'node', command: ['node', 'dist/shared/main.js'], checks: all },
      { name: 'subpaths', command: ['node', 'dist/shared/subpaths.js'], checks: 2 },
    ],
  },
  {
    name: 'tsc-cjs',
    imports: '',
    runs: [
      { name: 'tsc', command: tsc },
      { name: 'node', command: ['node', 'dist/shared/main.js'], checks: all },
      { name: 'subpaths', command: ['node', 'dist/shared/subpaths.js'], checks: 2 },
    ],
  },
  {
    name: 'tsx',
    imports: '.js',
    unbuilt: [{ name: 'register', command: ['node', '--import', 'tsx', '--import', 'toolmark/register', 'src/shared/main-without-build.ts'], checks: all }],
    runs: [{ name: 'built', command: ['npx', 'tsx', 'src/shared/main.ts'], checks: all }],
  },
  {
    name: 'swc',
    imports: '.js',
    runs: ['es6', 'commonjs'].flatMap((type) =>
      ['with', 'without'].flatMap((metadata) => [
        { name: `compile ${type} ${metadata} metadata`, command: ['node', 'compile.mjs', type, metadata, `dist-${type}-${metadata}`] },
        { name: `${type} ${metadata} metadata`, command: ['node', `dist-${type}-${metadata}/shared/main.js`], checks: all },
      ]),
    ),
  },
  {
    name: 'jest',
    imports: '',
    runs: ['ts-jest', 'swc'].map((transform) => ({ name: transform, command: ['npx', 'jest', '--config', `${transform}.config.cjs`, '--runInBand'], checks: all })),
  },
  { name: 'vitest', imports: '.js', runs: [{ name: 'vitest', command: ['npx', 'vitest', 'run', '--disable-console-intercept'], checks: all }] },
  {
    name: 'nest',
    imports: '',
    runs: [
      { name: 'tsc', command: tsc },
      { name: 'node', command: ['node', 'dist/main.js'], checks: all + 4 },
    ],
  },
  {
    name: 'standard',
    imports: '.js',
    runs: [
      { name: 'tsc', command: tsc },
      { name: 'node', command: ['node', 'dist/shared/main.js'], checks: standard },
      { name: 'tsx', command: ['npx', 'tsx', 'src/shared/main.ts'], checks: standard },
    ],
  },
];
