enum Level { Low = 1, High = 2 }
export function builtins(
  date: Date,
  url: URL,
  buffer: Buffer,
  bytes: Uint8Array,
  big: bigint,
  bigs: 1n | 2n,
  set: Set<Date>,
  map: Map<string, bigint>,
  byNumber: Map<number, string>,
  byEnum: ReadonlyMap<Level, string>,
  byWord: Map<'a' | 'b', number>,
  nullable: Date | null,
  either: Date | number,
): void {}
