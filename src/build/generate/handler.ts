/** What a handler of one kind of type sees of the generator. */
import type { DiagnosticCodeName } from '../diagnostics/diagnostic.js';
import type { ContractSchema } from '../../types.js';
import type { DocReader } from './jsdoc/read.js';
import type { ts } from './engine.js';

/** Whether a schema is for what comes in, or for what a method gives back. */
export type Direction = 'input' | 'output';

/** Where in the source the generator is; diagnostics name and underline it. */
export interface Place {
  /** For example `parameter 'opts'` or `property 'f'`. */
  label: string;
  node: ts.Node;
}

/** The generator, as handlers use it. */
export interface SchemaMaker {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly direction: Direction;
  readonly docs: DocReader;
  /** Schema of a part of the type at hand. `node` tells aliases and the order in the source; it is ignored where it does not denote the type. */
  of(type: ts.Type, node?: ts.TypeNode): ContractSchema;
  /** Runs `make` with a place added to the path that diagnostics name. */
  at<T>(place: Place, make: () => T): T;
  /** Reports that the type has no JSON form; gives a schema to go on with. */
  unsupported(type: ts.Type): ContractSchema;
  /** Reports something at the current place; `{0}` is the path, details come after it. */
  complain(code: DiagnosticCodeName, node?: ts.Node, ...details: string[]): void;
  /** Whether TypeScript's own library or Node's types declare it. */
  isLibrary(symbol: ts.Symbol): boolean;
  /** The name to put into `x-class`. */
  className(symbol: ts.Symbol): string;
  /** Whether the type is a definition (by its `$ref`) and what the definition says so far. */
  resolve(schema: ContractSchema): ContractSchema | undefined;
  /** Remembers that `value` must fit `schema`, to be checked when all definitions are known. */
  expectFit(schema: ContractSchema, value: unknown, keyword: string, node: ts.Node | undefined): void;
}

/** Gives the schema of a kind of type, or undefined when the type is of another kind. */
export type Handler = (type: ts.Type, maker: SchemaMaker, node: ts.TypeNode | undefined) => ContractSchema | undefined;
