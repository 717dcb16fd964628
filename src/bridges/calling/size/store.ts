/** Results that were cut, in full, for as long as a run or a session lasts. In memory only. */

/** A result that was cut. */
export interface KeptResult {
  readonly text: string;
  /** Characters that were read of it beyond what was shown. */
  read: number;
}

/** What may stand in a marker. */
const plainId = /^[\w.:|+/=-]{1,256}$/;

/**
 * The full texts of truncated results by id. Give one to each session: two that share it would read each other's.
 * JSON.stringify gives the ids alone, so that a restored session knows which are gone.
 */
export class TruncatedResultStore {
  readonly #kept = new Map<string, KeptResult>();
  readonly #gone: Set<string>;

  /** @param ids those that an earlier session gave: never given again, and told to be gone */
  constructor({ ids = [] }: { ids?: Iterable<string> } = {}) {
    this.#gone = new Set(ids);
  }

  /**
   * @param callId the provider's id of the call, where it gave one
   * @returns the id under which the text can be read: the call's own, with `-2`, `-3` … where that was used before
   */
  keep(text: string, callId?: string): string {
    const id = this.#free(callId);
    this.#kept.set(id, { text, read: 0 });
    return id;
  }

  get(id: string): KeptResult | undefined {
    return this.#kept.get(id);
  }

  /** Whether a result of that id was kept once and is not any more. */
  isGone(id: string): boolean {
    return this.#gone.has(id);
  }

  /** Ids that the transcript of an earlier session names: gone, unless they are kept here. */
  retire(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#kept.has(id)) this.#gone.add(id);
  }

  /** Lets all texts go. */
  clear(): void {
    for (const id of this.#kept.keys()) this.#gone.add(id);
    this.#kept.clear();
  }

  /** The same, at the end of a session. */
  close(): void {
    this.clear();
  }

  /** How many texts are kept. */
  get size(): number {
    return this.#kept.size;
  }

  toJSON(): { ids: string[] } {
    return { ids: [...this.#gone, ...this.#kept.keys()] };
  }

  #free(callId: string | undefined): string {
    const base = callId !== undefined && plainId.test(callId) ? callId : undefined;
    for (let count = 1; ; count += 1) {
      const id = base === undefined ? `result-${count}` : count === 1 ? base : `${base}-${count}`;
      if (!this.#kept.has(id) && !this.#gone.has(id)) return id;
    }
  }
}

const marked = /read_truncated_result\(tool_call_id=\\*"([\w.:|+/=-]{1,256})\\*"/g;

/** The ids that the markers in a transcript name, whatever its form. */
export function markedIds(transcript: unknown): string[] {
  const ids = new Set<string>();
  const open: unknown[] = [transcript];
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') for (const [, id] of value.matchAll(marked)) if (id !== undefined) ids.add(id);
    if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) continue;
    seen.add(value);
    open.push(...Object.values(value));
  }
  return [...ids];
}
