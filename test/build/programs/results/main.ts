interface User { id: number; when: Date; run(): void }
class Written { a = 1; toJSON(): { text: string } { return { text: '' }; } }
export function user(): Promise<User> { return null!; }
export function maybe(): User | undefined { return undefined; }
export function nothing(): Promise<void> { return null!; }
export function anything(): unknown { return null; }
export function stream(): AsyncGenerator<bigint> { return null!; }
export function written(): Written { return null!; }
export function holes(): (string | undefined)[] { return []; }
export function failed(): Error { return null!; }
export function callback(): () => void { return null!; }
export function map(): Map<string, Date[]> { return null!; }
