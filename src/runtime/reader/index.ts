/** The short way of a call's arguments: checked and made in one pass. */
import type { Run } from '../../schema/engine/run.js';
import type { ContractSchema } from '../../types.js';
import type { ToolPlan } from '../definition/source.js';
import type { Limits } from '../limits.js';
import type { PlanContext } from './context.js';
import { type Field, ObjectReading } from './object.js';
import { OtherReading } from './other.js';
import { planReading } from './plan.js';
import { doubt, isWithin, type Read, type Reading, refused, type State } from './reading.js';
import { type Search, type SearchContext, searchOf } from './search.js';
import { Writer } from './writer.js';

export type { PlanContext } from './context.js';
export type { ReadLong } from './other.js';
export type { State } from './reading.js';

/** Gives the arguments, and in the state the instances whose rules are left to check; undefined for what it does not accept: the long way may. */
export type Reader = (value: unknown, state: State) => Record<string, unknown> | undefined;

/** How readers are made: `source` falls back to `closures` where code must not be generated; `none` leaves everything to the long way. */
export type Backend = 'source' | 'closures' | 'none';

/** @returns undefined when nothing of the arguments can be read the short way */
export function compileReader(plan: ToolPlan, context: Omit<PlanContext, 'plan'>, backend: Backend = 'source'): Reader | undefined {
  const whole: PlanContext = { ...context, plan: (schema, depth) => planReading(schema, depth, whole) };
  const reading = backend === 'none' ? undefined : rootReading(plan, whole);
  if (!reading) return undefined;
  const read = backend === 'source' ? generated(reading) : reading.close();
  return (value, state) => {
    if (state.limits.argumentDepth < whole.reach.deepest) return undefined;
    const args = read(value, state);
    return args === refused || state.isUnsure || !isWithin(state) ? undefined : (args as Record<string, unknown>);
  };
}

/** What speeds up the search for reasons: it makes nothing that is kept. Each part is compiled at its first value. */
export interface Seeker {
  /** Whether a part of the schema surely takes a value. */
  surelyFits(part: ContractSchema, value: unknown, limits: Limits): boolean;
  /**
   * Notes all that does not fit; true when nothing was in doubt, and all is within the limits.
   * @param state in which the reader left the value that it refused
   */
  search(value: unknown, state: State, run: Run, reasons: SearchContext['reasons']): boolean;
}

/** @param count see `SearchContext` */
export function seekerOf(plan: ToolPlan, context: Omit<PlanContext, 'plan'>, backend: Backend, count: SearchContext['count']): Seeker {
  const whole: PlanContext = {
    ...context,
    definitions: new Map(),
    reach: { deepest: 0 },
    // Nothing of the user runs but constructors: rules, transforms and defaults say nothing of what fits the schema.
    rulesLeft: () => ({ exceptions: new Map() }),
    long: () => (_value, state) => doubt(state),
    defaultOf: () => () => undefined,
    plan: (schema, depth) => planReading(schema, depth, whole),
  };
  const compile = (reading: Reading): Read => (backend === 'source' ? generated(reading) : reading.close());
  const generate: SearchContext['generate'] = (write) => (backend === 'source' ? fromSource<Search>(write) : undefined);
  const reads = new WeakMap<ContractSchema, Read>();
  let search: Search | undefined;
  return {
    surelyFits(part, value, limits) {
      let read = reads.get(part);
      if (!read) {
        // Below a list within an object at the least; deeper parts are refused where the limit is, not here.
        read = backend === 'none' ? () => refused : compile(planReading(part, 2, whole));
        reads.set(part, read);
      }
      return read(value, freshState(limits)) !== refused;
    },
    search(value, state, run, reasons) {
      if (!search) {
        const reading = backend === 'none' ? undefined : rootReading(plan, whole);
        search = reading ? searchOf(reading, plan.input, { reasons, count, generate }) : (_value, state) => void doubt(state);
      }
      if (state.limits.argumentDepth < whole.reach.deepest) return false;
      state.isUnsure = false;
      state.depth = 0;
      search(value, state, run);
      return !state.isUnsure && isWithin(state);
    },
  };
}

export const freshState = (limits: Limits): State => ({
  limits,
  chars: 0,
  nodes: 1,
  depth: 0,
  isExcessive: false,
  isUnsure: false,
  fitting: 0,
  made: [],
});

const generated = (reading: Reading): Read => fromSource<Read>((writer) => writer.fn(reading)) ?? reading.close();

/** Undefined where code must not be generated. */
function fromSource<T>(write: (writer: Writer) => string): T | undefined {
  const writer = new Writer();
  try {
    return writer.compile<T>(write(writer));
  } catch (error) {
    if (error instanceof EvalError) return undefined;
    throw error;
  }
}

function rootReading({ input, parameters }: ToolPlan, context: PlanContext): Reading | undefined {
  const { $defs: _defs, $schema: _dialect, ...schema } = input;
  if (parameters.some(({ role }) => role === 'payload')) {
    const reading = context.plan(schema, 0);
    if (reading instanceof ObjectReading) return reading.asWhole();
    return reading instanceof OtherReading ? undefined : reading;
  }
  const isPlain = Object.keys(schema).every((keyword) =>
    ['type', 'properties', 'required', 'additionalProperties', 'description'].includes(keyword),
  );
  const named = parameters.filter(({ role }) => role !== 'context');
  if (!isPlain || typeof schema.additionalProperties === 'object' || named.some(({ name }) => name in Object.prototype)) return undefined;
  const inOrder = Object.keys(schema.properties ?? {}).join() === named.map(({ name }) => name).join();
  return new ObjectReading({
    isWhole: inOrder,
    fields: named.map(({ name, default: fallback }): Field => {
      const property = (schema.properties?.[name] ?? {}) as ContractSchema;
      return {
        name,
        reading: context.plan(property, 1),
        isRequired: schema.required?.includes(name) ?? false,
        ...(fallback !== undefined && { fallback: context.defaultOf(property, fallback) }),
      };
    }),
  });
}
