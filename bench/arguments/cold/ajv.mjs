// What importing Ajv and compiling one schema takes, in milliseconds.
const start = performance.now();
const { default: Ajv } = await import('ajv');
const imported = performance.now();
const check = new Ajv().compile({
  type: 'object',
  properties: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1, maximum: 100 } },
  required: ['query', 'limit'],
  additionalProperties: false,
});
if (!check({ query: 'tea', limit: 5 })) throw new Error('Ajv refuses what it should take');
const compiled = performance.now();
console.log(JSON.stringify({ imported: imported - start, compiled: compiled - start }));
