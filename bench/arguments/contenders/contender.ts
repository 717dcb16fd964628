/** What a contender is. */
import type { CaseName, ContenderName } from '../results.js';

export interface Contender {
  name: ContenderName;
  /** The package whose version is told. */
  package?: string;
  /** What one operation does, and what it gives. */
  does: string;
  /** One checker a shape; whatever it returns is kept alive. */
  checks: Record<CaseName, Check>;
  /** Reads the verdict from what a checker returned. */
  accepts(outcome: unknown): boolean;
}

export type Check = (value: unknown) => unknown;
