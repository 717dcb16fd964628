/** Checks defaults and examples against the schemas they belong to. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContractSchema } from '../../types.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { PendingCheck } from './parameters.js';

/** Looks at each value; Ajv is only made when a value is not plainly right. */
export class ValueChecker {
  readonly #defs: ReadonlyMap<string, ContractSchema>;
  readonly #report: Report;
  #ajv: Ajv2020 | undefined;

  constructor(defs: ReadonlyMap<string, ContractSchema>, report: Report) {
    this.#defs = defs;
    this.#report = report;
  }

  /** `schema` under its final names. */
  check({ code, value, what, node }: PendingCheck, schema: ContractSchema): void {
    if (isPlainlyRight(schema, value)) return;
    const fault = this.#faultOf(schema, value);
    if (fault === undefined) return;
    if (code === 'TM1301') this.#report('TM1301', node, JSON.stringify(value), what, fault);
    else this.#report('TM1302', node, what, fault);
  }

  #faultOf(schema: ContractSchema, value: unknown): string | undefined {
    this.#ajv ??= createAjv();
    try {
      const validate = this.#ajv.compile({ ...schema, $defs: Object.fromEntries(this.#defs) });
      return validate(value) ? undefined : wordError(validate.errors?.[0]);
    } catch {
      // A schema that does not compile is told of where it is made.
      return undefined;
    }
  }
}

const plainKeys = new Set(['type', 'description', 'title']);

function isPlainlyRight(schema: ContractSchema, value: unknown): boolean {
  if (schema.type !== typeof value || typeof value === 'object') return false;
  return Object.keys(schema).every((key) => plainKeys.has(key));
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, addUsedSchema: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv;
}

function wordError(error: ErrorObject | undefined): string {
  if (!error) return 'it is refused';
  const params = error.params as Record<string, unknown>;
  const detail = params['additionalProperty'] ?? params['allowedValues'];
  const told = detail === undefined ? '' : ` (${typeof detail === 'string' ? detail : JSON.stringify(detail)})`;
  return `${error.instancePath === '' ? 'it' : error.instancePath} ${error.message ?? 'is refused'}${told}`;
}
