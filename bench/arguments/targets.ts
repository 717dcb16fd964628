/** The targets of this benchmark, each decided from the numbers of a run. */
import type { CaseName, ContenderName, Kind, Results } from './results.js';
import type { Target } from '../target.js';

export { met, type Target } from '../target.js';

const shapes: readonly CaseName[] = ['flat', 'order', 'items'];
const everyShape: readonly CaseName[] = ['flat', 'email', 'order', 'items'];
const refusals: readonly Kind[] = ['type', 'rule', 'key'];

type Found = Pick<Target, 'measured' | 'at'>;

/** Operations a second; NaN for what did not run. */
export function speedOf({ speeds }: Results, shape: CaseName, kind: Kind, contender: ContenderName): number {
  return speeds.find((row) => row.case === shape && row.kind === kind)?.speeds[contender] ?? Number.NaN;
}

function ratio(results: Results, shape: CaseName, kind: Kind, to: ContenderName): number {
  return speedOf(results, shape, kind, 'toolmark') / speedOf(results, shape, kind, to);
}

/** The smallest, or the largest, of what was found; a missing number wins. */
function worst(found: readonly Found[], by: 'least' | 'most'): Found {
  const better = (a: Found, b: Found): boolean => (by === 'least' ? a.measured > b.measured : a.measured < b.measured);
  const missing = found.find(({ measured }) => Number.isNaN(measured));
  return missing ?? found.reduce((kept, one) => (better(kept, one) ? one : kept));
}

const toAjv =
  (least: number) =>
  (shape: CaseName): ((results: Results) => Target) =>
  (results) => ({ says: `${least} x Ajv alone, ${shape}`, measured: ratio(results, shape, 'accepted', 'Ajv'), least });

const ahead =
  (says: string, kinds: readonly Kind[], least = 1): ((results: Results) => Target) =>
  (results) => {
    const peers: readonly ContenderName[] = ['zod', 'valibot', 'arktype'];
    const found = everyShape.flatMap((shape) =>
      kinds.flatMap((kind) =>
        peers.map((peer) => ({
          measured: ratio(results, shape, kind, peer),
          at: `${peer}, ${shape}${kind === 'accepted' ? '' : `, ${kind}`}`,
        })),
      ),
    );
    return { says, ...worst(found, 'least'), least };
  };

/** How many accepted values a refused one costs. */
export const costThroughInput = (results: Results, shape: CaseName, kind: Kind): number =>
  speedOf(results, shape, 'accepted', 'toolmark') / speedOf(results, shape, kind, 'toolmark');

export function costThroughCall({ calls }: Results, shape: CaseName, kind: Kind): number {
  const speed = (wanted: Kind): number => calls.find((row) => row.case === shape && row.kind === wanted)?.speed ?? Number.NaN;
  return speed('accepted') / speed(kind);
}

const refusedCost =
  (says: string, cost: typeof costThroughInput): ((results: Results) => Target) =>
  (results) => {
    const found = everyShape.flatMap((shape) =>
      refusals.map((kind) => ({ measured: cost(results, shape, kind), at: `${shape}, ${kind}` })),
    );
    return { says, ...worst(found, 'most'), most: 30 };
  };

function crowd(results: Results): Target {
  const rows = results.crowd.filter(({ contender }) => contender === 'toolmark');
  const found = rows.map(({ case: shape, before, after }) => ({ measured: after / before, at: shape }));
  return {
    says: `the same speed with ${results.crowdSize} more decorated classes (after / before; the rest is noise)`,
    ...(found.length > 0 ? worst(found, 'least') : { measured: Number.NaN }),
    least: 0.8,
  };
}

function toClassValidator(results: Results): Target {
  const found = shapes.map((shape) => ({ measured: ratio(results, shape, 'accepted', 'class-validator'), at: shape }));
  return { says: '80 x class-transformer + class-validator', ...worst(found, 'least'), least: 80 };
}

const registration = ({ cold }: Results): Target => ({
  says: 'registration of 1000 tools / `import "ajv"`',
  measured: cold.thousand.register / cold.ajvImport,
  most: 0.9,
});

const lazily = ({ cold }: Results): Target => ({
  says: 'functions compiled before the first call, 1000 tools',
  measured: Math.max(cold.one.compiledBeforeCall, cold.thousand.compiledBeforeCall),
  most: 0,
});

const table: readonly ((results: Results) => Target)[] = [
  toAjv(0.5)('flat'),
  toAjv(0.5)('order'),
  toAjv(0.35)('items'),
  toClassValidator,
  crowd,
  ahead('ahead of zod, valibot and arktype, accepted values', ['accepted']),
  ahead('ahead of zod, valibot and arktype, refused values', refusals),
  refusedCost('a refused value / an accepted one, `tool.input`', costThroughInput),
  refusedCost('a refused call / an accepted one, `registry.call`', costThroughCall),
  registration,
  lazily,
];

/** Beyond the floor. */
const aims: readonly ((results: Results) => Target)[] = shapes.map(toAjv(1));

export const targetsOf = (results: Results): Target[] => table.map((target) => target(results));
export const aimsOf = (results: Results): Target[] => aims.map((target) => target(results));
