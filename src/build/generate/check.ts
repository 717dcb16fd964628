/** Whether defaults and examples fit their schemas: judged when all definitions are known. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { ContractSchema } from '../../types.js';

/** Says what is wrong with a value, or nothing. Compiles lazily: most projects have few defaults in tags. */
export function createFitCheck($defs: ReadonlyMap<string, ContractSchema>): (schema: ContractSchema, value: unknown) => string | undefined {
  let ajv: Ajv2020 | undefined;
  const definitions = (): Record<string, ContractSchema> => Object.fromEntries($defs);
  return (schema, value) => {
    ajv ??= addFormats(new Ajv2020({ strict: false, validateFormats: true, logger: false }));
    const whole = JSON.stringify(schema).includes('"$ref"') ? { ...schema, $defs: definitions() } : schema;
    try {
      if (ajv.validate(whole, value)) return undefined;
    } catch (error) {
      return `cannot be checked (${(error as Error).message})`;
    }
    const [first] = ajv.errors ?? [];
    return `${first?.instancePath ? `${first.instancePath} ` : ''}${first?.message ?? 'is not valid'}`;
  };
}

type AddFormats = (ajv: Ajv2020) => Ajv2020;

/** The package is CommonJS: its default export differs between module systems. */
function addFormats(ajv: Ajv2020): Ajv2020 {
  const exported = ajvFormats as unknown as AddFormats & { default?: AddFormats };
  return (exported.default ?? exported)(ajv);
}
