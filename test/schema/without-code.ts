/** Run by engines.test.ts under `--disallow-code-generation-from-strings`: what is checked here must not need generated code. */
import { isForAjv } from '../../src/schema/ajv.js';
import { compileSchema } from '../../src/schema/validator.js';
import type { JsonSchema } from '../../src/types.js';

let isForbidden = false;
try {
  // oxlint-disable-next-line typescript/no-implied-eval -- whether the flag is on
  void new Function('');
} catch {
  isForbidden = true;
}

const schema: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string', pattern: '^[A-Z]\\w+$' }, email: { type: 'string', format: 'email' } },
  required: ['city'],
  additionalProperties: false,
};
const check = compileSchema(schema, 'the schema');
// Often enough that code would be generated if it could.
for (let call = 0; call < 3000; call += 1) check({ city: 'Paris' });

process.stdout.write(
  JSON.stringify({
    isForbidden,
    isForAjv: isForAjv(schema, '2020-12'),
    accepted: check({ city: 'Paris', email: 'a@example.com' }),
    refused: check({ city: 'paris', email: 'a', extra: 1 }),
    slow: compileSchema({ pattern: '^(?=a)(a+)+$' }, 'the schema')(`${'a'.repeat(100)}!`),
  }),
);
