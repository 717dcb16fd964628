/** What is known of marked methods: before their contracts are made, and after. */
import type { ContractSchema, ToolContract } from '../../types.js';
import type { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { Mark } from './marks.js';

/** The marks that methods carry. */
export type MethodKindName = 'tool' | 'resource' | 'prompt' | 'complete';

/** One mark of a method. */
export interface MethodMark {
  kind: MethodKindName;
  mark: Mark;
  /** What it is published as: a name, a URI; undefined where that cannot be read from the source. */
  identity: string | undefined;
}

/** One marked method of a class. */
export interface MarkedMethod {
  name: string;
  /** Its own marks, and of the kinds it has none of its own of, its parent's. */
  marks: MethodMark[];
  /** The method in the class itself and its ancestors, the nearest first; at least one. */
  lineage: ts.MethodDeclaration[];
}

/** What a method is marked as, each once. */
export const kindsOf = ({ marks }: MarkedMethod): MethodKindName[] => [...new Set(marks.map(({ kind }) => kind))];

/** One argument by the name it has in a call; the fields of a payload are arguments of their own. */
export interface Argument {
  name: string;
  required: boolean;
  /** Without references at its root; absent where the author gives a schema, or where it is not known. */
  schema?: ContractSchema;
  node: ts.Node;
}

/** A marked method whose contract is there. A completion has none. */
export interface FinishedMethod extends MarkedMethod {
  /** For messages: `Atlas.nearby`. */
  owner: string;
  contract?: ToolContract;
  arguments: Argument[];
  /** The rest parameter, where there is one. */
  rest?: ts.Node;
}

/** What the check of one mark sees. */
export interface CheckContext {
  checker: ts.TypeChecker;
  report: Report;
  /** For messages. */
  className: string;
  /** What `@toolset` puts before the names of the class. */
  prefix: string;
  /** All marked methods of the class. */
  methods: readonly FinishedMethod[];
  $defs: ReadonlyMap<string, ContractSchema>;
}

/** Reports what is wrong with one mark of one method. */
export type Check = (method: FinishedMethod, mark: MethodMark, context: CheckContext) => void;
