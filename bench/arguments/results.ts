/** What a run of this benchmark leaves behind; the report and the docs are made from this and nothing else. */

/** The shapes that are checked. */
export type CaseName = 'flat' | 'email' | 'order' | 'items';

/** What is asked of a checker: an accepted value, or one with one fault near its end. */
export type Kind = 'accepted' | 'type' | 'rule' | 'key';

/** The names of contenders, in the order of the tables. */
export type ContenderName =
  | 'by hand'
  | 'toolmark'
  | 'toolmark, explicit schema'
  | 'Ajv'
  | 'typia'
  | 'TypeBox'
  | 'zod'
  | 'valibot'
  | 'arktype'
  | 'class-validator';

/** Operations a second, or undefined for what did not run. */
export type Speeds = Partial<Record<ContenderName, number>>;

export interface ContenderInfo {
  name: ContenderName;
  /** Of the package, empty for what has none. */
  version: string;
  /** What one operation does, and what it gives. */
  does: string;
  /** Why it did not run. */
  absent?: string;
}

/** Speeds of one shape and kind of value. */
export interface SpeedRow {
  case: CaseName;
  kind: Kind;
  speeds: Speeds;
}

/** The same contender before and after more decorated classes were made. */
export interface CrowdRow {
  case: CaseName;
  contender: ContenderName;
  /** Operations a second, before and after. */
  before: number;
  after: number;
}

/** Calls through `registry.call`, operations a second. */
export interface CallRow {
  case: CaseName;
  kind: Kind;
  speed: number;
}

export interface Overhead {
  /** Calls a second. */
  direct: number;
  validated: number;
  registry: number;
}

/** What the measuring process gives. */
export interface Throughput {
  rounds: number;
  /** Milliseconds of one contender in one round. */
  window: number;
  contenders: ContenderInfo[];
  speeds: SpeedRow[];
  /** How many decorated classes were made for `crowd`. */
  crowdSize: number;
  crowd: CrowdRow[];
  calls: CallRow[];
  overhead: Overhead;
}

/** Medians of fresh processes, milliseconds. */
export interface ColdStart {
  runs: number;
  /** Node's own start, with an empty module. */
  empty: number;
  /** `import 'ajv'` alone, and with the first schema compiled. */
  ajvImport: number;
  ajvImportAndCompile: number;
  one: ColdTools;
  thousand: ColdTools;
}

export interface ColdTools {
  tools: number;
  /** From the start of the process to the first checked result. */
  total: number;
  /** Of that: loading all modules, `registry.register`, and the first call. */
  load: number;
  register: number;
  firstCall: number;
  /** Functions made from text between the start of the registration and the first call. */
  compiledBeforeCall: number;
  /** Whether Ajv was loaded when the registration had ended. */
  ajvLoaded: boolean;
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

export interface Results extends Throughput {
  machine: Machine;
  quick: boolean;
  cold: ColdStart;
}
