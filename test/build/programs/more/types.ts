/** Types of the further cases: every kind that a DTO may be made of. */
import type { Elsewhere as Renamed } from './other';
import Default, { Level as Grade, type Elsewhere } from './other';

export type { Renamed, Elsewhere, Default, Grade };
export interface User { id: number; name: string; email?: string }
export class Point { x!: number; y!: number }
export class Node3<T> { value!: T; next?: Node3<T> }
export class Paged<T = string, E extends object = { code: number }> { items!: T[]; error?: E }
export class Users extends Paged<User> { count!: number }
export class Keyed<K extends string, V> { entries!: Record<K, V>; pairs!: [K, V][] }
export class First { one!: string }
export class Second extends First { two!: number }
export class Third extends Second { three?: boolean; declare two: 1 | 2 }
export class Parameters3 { constructor(public readonly id: number, public name = 'n', public note?: string, private secret = 1, protected depth = 2) { void this.secret; } }
export class Accessors { accessor size = 1; accessor label!: string; get area(): number { return 1; } static { void 0; } static readonly count = 1; #hidden = 1; plain!: string; peek() { return this.#hidden; } }
export class Quoted { 'a/b'!: string; 'm~n'?: number; '$ref'!: string; 'ключ'?: boolean; 1!: string; ['computed']!: number; 'constructor-like'?: string }
export interface Odd { 'constructor': string; toString?: string; hasOwnProperty?: number }
const computedKey = 'made' as const;
export interface Made { [computedKey]: number; ['other']: string }
export interface ChainA { b?: ChainB; list: ChainC[] }
export interface ChainB { c: ChainC | null }
export interface ChainC { a?: ChainA; n: number }
export class Left { right?: Right; n!: number }
export class Right { left?: Left; s!: string }
export interface Tree<T> { value: T; children: Tree<T>[] }
export interface Wrap<T> { data: T; meta: { inner: T[]; page: Tree<T> } }
export type List<T> = { head: T; tail: List<T> } | null;
export type Nested<T> = T | Nested<T>[];
export type Deep<T> = T extends (infer U)[] ? Deep<U>[] : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;
export type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] };
export interface Dated { at: Date; list: Date[]; map: Map<string, Date>; site: URL; nested: { when: Date | null } }
export type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends object ? DeepReadonly<T[K]> : T[K] };
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface Company { boss: User; staff: User[]; site: { city: string; geo: { lat: number; lon: number } } }
export type Element<T> = T extends readonly (infer U)[] ? U : never;
export type Prefixed<T, P extends string> = { [K in keyof T as K extends string ? `${P}${Capitalize<K>}` : never]: T[K] };
export type OnlyStrings<T> = { [K in keyof T as T[K] extends string | undefined ? K : never]: T[K] };
export type Mutable<T> = { -readonly [K in keyof T]-?: T[K] };
export type Nullable<T> = { [K in keyof T]: T[K] | null };
export type Flatten<T> = { [K in keyof T]: T[K] } & {};
export type RequireOne<T, K extends keyof T = keyof T> = K extends keyof T ? Required<Pick<T, K>> & Partial<Omit<T, K>> : never;
export type Either = { ok: true; value: number } | { ok: false; error: string };
export type ByNull = { tag: null; a: string } | { tag: 'x'; b: number };
export enum Kind { Circle = 'circle', Square = 'square' }
export enum Size { S = 1, M, L = 10 }
export enum Bits { None = 0, Read = 1 << 0, Write = 1 << 1, All = Read | Write }
export const enum Fast { On = 'on', Off = 'off' }
export declare enum Ambient { A = 1, B = 2 }
export import Shade = Kind;
export type KindAlias = Kind;
export enum Minus { Down = -1, Zero, Up }
export enum Text { A = `a${'b'}`, 'with space' = 'w s' }
export type Shape2 = { kind: Kind.Circle; r: number } | { kind: Kind.Square; s: number };
export type BySize = { size: Size.S; a: string } | { size: Size.M | Size.L; b: string };
export const colours = ['red', 'green'] as const;
export const roles = { admin: 1, guest: 2 } as const;
export const routes = { home: '/', about: '/about' } satisfies Record<string, string>;
export type Colour = (typeof colours)[number];
export type Role = keyof typeof roles;
export type RoleValue = (typeof roles)[Role];
declare const brandKey: unique symbol;
export type Branded<T, B extends string> = T & { readonly [brandKey]: B };
export type ZodBrand = string & { [brandKey]: { UserId: true } };
declare const tagKey: unique symbol;
export type Tagged<T, N extends PropertyKey, M = never> = T & { readonly [tagKey]: { [K in N]: M } };
export type Opaque<T, N> = T & { readonly __opaque__: N };
export type BrandedDate = Date & { __brand: 'Day' };
export type BrandedPoint = Point & { readonly __brand: 'p' };
export type BrandedUser = User & { readonly [brandKey]: 'u' };
export class Phantom { private readonly _brand!: void; value!: string; say() { return this._brand; } }
export interface WithMethod { name: string; greet?(): string }
export interface Mixed extends Point { label: string }
export interface Hybrid { (x: number): string; version: string }
export interface HasCall { run: { (x: number): void } }
export namespace Geo { export interface Place { at: Spot } export interface Spot { lat: number } export namespace Deep { export class Area { m2!: number } } }
export class MergedClass { a!: string }
export interface MergedClass { b?: number; act(): void }
export namespace MergedClass { export class Inner { q!: 1 } }
export interface Merged { a: string }
export interface Merged { b?: number }
export type Method = 'GET' | 'POST';
export type Route = `${Method} /${string}`;
export type Version = `${number}.${number}.${number}`;
export type Hex = `#${string}`;
export type Range2 = [from: number, to: number];
export type Concat<A extends unknown[], B extends unknown[]> = [...A, ...B];
export interface Indexed { id: number; [key: string]: number | string | undefined }
export interface DataAttributes { [key: `data-${string}`]: string; id?: string }
export interface Both { [key: string]: string | number; [key: number]: number }
export interface Cell extends Array<string> {}
export interface Dictionary extends Record<string, number> {}
export interface Opened extends Record<string, unknown> { id: number }
export class Defaults {
  text = 'a'; count = 3; on = true; list: number[] = [1, 2]; shape: { a: number } = { a: 1 }; kind: Kind = Kind.Circle; size = Size.M; big = 10n;
  when = new Date(0); maybe: string | null = null; pair: [number, string] = [1, 'x']; neg = -1.5; role: Role = 'admin'; path = routes.home; map = new Map<string, number>();
  colours: Colour[] = [...colours]; readonly fixed = 'f'; later = Date.now(); inner = new Point();
}
/** @minLength 2 */
export type Short = string;
/** @minLength 2 */
export type BrandedShort = string & { readonly __brand: 'Short' };
/** @minimum 0
 * @maximum 100 */
