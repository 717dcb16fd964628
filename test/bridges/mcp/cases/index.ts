/** Every case, for any way. */
import type { Case } from './case.js';
import { contextCases } from './context.js';
import { questionCases } from './questions.js';
import { resourceCases } from './resources.js';
import { toolCases } from './tools.js';

export const cases: readonly Case[] = [...toolCases, ...contextCases, ...questionCases, ...resourceCases];
export { type Case, fits, runCase } from './case.js';
export { connect, type Json, type Pipe, type Way } from './way.js';
