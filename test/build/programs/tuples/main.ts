type Head = [first: string, second?: number];
export function tuples(
  pair: readonly [lat: number, lon: number],
  optional: [string, number?],
  rest: [string, ...number[]],
  late: [number, string, string | undefined],
  spread: [...Head, boolean],
  after: [string, ...number[], boolean],
  none: [],
  nothing: never[],
): void {}