export type Percent = number;
export type Low = number; /** @maximum 3 */ export type SameLine = number; /** @minProperties 1 */ export interface AtLeastOne { a?: 1; b?: 2 }
/** @minItems 1 */
export type NonEmpty = string[];
/** @pattern ^[a-z]+$ */
export type Slug = string;
/** A thing. */
export class Documented {
  /** @minimum 1
   * @maximum 5 */
  stars!: number;
  /** @format email */
  mail!: string;
  /** @maxLength 3 */
  code?: Short;
  /** @uniqueItems true */
  tags?: string[];
  /** @multipleOf 0.5 */
  step?: number;
  /** @TJS-type integer */
  whole?: number;
  /** @exclusiveMinimum 0 */
  above?: number;
  slug?: Slug; share?: Percent; many?: NonEmpty; shares?: Percent[]; byName?: Record<string, Percent>; either?: Percent | null;
}
interface Local { only: string }
export interface UsesLocal { local: Local }
export interface Later { value: DeclaredLater }
export interface DeclaredLater { z: number }
export type Fn = (x: number) => string;
export type ReturnOf = ReturnType<() => { a: number }>;
export type ParamOf = Parameters<(a: string, b?: number) => void>;
export type Ctor = ConstructorParameters<typeof Parameters3>;
export type Instance = InstanceType<typeof Point>;
export abstract class AbstractBase<T> { id!: T; abstract run(): void }
export class Concrete extends AbstractBase<number> { extra!: string; run() {} }
export class Chain { parent?: this; n!: number }
export interface Fluent { self?: this; v: string }
export class Optionals { a?: string; b: string | undefined; c!: string | null; d?: string | null; e: string | null | undefined }
export type Grow<T> = { v: T; next?: Grow<T[]> };
export interface GrowWide<T> { a?: GrowWide<T[]>; b?: GrowWide<{ v: T }>; c?: GrowWide<[T]>; d?: GrowWide<Set<T>>; e?: GrowWide<T | null>; f?: GrowWide<Map<string, T>>; g?: GrowWide<[T, T]> }
export interface Circular { me: Circular[]; map: Map<string, Circular>; set?: Set<Circular> }
export type Tuples = [Tuples?];
export type Expression = number | ['+', Expression, Expression] | { neg: Expression };
export class WithSelfArray { children: WithSelfArray[] = []; name!: string }
export interface WithSymbol { [Symbol.iterator]?: string; [Symbol.toStringTag]: string; n: number }
