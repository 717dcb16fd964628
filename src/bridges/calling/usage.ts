/** What answers cost, summed. */

/** Tokens. Whatever else a provider counts stands beside them under its own name. */
export interface Usage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  readonly [other: string]: number | undefined;
}

/** The sum, count by count. */
export function addUsage(one: Usage | undefined, other: Usage | undefined): Usage {
  const sum: Record<string, number> = {};
  for (const usage of [one, other])
    for (const [name, count] of Object.entries(usage ?? {})) if (typeof count === 'number') sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/** Usage out of the counts that are there. */
export function usageOf(counts: Readonly<Record<string, number | null | undefined>>): Usage {
  return Object.fromEntries(Object.entries(counts).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
