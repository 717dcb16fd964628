/** The shared definitions, under provisional names until all are known. */
import type { ContractSchema } from '../../types.js';
import type { Direction } from './handler.js';
import type { ts } from './engine.js';

/** A type that is a definition, or is being made. */
export interface Definition {
  key: string;
  type: ts.Type;
  direction: Direction;
  /** Number of the named definition that it is made in. */
  frame: number;
  /** Absent while it is being made. */
  schema?: ContractSchema;
  /** Whether something refers to it. An anonymous type becomes a definition only when it refers to itself. */
  referred: boolean;
  /** A result that has no JSON form. */
  failed: boolean;
}

/** A definition that has its schema. */
export type FinishedDefinition = Definition & { schema: ContractSchema };

const prefix = '#/$defs/';

/** The reference to a definition, provisional or final. */
export const referenceTo = (key: string): ContractSchema => ({ $ref: prefix + key });

/** The name a reference points to. */
export const referred = (schema: ContractSchema): string | undefined =>
  schema.$ref?.startsWith(prefix) ? schema.$ref.slice(prefix.length) : undefined;

/** All definitions by type and direction, and by provisional key. */
export class Definitions {
  readonly byKey = new Map<string, Definition>();
  private readonly byType = { input: new Map<ts.Type, Definition>(), output: new Map<ts.Type, Definition>() };

  get(type: ts.Type, direction: Direction): Definition | undefined {
    return this.byType[direction].get(type);
  }

  start(type: ts.Type, direction: Direction, frame: number): Definition {
    const key = `t${this.byKey.size + 1}`;
    const definition: Definition = { key, type, direction, frame, referred: false, failed: false };
    this.byKey.set(key, definition);
    this.byType[direction].set(type, definition);
    return definition;
  }

  /** Forgets an anonymous type that nothing referred to: it stays inline. The key stays taken. */
  drop(definition: Definition, before: Definition | undefined): void {
    const types = this.byType[definition.direction];
    if (before) types.set(definition.type, before);
    else types.delete(definition.type);
  }

  /** The definitions that something refers to and that were made. */
  finished(): FinishedDefinition[] {
    return [...this.byKey.values()].filter((one): one is FinishedDefinition => one.referred && one.schema !== undefined);
  }
}
