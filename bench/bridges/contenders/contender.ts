import type { Spec } from './tools.js';

/** What a model is told of a tool, as far as it is compared. */
export interface Told {
  name: string;
  schema: { properties?: object };
}

/** Tools that were made once, for as many requests as there are. */
export interface Declared {
  /** The tools of the next request, in the form in which they leave. */
  tools(): unknown;
  /** For the check of what was measured. */
  told(tools: unknown): Told[];
}

/** One way to have tools. */
export interface Contender {
  name: string;
  /** From what the author says to tools that can be called. */
  declare(specs: readonly Spec[]): Declared | Promise<Declared>;
  /** One call, from the model's text to what the model reads; nothing but what is needed for that. Absent where nothing is validated. */
  call?(text: string): Promise<string>;
  /** A whole conversation: the model calls, reads the result and answers. Gives what it answered, and what it had read. */
  turn?(): Promise<{ said: string; read: string }>;
}
