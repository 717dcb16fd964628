enum Level { Zulu = 'z', Alpha = 'a', Mike = 'm' }
enum Bits { One = 1 << 0, Two = 1 << 1, Length = 'abc'.length }
interface Cat { kind: 'cat'; lives: number }
interface Dog { kind: 'dog'; bark: string }
interface ByName { name: string; id?: never }
interface ById { id: number; name?: never }
export function unions(
  order: 'z' | 'b' | 'a',
  nullable: 'z' | 'a' | null,
  level: Level | null,
  subset: Exclude<Level, Level.Alpha>,
  bits: Bits,
  keys: keyof Dog,
  primitives: string | number | null,
  mixed: boolean | 'auto',
  pet: Cat | Dog,
  either: ByName | ById,
  list: string | string[],
): void {}
