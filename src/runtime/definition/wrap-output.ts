/** Results that are no object, as protocols want them: within one. */
import { rebase } from '../../schema/rebase.js';
import type { ContractSchema } from '../../types.js';

/** The schema of `{ result: … }`; shared definitions move to the new root, where references look for them. */
export function wrapOutput(schema: ContractSchema): ContractSchema {
  const { $defs, definitions, $schema, ...result } = rebase(schema, '#/properties/result');
  const root: ContractSchema = { type: 'object', properties: { result }, required: ['result'], additionalProperties: false };
  if ($schema !== undefined) root['$schema'] = $schema;
  if ($defs !== undefined) root.$defs = $defs;
  if (definitions !== undefined) root['definitions'] = definitions;
  return root;
}
