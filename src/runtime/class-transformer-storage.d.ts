/** The records of class-transformer's decorators; the package gives this file no types. */
declare module 'class-transformer/cjs/storage.js' {
  /** An `@Exclude` or `@Expose`. */
  export interface FieldRecord {
    options?: { name?: string; toClassOnly?: boolean; toPlainOnly?: boolean };
  }
  /** A `@Type`. */
  export interface TypeRecord {
    typeFunction?: (...args: never[]) => unknown;
    reflectedType?: unknown;
    options?: { discriminator?: unknown };
  }
  /** A `@Transform`. */
  export interface TransformRecord {
    transformFn: unknown;
    options?: { groups?: string[] };
  }
  type Records<T> = ReadonlyMap<unknown, ReadonlyMap<string, T>>;
  export const defaultMetadataStorage: {
    readonly _typeMetadatas: Records<TypeRecord>;
    readonly _transformMetadatas: Records<TransformRecord[]>;
    readonly _exposeMetadatas: Records<FieldRecord>;
    readonly _excludeMetadatas: Records<FieldRecord>;
    findTypeMetadata(target: unknown, property: string): TypeRecord | undefined;
    findExcludeMetadata(target: unknown, property: string): FieldRecord | undefined;
    findExposeMetadata(target: unknown, property: string): FieldRecord | undefined;
    /** 0: plain to class, 1: class to plain. */
    findTransformMetadatas(target: unknown, property: string, type: 0 | 1): TransformRecord[];
    getExposedMetadatas(target: unknown): unknown[];
    getExcludedMetadatas(target: unknown): unknown[];
    getStrategy(target: unknown): 'none' | 'excludeAll' | 'exposeAll';
  };
}
