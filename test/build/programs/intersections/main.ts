interface User { id: number; name: string }
interface Address { street: string; city?: string }
export function intersections(
  both: User & Address,
  narrowed: { x: string | number } & { x: string },
  spread: ({ a: 1 } | { b: 2 }) & { c: 3 },
  open: User & { [key: string]: unknown },
  tagged: User & { readonly __brand: 'v' },
): void {}
