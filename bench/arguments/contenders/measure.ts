/** The measuring process: `node --expose-gc measure.js FILE rounds window`; writes its part of the results as JSON. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CallRow, CaseName, ContenderInfo, CrowdRow, Kind, Overhead, SpeedRow, Throughput } from '../results.js';
import { assertVerdicts, type Field, field } from './all.js';
import type { Check, Contender } from './contender.js';
import { makeClasses } from './crowd.js';
import { type Pace, race, raceAsync } from './rounds.js';
import { assertInstances, registry, service } from './toolmark.js';
import { cases, kinds, valuesOf } from './values.js';

const crowdSize = 3000;

function measureSpeeds(contenders: readonly Contender[], shape: CaseName, kind: Kind, pace: Pace): SpeedRow {
  const values = valuesOf(shape, kind);
  const speeds = race(
    contenders.map(({ checks }) => ({ check: checks[shape], values })),
    pace,
  );
  return { case: shape, kind, speeds: Object.fromEntries(contenders.map(({ name }, index) => [name, speeds[index]])) };
}

/** Speeds of two contenders before and after the process has many more decorated classes. */
function measureCrowd(contenders: readonly Contender[], pace: Pace): CrowdRow[] {
  const shapes: CaseName[] = ['flat', 'order'];
  const watched = contenders.filter(({ name }) => name === 'toolmark' || name === 'class-validator');
  const measure = (): SpeedRow[] => shapes.map((shape) => measureSpeeds(watched, shape, 'accepted', pace));
  const before = measure();
  makeClasses(crowdSize);
  const after = measure();
  return before.flatMap(({ case: shape, speeds }, index) =>
    watched.map(({ name }) => ({
      case: shape,
      contender: name,
      before: speeds[name] ?? Number.NaN,
      after: after[index]?.speeds[name] ?? Number.NaN,
    })),
  );
}

/** The same values through `registry.call`, which also repairs, runs the method and makes a result. */
async function measureCalls(pace: Pace): Promise<CallRow[]> {
  const rows: CallRow[] = [];
  for (const shape of cases) {
    const call: Check = (args) => registry.call({ name: shape, args: args as Record<string, unknown> });
    const speeds = await raceAsync(
      kinds.map((kind) => ({ check: call, values: valuesOf(shape, kind) })),
      pace,
    );
    rows.push(...kinds.map((kind, index) => ({ case: shape, kind, speed: speeds[index] ?? Number.NaN })));
  }
  return rows;
}

async function measureOverhead(pace: Pace): Promise<Overhead> {
  const values = Array.from({ length: 64 }, (_, index) => ({ a: index, b: index * 2 }));
  const validate = registry.get('add')?.input['~standard'].validate as Check;
  const direct: Check = (value) => service.add((value as { a: number }).a, (value as { b: number }).b);
  const call: Check = (args) => registry.call({ name: 'add', args: args as Record<string, unknown> });
  const [directly = Number.NaN, validated = Number.NaN] = race(
    [direct, validate].map((check) => ({ check, values })),
    pace,
  );
  const [called = Number.NaN] = await raceAsync([{ check: call, values }], pace);
  return { direct: directly, validated, registry: called };
}

/** The version in the package.json above what the name resolves to; not every package exports its package.json. */
function versionOf(name: string): string {
  let folder = dirname(createRequire(import.meta.url).resolve(name));
  for (;;) {
    const file = join(folder, 'package.json');
    const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { name?: string; version?: string }) : {};
    if (found.name === name && found.version) return found.version;
    if (dirname(folder) === folder) return '';
    folder = dirname(folder);
  }
}

const info = ({ contenders, absent }: Field): ContenderInfo[] => [
  ...contenders.map((one) => ({ name: one.name, version: one.package === undefined ? '' : versionOf(one.package), does: one.does })),
  ...absent.map((one) => ({ ...one, version: '' })),
];

const [file = '', rounds = '15', window = '30'] = process.argv.slice(2);
const pace = { rounds: Number(rounds), window: Number(window) };
const entered = await field();
const { contenders } = entered;
assertVerdicts(contenders);
assertInstances();
const speeds = cases.flatMap((shape) => kinds.map((kind) => measureSpeeds(contenders, shape, kind, pace)));
const calls = await measureCalls(pace);
const overhead = await measureOverhead(pace);
const crowd = measureCrowd(contenders, pace);
const result: Throughput = { ...pace, contenders: info(entered), speeds, crowdSize, crowd, calls, overhead };
writeFileSync(file, JSON.stringify(result));
