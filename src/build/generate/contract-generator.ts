/** What the rest of the build step sees of schema generation. */
import type * as ts from 'typescript';
import type { ContractSchema } from '../../types.js';

/** Turns the checker's types into contract schemas. One per Program; shares one table of definitions. */
export interface ContractGenerator {
  /**
   * Schema of one parameter. JSDoc tags of a type alias or DTO field are in it; the parameter's own description is not.
   * @param declaration where diagnostics point to, and whose type node tells aliases
   * @param type the parameter's type as its method's class sees it (generic bases are instantiated); `undefined` is taken out
   */
  parameter(declaration: ts.ParameterDeclaration, type: ts.Type): ContractSchema;
  /** Schema of a return type, awaited by the caller; undefined for void. `AsyncIterable<T>` gives an array of T. */
  output(type: ts.Type, at: ts.Node): ContractSchema | undefined;
  /**
   * Schema of what comes in by itself: what a form asks for, a class of arguments.
   * @param label what it is, for messages
   * @param node the type as written, where it is
   * @param at where diagnostics point to
   */
  input(label: string, type: ts.Type, node: ts.TypeNode | undefined, at: ts.Node): ContractSchema;
  /**
   * To be called once after the last type: shared definitions and classes under their final names, whatever the order of the calls.
   * `rename` maps a schema made before to one with final names.
   */
  finish(): {
    $defs: Map<string, ContractSchema>;
    /** `x-class` name -> the class's symbol. */
    classes: Map<string, ts.Symbol>;
    rename(schema: ContractSchema): ContractSchema;
  };
}
