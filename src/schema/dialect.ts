/** The drafts of JSON Schema that we speak. */
import type { JsonSchema } from '../types.js';
import { eachSubschema } from './walk.js';

export type Dialect = 'draft-07' | '2019-09' | '2020-12';

/** The schemas of schemas, by address. A reference to one asks whether the value is a schema of that draft. */
export const metaschemas: Readonly<Record<string, Dialect>> = {
  'http://json-schema.org/draft-07/schema': 'draft-07',
  'https://json-schema.org/draft/2019-09/schema': '2019-09',
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
};

/** By `$schema`; without it 2020-12, but draft-07 where the schema has tuples of that draft. */
export function dialectOf(schema: JsonSchema): Dialect {
  const named = typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  if (/draft-0[4-7]/.test(named)) return 'draft-07';
  if (named.includes('2019-09')) return '2019-09';
  return named === '' && hasItemsList(schema) ? 'draft-07' : '2020-12';
}

/** `items: [ … ]` is a tuple of draft-07; 2020-12 calls it `prefixItems`. */
function hasItemsList(root: JsonSchema): boolean {
  const seen = new Set<JsonSchema>();
  const open = [root];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (Array.isArray(schema.items)) return true;
    if (seen.has(schema)) continue;
    seen.add(schema);
    eachSubschema(schema, (sub) => open.push(sub));
  }
  return false;
}
