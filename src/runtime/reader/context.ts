/** What planners share. */
import { annotationKeywords } from '../../schema/walk.js';
import type { Constructor, ContractSchema } from '../../types.js';
import type { RulesLeft } from './object.js';
import type { ReadLong } from './other.js';
import type { Reading, State } from './reading.js';
import type { TextTest } from './text.js';
import type { Definition, Reach } from './union.js';

/** What planning needs to know of a tool. */
export interface PlanContext {
  root: ContractSchema;
  classNamed(name: string): Constructor | undefined;
  /** The test of a `pattern`; undefined where patterns must not run here. */
  patternTest(source: string): TextTest | undefined;
  /** Whether class-transformer's decorators leave this field to the schema. */
  isNative(owner: Constructor, property: string, schema: ContractSchema): boolean;
  /** The rules of a class that its schema does not say. */
  rulesLeft(owner: Constructor, schema: ContractSchema): RulesLeft;
  /** Reads a part of the schema the long way. */
  long(schema: ContractSchema): ReadLong;
  /** Plans a part of the schema, whatever it is. */
  plan(schema: ContractSchema | boolean | undefined, depth: number): Reading;
  /** Makes a default value of a field. */
  defaultOf(schema: ContractSchema, value: unknown): (state: State) => unknown;
  /** The targets of references, by reference. */
  readonly definitions: Map<string, Definition>;
  readonly reach: Reach;
  /** `prefixItems` are those of 2020-12. */
  hasPrefixItems: boolean;
}

/** @param depth levels of the arguments above the value, within its definition */
export type Plan = (schema: ContractSchema, depth: number, context: PlanContext) => Reading | undefined;

/** Keywords that say nothing of validity, and marks that the planner of the surrounding object has seen to. */
const silent = new Set<string>([...annotationKeywords, 'contentEncoding', 'contentMediaType', 'x-secret']);

/** The keywords of a schema that count. */
export const keywordsOf = (schema: ContractSchema): string[] => Object.keys(schema).filter((keyword) => !silent.has(keyword));

/** Whether no other keyword counts than these. */
export function hasOnly(schema: ContractSchema, keywords: readonly string[]): boolean {
  return keywordsOf(schema).every((keyword) => keywords.includes(keyword));
}
