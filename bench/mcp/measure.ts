/** The three measurements: calls under three loads, memory over many calls, and the listing of many tools. */
import { Child } from './child.js';
import type { Contender } from './contenders.js';
import { calling, Clients, type Kind } from './load.js';
import type { CallRow, ListRow, MemoryRow, Sample } from './results.js';
import { assertListed, listOf } from './wire.js';

export interface Pace {
  rounds: number;
  /** Milliseconds of one contender in one round, and before them, uncounted. */
  window: number;
  warmUp: number;
  /** Calls before the first reading of memory, and between the two. */
  memoryWarmUp: number;
  memoryCalls: number;
  /** Peers make this share of those calls: a thousand a second would take them minutes. */
  peersShare: number;
}

/** Requests under way at once. */
export const concurrencies = [1, 16, 64] as const;
const memoryConcurrency = 16;

/** Rows of those that ran, in the order of the field, and why others did not. */
export interface Measured<Row> {
  rows: Row[];
  failures: Record<string, string>;
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** Contenders at work side by side. One that does not start, breaks or answers wrongly leaves, and is told. */
class Field {
  readonly failures: Record<string, string> = {};
  #entrants: Entrant[] = [];

  async enter(contenders: readonly Contender[], tools: number, check: (clients: Clients) => Promise<void>): Promise<void> {
    for (const contender of contenders) {
      await this.#guarded(contender.name, async () => {
        const child = await Child.start(contender, tools);
        this.#entrants.push({ name: contender.name, clients: new Clients(child, contender.mode) });
        await check(this.#entrants.at(-1)?.clients as Clients);
      });
    }
  }

  /** Gives each a turn; the one that begins is another in each round. */
  async round(turn: (name: string, clients: Clients) => Promise<void>, round = 0): Promise<void> {
    const entrants = this.#entrants;
    for (let index = 0; index < entrants.length; index++) {
      const { name, clients } = entrants[(round + index) % entrants.length] as Entrant;
      if (!(name in this.failures)) await this.#guarded(name, () => turn(name, clients));
    }
  }

  async leave(): Promise<void> {
    await Promise.all(this.#entrants.map(({ clients }) => clients.child.stop()));
    this.#entrants = [];
  }

  async #guarded(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).trim();
      this.failures[name] = reason;
      tell(`${name} leaves: ${reason}`);
    }
  }
}

interface Entrant {
  name: string;
  clients: Clients;
}

type Seen = Sample & { bytes: number };

/** Each round gives every contender the same short time; the median of the rounds counts. */
async function race(field: Field, kind: Kind, concurrency: number, pace: Pace): Promise<Map<string, Seen>> {
  const seen = new Map<string, Seen[]>();
  const span = { milliseconds: pace.window };
  const warmUp = { milliseconds: pace.warmUp };
  for (let round = 0; round < pace.rounds; round++) {
    await field.round(async (name, clients) => {
      const sample = await clients.measure(kind, concurrency, span, warmUp);
      seen.set(name, [...(seen.get(name) ?? []), sample]);
    }, round);
  }
  return new Map([...seen].filter(([name]) => !(name in field.failures)).map(([name, samples]) => [name, medians(samples)]));
}

function medians(samples: readonly Seen[]): Seen {
  const of = (key: keyof Seen): number => {
    const sorted = samples.map((sample) => sample[key]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu: of('cpu'), load: of('load'), bytes: of('bytes') };
}

export async function measureCalls(contenders: readonly Contender[], pace: Pace): Promise<Measured<CallRow>> {
  const field = new Field();
  const rows: CallRow[] = [];
  try {
    await field.enter(contenders, 1, (clients) => clients.check());
    for (const concurrency of concurrencies) {
      tell(`calls, ${concurrency} at once`);
      for (const [contender, { bytes: _, ...sample }] of await race(field, calling, concurrency, pace))
        rows.push({ contender, concurrency, ...sample });
    }
  } finally {
    await field.leave();
  }
  return { rows: inOrder(rows, contenders), failures: field.failures };
}

/** `tools/list`, one request at a time. */
export async function measureLists(contenders: readonly Contender[], count: number, pace: Pace): Promise<Measured<ListRow>> {
  tell(`tools/list of ${count} tools`);
  const field = new Field();
  try {
    await field.enter(contenders, count, async () => undefined);
    const seen = await race(field, { request: listOf, verify: assertListed(count) }, 1, pace);
    const rows = [...seen].map(([contender, sample]) => ({ contender, ...sample }));
    return { rows: inOrder(rows, contenders), failures: field.failures };
  } finally {
    await field.leave();
  }
}

/** One contender after the other, each in a fresh process. */
export async function measureMemory(contenders: readonly Contender[], pace: Pace, ours: ReadonlySet<string>): Promise<Measured<MemoryRow>> {
  const field = new Field();
  const rows: MemoryRow[] = [];
  for (const contender of contenders) {
    tell(`memory, ${contender.name}`);
    try {
      await field.enter([contender], 1, (clients) => clients.check());
      await field.round(
        async (name, clients) =>
          void rows.push({ contender: name, ...(await memoryOf(clients, pace, ours.has(name) ? 1 : pace.peersShare)) }),
      );
    } finally {
      await field.leave();
    }
  }
  return { rows, failures: field.failures };
}

async function memoryOf(clients: Clients, { memoryWarmUp, memoryCalls }: Pace, share: number): Promise<Omit<MemoryRow, 'contender'>> {
  const run = (calls: number): Promise<{ calls: number }> => clients.measure(calling, memoryConcurrency, { calls }, { calls: 0 });
  await run(memoryWarmUp * share);
  const warm = await clients.child.usage('memory');
  const { calls } = await run(memoryCalls * share);
  return { calls, warm, after: await clients.child.usage('memory') };
}

function inOrder<Row extends { contender: string }>(rows: readonly Row[], contenders: readonly Contender[]): Row[] {
  return contenders.flatMap(({ name }) => rows.filter(({ contender }) => contender === name));
}
