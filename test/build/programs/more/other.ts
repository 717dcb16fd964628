/** Types that the further cases import: renamed, by default, in a circle. */
import type { User } from './types';

export interface Elsewhere { owner: User; at: Date }
export enum Level { Low = 'low', High = 'high' }
export const enum Far { A = 1, B = 'b' }
export default class DefaultDto { d!: string }
export interface Same { other: number }
