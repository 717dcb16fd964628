/**
 * The one place that knows the inside of typescript-json-schema's generator: its members are private in the
 * published types. The version is pinned exactly, and a test fails when one of these is missing or changes.
 */
import { getDefaultArgs, JsonSchemaGenerator, type Args, type Definition, ts } from 'typescript-json-schema';

export { ts };
export type { Definition };

/** The members of `JsonSchemaGenerator` that are called or overridden here. */
export interface Engine {
  getTypeDefinition(type: ts.Type): Definition;
  getDefinitionForRootType(type: ts.Type, referred: ts.Symbol | undefined, definition: Definition): Definition;
  getTypeName(type: ts.Type): string;
}

/** How many parameters each of them declares before the first default: what the test compares. */
export const engineMembers: Readonly<Record<keyof Engine, number>> = { getTypeDefinition: 1, getDefinitionForRootType: 3, getTypeName: 1 };

type Names = Record<string, never>;

/** The engine, with its inside in sight. It is built on the checker alone: `buildGenerator` would walk the whole program. */
export const EngineBase = JsonSchemaGenerator as unknown as new (
  symbols: never[],
  allSymbols: Names,
  userSymbols: Names,
  inheritingTypes: Names,
  checker: ts.TypeChecker,
  args: Args,
) => Engine;

/** Settings under which the engine's answers for plain types are the ones wanted. */
export const engineSettings = (): Args => ({ ...getDefaultArgs(), ref: false, required: true, noExtraProps: true, strictNullChecks: true });
