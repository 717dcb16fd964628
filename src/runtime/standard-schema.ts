/** Standard Schema v1 (standardschema.dev), as far as we give it. Types only. */
import type { Issue } from '../types.js';

/** The outcome of checking: the value as the method would get it, or what is wrong. */
export type StandardResult<T> = { value: T; issues?: undefined } | { issues: readonly Issue[] };

/** A schema that any library which takes Standard Schema can use. */
export interface StandardSchema<T = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'toolmark';
    readonly validate: (value: unknown) => StandardResult<T> | Promise<StandardResult<T>>;
    readonly types?: { readonly input: unknown; readonly output: T };
  };
}
