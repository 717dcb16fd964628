/** A validator that shares no code with ours. It knows schemas by URI, so each gets one for as long as it takes to compile it. */
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import type { JsonSchema } from '../../../src/types.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
let count = 0;

/** The verdict on JSON values; formats are annotations to it. */
export async function independent(schema: JsonSchema): Promise<(value: unknown) => boolean> {
  count += 1;
  const uri = `https://no-drift.test/${count}`;
  registerSchema(schema as Parameters<typeof registerSchema>[0], uri, dialect);
  const check = await validate(uri);
  unregisterSchema(uri);
  return (value) => check(value as Parameters<typeof check>[0]).valid;
}
