import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { CaseName } from '../results.js';
import type { Check, Contender } from './contender.js';
import { schemaOf } from './toolmark.js';
import { cases } from './values.js';

const ajv = new Ajv2020({ strict: false });
(formats as unknown as (instance: Ajv2020) => void)(ajv);

/** A schema without its descriptions, which Ajv does not read. */
const compile = (name: CaseName): Check => ajv.compile(structuredClone(schemaOf(name))) as Check;

export const ajvAlone: Contender = {
  name: 'Ajv',
  package: 'ajv',
  does: "compiled from the schema that toolmark advertises, with ajv-formats; gives only a verdict (and the first fault), on the caller's own value",
  checks: Object.fromEntries(cases.map((name) => [name, compile(name)])) as Record<CaseName, Check>,
  accepts: (outcome) => outcome === true,
};
