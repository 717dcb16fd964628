enum Level { Low = 'low', High = 'high' }
const limits = { most: 5 } as const;
class Base<T> { /** The value. */ value!: T; over!: string | number }
class Everything extends Base<number> {
  declare over: string;
  limit: number = 10;
  tags: string[] = ['a'];
  settings = { deep: true };
  level: Level = Level.Low;
  size = 10 * 1024;
  below = -1;
  most = limits.most;
  word = `plain`;
  when = new Date(0);
  /** Has a bar. */ flag = true;
  optional?: string;
  absent: string | undefined;
  readonly fixed!: string;
  private secret = 1;
  protected inner = 2;
  #hard = 3;
  static shared = 4;
  get computed(): number { return this.#hard; }
  set assigned(value: number) { this.secret = value; }
  method(): number { return this.inner; }
  arrow = (): number => 1;
  constructor(public given: number = 7, private hidden = 8) { super(); }
}
export function classes(all: Everything, picked: Pick<Everything, 'limit'>, partial: Partial<Everything>, only: Readonly<Everything>, none: Everything | null): void {}
export function result(): Everything { return null!; }
