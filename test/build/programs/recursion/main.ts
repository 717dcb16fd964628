type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
interface Tree { value: number; children: Tree[]; parent?: Tree | null }
interface First { second?: Second }
interface Second { first?: First }
type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] };
interface Holder { inside: { holder: Holder } }
export function recursion(json: Json, trees: Tree[], first: First, deep: DeepPartial<Tree>, inside: Holder['inside']): void {}
