/** The schema pass: legal everywhere, nothing lost in silence, bounded. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { facts, type Provider, providers } from '../../../src/bridges/calling/facts.js';
import { portable } from '../../../src/bridges/calling/portable/index.js';
import { compileSchema } from '../../../src/schema/validator.js';
import type { JsonSchema, ObjectSchema, ToolDefinition } from '../../../src/types.js';
import { acceptedArguments, bfclBatches, bfclCases, bfclSystems, hasData, refusalsOf, serverTools } from './support.js';

const toolOf = (inputSchema: object, name = 'probe'): ToolDefinition => ({
  name,
  description: 'Probes.',
  inputSchema: inputSchema as ObjectSchema,
});

const declaredFor = (provider: Provider, inputSchema: object): ObjectSchema => {
  const declared = declareTools([toolOf(inputSchema)], provider);
  deepEqual(refusalsOf(provider, declared), []);
  return declared.declarations[0]!.parameters;
};

const fits = (schema: object, value: unknown): boolean => compileSchema(schema as JsonSchema, 'the schema')(value).length === 0;

describe('calling: tools of known servers and of BFCL', () => {
  before(function () {
    if (!hasData) this.skip();
  });

  for (const provider of providers)
    it(`are legal for ${provider}, strict or not`, () => {
      for (const [file, tools] of [...serverTools(), ...bfclSystems(), ...bfclBatches()])
        for (const strict of ['auto', true, false] as const)
          deepEqual(refusalsOf(provider, declareTools(tools, provider, { strict })), [], `${file}, strict ${strict}`);
    });

  it('are declared no narrower than they are: what fits the tool fits its declaration', () => {
    let count = 0;
    for (const { tools, answers } of bfclCases())
      for (const answer of answers)
        for (const [name, choices] of Object.entries(answer)) {
          const { inputSchema } = tools.find((tool) => tool.name === name)!;
          const check = compileSchema(inputSchema, 'the schema');
          const args = acceptedArguments(choices, inputSchema).filter((one) => check(one).length === 0);
          count += args.length;
          for (const provider of ['openai-chat', 'anthropic', 'gemini', 'bedrock', 'ollama'] as const) {
            const declared = compileSchema(portable(inputSchema, facts[provider].schema).schema, 'the declaration');
            for (const one of args) deepEqual(declared(one), [], `${provider} ${name}`);
          }
        }
    ok(count > 2000, String(count));
  });

  it('all in one request stay legal where the number of tools allows', () => {
    const all = [...serverTools(), ...bfclSystems()].flatMap(([file, tools]) =>
      tools.map((tool) => ({ ...tool, name: `${file.replace(/\W/g, '.')}/${tool.name}` })),
    );
    for (const provider of providers.filter((one) => facts[one].tools === undefined || facts[one].tools > 128))
      deepEqual(refusalsOf(provider, declareTools(all, provider)), [], provider);
  });
});

const unionOfRequired = {
  type: 'object',
  properties: { route: { type: 'string' }, file: { type: 'string' } },
  anyOf: [{ required: ['route'] }, { required: ['file'] }],
};

const createOrDelete = {
  type: 'object',
  oneOf: [{ $ref: '#/$defs/Create' }, { $ref: '#/$defs/Delete' }],
  $defs: {
    Create: {
      type: 'object',
      properties: { kind: { const: 'create' }, name: { type: 'string' }, by: { type: 'string' } },
      required: ['kind', 'name', 'by'],
      additionalProperties: false,
    },
    Delete: {
      type: 'object',
      properties: { kind: { const: 'delete' }, id: { type: 'integer' }, by: { type: 'string' } },
      required: ['kind', 'id', 'by'],
      additionalProperties: false,
    },
  },
};

describe('calling: unions', () => {
  for (const provider of providers) {
    it(`[B22] at the root become one object for ${provider}, and the description tells`, () => {
      const schema = declaredFor(provider, unionOfRequired);
      deepEqual(Object.keys(schema.properties ?? {}), ['route', 'file']);
      const { declarations, losses } = declareTools([toolOf(unionOfRequired)], provider, { strict: false });
      deepEqual(declarations[0]!.parameters.required ?? [], []);
      ok(`${declarations[0]!.description} ${declarations[0]!.parameters.description}`.includes('route | file'));
      ok(losses.some(({ code }) => code === 'FOLDED'));
    });

    it(`[B28] of classes carry the properties of both for ${provider}, and the discriminator lists both`, () => {
      const { declarations } = declareTools([toolOf(createOrDelete)], provider, { strict: false });
      const { properties = {}, required } = declarations[0]!.parameters;
      deepEqual(Object.keys(properties), ['kind', 'name', 'by', 'id']);
      deepEqual(properties['kind']!.enum, ['create', 'delete']);
      deepEqual(required, ['kind', 'by']);
    });
  }

  it('[B22] accept whatever the original accepts', () => {
    const { schema } = portable(createOrDelete, facts['openai-chat'].schema);
    for (const args of [
      { kind: 'create', name: 'a', by: 'b' },
      { kind: 'delete', id: 1, by: 'b' },
    ])
      ok(fits(createOrDelete, args) && fits(schema, args));
  });

  it('within properties keep their branches, and what stands beside goes into them', () => {
    const inner = { type: 'string', description: 'One.', anyOf: [{ format: 'date' }, { enum: ['today'] }] };
    const schema = declaredFor('openai-chat', { type: 'object', properties: { day: inner }, required: ['day'] });
    deepEqual(schema.properties!['day'], {
      description: 'One.',
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', enum: ['today'] },
      ],
    });
  });
});

describe('calling: keywords that are not taken', () => {
  const timeout = { type: 'object', properties: { timeoutMs: { type: 'number', minimum: 1, maximum: 300_000, description: 'How long' } } };

  it('are said once where both ends of a range are the same', () => {
    const exact = {
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 2, maxLength: 2 },
        pair: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
        one: { type: 'string', minLength: 1, maxLength: 2 },
      },
    };
    for (const provider of ['ollama', 'anthropic'] as const) {
      const { code, pair, one } = declareTools([toolOf(exact)], provider).declarations[0]!.parameters.properties!;
      deepEqual(
        [code, pair, one].map((schema) => schema?.description),
        ['Exactly 2 characters.', 'Exactly 2 items.', 'At least 1 character. At most 2 characters.'],
      );
    }
  });

  it('[B23] are said in the description for a strict tool of Anthropic, each once, and reported', () => {
    const { declarations, losses, strict } = declareTools([toolOf(timeout)], 'anthropic');
    deepEqual(strict, ['probe']);
    deepEqual(declarations[0]!.parameters.properties!['timeoutMs'], {
      description: 'How long. At least 1. At most 300000.',
      type: 'number',
    });
    deepEqual(
      losses.map(({ tool, path, keyword, code }) => ({ tool, path, keyword, code })),
      ['minimum', 'maximum'].map((keyword) => ({ tool: 'probe', path: ['properties', 'timeoutMs'], keyword, code: 'TOLD' })),
    );
  });

  it('[B23] stay where they are taken', () => {
    for (const provider of ['openai-chat', 'gemini', 'bedrock', 'mistral'] as const) {
      const { minimum, maximum } = [declaredFor(provider, timeout).properties!['timeoutMs']!].flatMap((one) => one.anyOf ?? [one])[0]!;
      deepEqual([minimum, maximum], [1, 300_000], provider);
    }
  });

  it('[DPT-151] `$schema`, titles and marks go without a word', () => {
    const { declarations, losses } = declareTools(
      [
        toolOf({
          $schema: 'http://json-schema.org/draft-07/schema#',
          title: 'Args',
          type: 'object',
          properties: { a: { title: 'A', type: 'string', 'x-order': 1 } },
        }),
      ],
      'anthropic',
      { strict: false },
    );
    deepEqual(declarations[0]!.parameters, { type: 'object', properties: { a: { type: 'string' } } });
    deepEqual(losses, []);
  });

  it('a property that is named like a keyword is none', () => {
    const properties = { title: { type: 'string' }, format: { type: 'string' }, $ref: { type: 'string' }, required: { type: 'boolean' } };
    for (const provider of providers.filter((one) => !facts[one].schema.propertyName))
      deepEqual(Object.keys(declaredFor(provider, { type: 'object', properties }).properties!), Object.keys(properties), provider);
  });
});

describe('calling: values and types', () => {
  it('[B24] numbers in an enumeration are legal for Gemini', () => {
    const schema = declaredFor('gemini', {
      type: 'object',
      properties: { dims: { enum: [256, 512, 1024] }, n: { type: 'integer', const: 5 } },
    });
    deepEqual(schema.properties!['dims'], { type: 'string', enum: ['256', '512', '1024'] });
    deepEqual(schema.properties!['n'], { type: 'string', enum: ['5'] });
  });

  it('[B25] nullable strings and items of any kind are legal everywhere, and nothing throws', () => {
    for (const provider of providers) {
      const schema = declaredFor(provider, {
        type: 'object',
        properties: { a: { type: ['string', 'null'] }, b: { type: 'array', items: {} }, c: {}, d: true, e: { type: ['string', 'number'] } },
      });
      deepEqual(Object.keys(schema.properties!), ['a', 'b', 'c', 'd', 'e'], provider);
    }
  });

  it('a nullable enumeration has null once', () => {
    const nullable = { type: ['string', 'null'], enum: ['a', null, 'a', null] };
    for (const provider of providers) {
      const { a } = declaredFor(provider, { type: 'object', properties: { a: nullable } }).properties!;
      const text = JSON.stringify(a);
      ok(!text.includes('"null","null"') && text.split('"null"').length <= 2, `${provider}: ${text}`);
    }
  });

  it('tuples of either draft are legal everywhere, and their order is told', () => {
    for (const tuple of [
      { type: 'array', items: [{ type: 'number' }, { type: 'string' }], additionalItems: false },
      { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
    ])
      for (const provider of providers) declaredFor(provider, { type: 'object', properties: { tuple } });
    const { tuple } = declaredFor('openai-chat', {
      type: 'object',
      properties: { tuple: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false } },
      required: ['tuple'],
    }).properties!;
    deepEqual(tuple, {
      description: 'Items in this order: number, string.',
      type: 'array',
      items: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      maxItems: 2,
    });
  });
});

const tree = {
  type: 'object',
  properties: { tree: { $ref: '#/definitions/Node', description: 'The top.' } },
  definitions: {
    Node: {
      type: 'object',
      properties: {
        value: { type: 'string' },
        next: { $ref: '#/definitions/Node' },
        kids: { type: 'array', items: { $ref: '#/definitions/Node' } },
      },
      required: ['value'],
    },
  },
};

describe('calling: references', () => {
  for (const provider of providers)
    it(`that are recursive, of draft-07 and with words beside them are legal for ${provider}`, () => {
      const schema = declaredFor(provider, tree);
      ok(JSON.stringify(schema).includes('The top.'));
      equal('definitions' in schema, false);
      if (facts[provider].schema.recursion === 'cut') ok(JSON.stringify(schema).includes('More of the same'));
      else ok(JSON.stringify(schema).includes('"$ref":"#/$defs/Node"'));
    });

  it('through required properties are cut for Gemini', () => {
    const list = {
      type: 'object',
      properties: { node: { $ref: '#/$defs/N' } },
      $defs: { N: { type: 'object', properties: { n: { $ref: '#/$defs/N' } }, required: ['n'] } },
    };
    declaredFor('gemini', list);
  });

  it('to the root, to nowhere, and in circles are legal everywhere', () => {
    for (const provider of providers) {
      declaredFor(provider, {
        type: 'object',
        properties: { self: { $ref: '#' }, gone: { $ref: '#/$defs/gone' }, far: { $ref: 'https://example.com/x' } },
      });
      declaredFor(provider, { $ref: '#/$defs/a', type: 'object', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } });
      declaredFor(provider, { type: 'object', allOf: [{ $ref: '#' }], properties: { a: { allOf: [{ $ref: '#/properties/a' }] } } });
      declaredFor(provider, { type: 'object', properties: { a: { anyOf: [{ $ref: '#/properties/a' }] } } });
    }
  });
});

describe('calling: free keys', () => {
  const map = { type: 'object', properties: { env: { type: 'object', additionalProperties: { type: 'string' } } }, required: ['env'] };

  it('a map is never closed: the tool is not strict instead', () => {
    for (const provider of providers) {
      const { declarations, strict } = declareTools([toolOf(map)], provider, { strict: true });
      deepEqual(strict, [], provider);
      ok(!JSON.stringify(declarations[0]!.parameters).includes('"additionalProperties":false'), provider);
    }
  });

  it('patterns of keys become free keys where they are not taken', () => {
    const { env } = declaredFor('gemini', {
      type: 'object',
      properties: { env: { type: 'object', patternProperties: { '^A': { type: 'string' } } } },
    }).properties!;
    deepEqual(env, {
      description: 'A key that matches `^A` has a value of {"type":"string"}.',
      type: 'object',
      additionalProperties: { type: 'string' },
    });
  });

  it('names of properties that Anthropic refuses are declared under others', () => {
    const schema = declaredFor('anthropic', {
      type: 'object',
      properties: { 'user name': { type: 'string' }, ok: { type: 'string' } },
      required: ['user name'],
    });
    equal(schema.required!.length, 1);
    ok(/^user_name_[a-z0-9]{10}$/.test(schema.required![0]!));
  });
});

describe('calling: hostile schemas', () => {
  const deep = (levels: number, make: (inner: object) => object): object => {
    let schema: object = { type: 'string' };
    for (let level = 0; level < levels; level += 1) schema = make(schema);
    return schema;
  };
  const circle: Record<string, unknown> = { type: 'object' };
  circle['properties'] = { a: circle, b: circle, c: circle };
  const doubling = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `d${index}`,
      {
        anyOf: [0, 1].map(() => ({ $ref: `#/$defs/d${index + 1}` })),
        allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }],
      },
    ]),
  );
  const wide = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `d${index}`,
      { type: 'object', properties: Object.fromEntries([1, 2, 3].map((key) => [`p${key}`, { $ref: `#/$defs/d${index + 1}` }])) },
    ]),
  );
  const all = (schema: object): object => ({ type: 'object', properties: { a: schema } });
  const hostile: Record<string, object> = {
    '10,000 levels of properties': deep(10_000, (inner) => ({ type: 'object', properties: { a: inner } })),
    '10,000 levels of anyOf': all(deep(10_000, (inner) => ({ anyOf: [inner] }))),
    '10,000 levels of allOf': all(deep(10_000, (inner) => ({ allOf: [inner] }))),
    '10,000 levels of not': all(deep(10_000, (inner) => ({ not: inner }))),
    'an object that contains itself': circle,
    'definitions that double': { ...all({ $ref: '#/$defs/d0' }), $defs: { ...doubling, d60: { type: 'string' } } },
    'definitions that treble': { ...all({ $ref: '#/$defs/d0' }), $defs: { ...wide, d40: { type: 'string' } } },
    'a million values': all({ enum: Array.from({ length: 1_000_000 }, (_, index) => index) }),
    '12,000 properties': {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`p${index}`, { type: 'string' }])),
    },
    'keys of prototypes': JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"required":["__proto__"]}',
    ) as object,
    'what is no schema': { type: 'object', properties: { a: 5, b: null, c: [] }, required: 'a', anyOf: 'x', enum: 3, items: 4, $ref: 7 },
    'types that there are not': all({ type: ['any', 'dict'], items: { type: 'float' } }),
  };
  // Several providers take the same schemas; one of each kind is enough here.
  const kinds = new Map(providers.map((provider) => [JSON.stringify([facts[provider].schema, facts[provider].strict]), provider]));
  const distinct = [...kinds.values()];
  for (const [name, schema] of Object.entries(hostile))
    it(`${name}: something of bounded size comes out for every kind of provider`, function () {
      this.timeout(60_000);
      for (const provider of distinct) {
        const declared = declareTools([toolOf(schema)], provider, { strict: true });
        const { length } = JSON.stringify([declared.declarations[0]!.parameters, declared.losses]);
        ok(length < 3_000_000, `${provider}: ${length}`);
        deepEqual(refusalsOf(provider, declared), [], provider);
      }
    });

  it('`__proto__` stays a property, and nothing is polluted', () => {
    const { schema } = portable(hostile['keys of prototypes'] as JsonSchema, facts.mistral.schema);
    deepEqual(Object.keys(schema.properties!), ['__proto__', 'constructor']);
  });
});

describe('calling: the schema pass', () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  };

  it('never changes what it is given', () => {
    for (const schema of [unionOfRequired, createOrDelete, tree]) {
      const copy = structuredClone(schema);
      freeze(copy);
      for (const provider of providers) declareTools([toolOf(copy)], provider, { strict: true });
      deepEqual(copy, schema);
    }
  });

  it('gives the same for what it gave', () => {
    for (const provider of providers)
      for (const schema of [unionOfRequired, createOrDelete]) {
        const once = portable(schema, facts[provider].schema);
        deepEqual(portable(once.schema, facts[provider].schema).schema, once.schema, provider);
      }
  });
});
