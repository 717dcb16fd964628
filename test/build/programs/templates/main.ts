export function templates(
  pixels: `${number}px`,
  mail: `${string}@${string}.com`,
  words: `${'a' | 'b'}-${'x' | 'y'}`,
  flag: `v-${boolean}`,
  big: `${bigint}n`,
  upper: Uppercase<string>,
  lower: Lowercase<'ABC'>,
  capital: Capitalize<string>,
  mixed: 'auto' | `${number}%`,
): void {}
