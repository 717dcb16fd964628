/** The one intermediate representation: plain data that the module's text and the in-memory manifest are both made of. */
import type { ContractSchema, ToolContract } from '../../types.js';
import type { ExportRef } from '../discover/exports.js';
import type { MethodKindName } from '../discover/marked.js';

/** A class to be imported. */
export interface ClassRef extends ExportRef {
  /** Its constructor is private or protected, so its type is no `Constructor`. */
  closed?: true;
}

/** A service class and the contracts of its methods. */
export interface ClassModel {
  ref: ClassRef;
  name: string;
  /** Absolute path of the file it is declared in. */
  file: string;
  methods: Record<string, ToolContract>;
  /** What the methods are marked as. */
  marks: Record<string, MethodKindName[]>;
}

/** A `tool(fn)` and its contract. */
export interface FunctionModel {
  ref: ExportRef;
  name: string;
  file: string;
  contract: ToolContract;
}

/** A form, made by `form<T>()` or a class given as one, and its schema. */
export interface FormModel {
  ref: ExportRef;
  name: string;
  /** Absolute path of the file it is declared in. */
  file: string;
  schema: ContractSchema;
}

/** A class that is given as a schema. */
export interface SchemaModel {
  ref: ClassRef;
  name: string;
  /** Absolute path of the file it is declared in. */
  file: string;
  input?: ContractSchema;
  output?: ContractSchema;
}

/** Everything of a manifest; only JSON values, sorted. */
export interface ManifestModel {
  classes: ClassModel[];
  functions: FunctionModel[];
  forms: FormModel[];
  schemas: SchemaModel[];
  /** DTO classes by the name that `x-class` uses. */
  types: Record<string, ClassRef>;
  $defs: Record<string, ContractSchema>;
  /** Absolute path -> hash of its text. */
  sources: Record<string, string>;
}
