/** What the benchmarks hold their numbers to. */

export interface Target {
  says: string;
  /** What was measured, and the bound it is held to. */
  measured: number;
  least?: number;
  most?: number;
  /** Where the measured number, the worst of several, was found. */
  at?: string;
}

/** Whether a measured number keeps its bound; a number that is missing does not. */
export const met = ({ measured, least = -Infinity, most = Infinity }: Target): boolean => measured >= least && measured <= most;
