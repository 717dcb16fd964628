/** Manifests written by hand, as the build step would write them. */
import type { Constructor, ContractSchema, ParameterContract, ToolContract, ToolManifest } from '../../src/index.js';

export const string: ContractSchema = { type: 'string' };
export const number: ContractSchema = { type: 'number' };
export const integer: ContractSchema = { type: 'integer' };

export function property(name: string, schema: ContractSchema, more: Partial<ParameterContract> = {}): ParameterContract {
  return { name, role: 'property', required: true, schema, ...more };
}

export function payloadOf(schema: ContractSchema, name = 'payload'): ParameterContract {
  return { name, role: 'payload', required: true, schema };
}

export const contextParameter: ParameterContract = { name: 'context', role: 'context', required: false };

export function contract(parameters: ParameterContract[], more: Partial<ToolContract> = {}): ToolContract {
  const firstDefault = parameters.findIndex(({ initialised, role }) => initialised === true || role === 'rest');
  return { parameters, length: firstDefault < 0 ? parameters.length : firstDefault, ...more };
}

export function object(properties: Record<string, ContractSchema>, more: ContractSchema = {}): ContractSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more };
}

interface Parts {
  types?: Record<string, Constructor>;
  $defs?: Record<string, ContractSchema>;
}

export function manifestOf(cls: Constructor, methods: Record<string, ToolContract>, { types = {}, $defs = {} }: Parts = {}): ToolManifest {
  const thunks = <V>(values: Record<string, V>): Record<string, () => V> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, () => value]));
  return {
    version: 1,
    sources: {},
    classes: [{ class: () => cls, name: cls.name, source: 'x.ts', methods: thunks(methods) }],
    functions: [],
    types: thunks(types),
    $defs: thunks($defs),
  };
}
