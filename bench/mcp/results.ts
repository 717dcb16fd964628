/** What a run of this benchmark leaves behind; the report is made from this and nothing else. */

/** How a client speaks to a server: on its own each time, in a session, or in the protocol from 2026-07-28 on. */
export type Mode = 'stateless' | 'stateful' | 'modern';

/** What is measured: calls under three loads, the listing of many tools, and memory over many calls. */
export type Part = 'calls' | 'lists' | 'memory';

/** What a contender's process has used. */
export interface Usage {
  /** Microseconds of CPU since its start, user and system. */
  cpu: number;
  /** Bytes: resident, and in use in the heap. */
  rss: number;
  heap: number;
}

/** What was seen under one load. */
export interface Sample {
  perSecond: number;
  /** Microseconds from the first byte sent to the last one received. */
  p50: number;
  p99: number;
  /** Microseconds of the server's CPU for each request. */
  cpu: number;
  /** The same of the process that puts the load on it. */
  load: number;
}

export interface CallRow extends Sample {
  contender: string;
  /** Requests under way at once, each on a connection of its own. */
  concurrency: number;
}

export interface ListRow extends Sample {
  contender: string;
  /** Bytes of one answer, headers included. */
  bytes: number;
}

export interface MemoryRow {
  contender: string;
  /** Calls between the two readings. */
  calls: number;
  warm: Usage;
  after: Usage;
}

export interface ContenderInfo {
  name: string;
  mode: Mode;
  /** Of the package, empty for what has none. */
  version: string;
  /** What one request does. */
  does: string;
  /** Why there is nothing to run. */
  absent?: string;
}

export interface Machine {
  node: string;
  cpu: string;
  cores: number;
  /** GiB. */
  memory: number;
  /** ISO 8601, UTC. */
  date: string;
}

export interface Results {
  machine: Machine;
  quick: boolean;
  /** Seconds that the run took. */
  took: number;
  rounds: number;
  /** Milliseconds of one contender in one round. */
  window: number;
  contenders: ContenderInfo[];
  /** Why a contender has no row in a part, by part and name. */
  failures: Record<Part, Record<string, string>>;
  calls: CallRow[];
  memory: MemoryRow[];
  /** How many tools were listed. */
  listSize: number;
  lists: ListRow[];
}
