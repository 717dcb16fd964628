abstract class Shape { name!: string; abstract area(): number }
class Service { constructor(private readonly x: number) {} run(): number { return this.x; } }
interface Deep<T> { value: T; next?: Deep<T[]> }
export function refused(
  regular: { pattern: RegExp },
  weak: WeakMap<object, string>,
  callback: { run: () => void },
  list: (() => void)[],
  word: symbol,
  later: Promise<string>,
  nothing: never,
  keyed: Map<Date, string>,
  failure: Error,
  floats: Float32Array,
  shape: Shape,
  service: Service,
  deep: Deep<string>,
  missing: NoSuchType,
): void {}
