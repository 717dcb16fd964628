/** Slips in tools made by hand: each is told when the tool is made, with what to write instead. */
import { equal, ok, throws } from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { param, payload, Prompt, Resource, Tool, tool, ToolRegistry } from '../../src/index.js';

const make = (init: unknown): Tool => new Tool(init as ConstructorParameters<typeof Tool>[0]);
const refusal = (message: RegExp, code = 'INVALID_DEFINITION'): object => ({ code, message });

/** As a library without a conversion of ours has it. */
const standard = (vendor: string): object => ({ '~standard': { version: 1, vendor, validate: () => ({ issues: [] }) } });
const callable = (vendor: string): object => Object.assign(() => true, standard(vendor));

/** What stands in place of a JSON Schema, and what is said of it. */
const schemas: readonly [what: string, schema: unknown, message: RegExp][] = [
  [
    'an object of zod',
    z.object({ a: z.string() }),
    /must be JSON Schema, and is a schema of zod: pass z\.toJSONSchema\(schema, \{ io: 'input' \}\)/,
  ],
  ['a text of zod', z.string(), /is a schema of zod/],
  ['a shape of zod', { a: z.string() }, /'a' is none of its keywords; it must be JSON Schema.*pass z\.toJSONSchema\(z\.object\(\{ … \}\)/],
  ['zod 3 before Standard Schema', { _def: {}, safeParse: () => undefined }, /is a schema of zod/],
  ['valibot', standard('valibot'), /is a schema of valibot: pass toJsonSchema\(schema\) of '@valibot\/to-json-schema'/],
  ['arktype, a function', callable('arktype'), /is a schema of arktype: pass schema\.toJsonSchema\(\)/],
  ['another library', standard('other'), /is a schema of other: pass what other makes of it as JSON Schema/],
  ['the input of a tool', new Tool({ name: 'other' }).input, /pass the tool's inputSchema/],
  [
    'names of types',
    { sku: 'string', count: 'number?' },
    /'sku' is none of its keywords; write for example \{ type: 'object', properties: \{ sku:/,
  ],
  ['constructors', { sku: String }, /'sku' is none of its keywords/],
  ['properties at the root', { sku: { type: 'string' } }, /'sku' is none of its keywords/],
  ['properties beside the type', { type: 'object', sku: { type: 'string' } }, /'sku' is none of its keywords/],
  ['a property with the name of a keyword', { title: 'string', sku: 'string' }, /'sku' is none of its keywords/],
];

describe('a tool made by hand', () => {
  for (const which of ['inputSchema', 'outputSchema'])
    for (const [what, schema, message] of schemas)
      it(`${which}: refuses ${what}`, () => {
        throws(() => make({ name: 'z', [which]: schema, handler: () => 1 }), refusal(message));
        throws(() => make({ name: 'z', [which]: schema, handler: () => 1 }), refusal(new RegExp(`new Tool\\("z"\\): '${which}'`)));
      });

  it('refuses schemas of libraries within a JSON Schema', () => {
    const inputSchema = { type: 'object', properties: { a: z.string() } };
    throws(
      () => make({ name: 'z', inputSchema }),
      refusal(/\/properties\/a must be JSON Schema, and is a schema of zod/, 'UNSUPPORTED_SCHEMA'),
    );
    const items = { type: 'object', properties: { a: { type: 'array', items: callable('arktype') } } };
    throws(() => make({ name: 'z', inputSchema: items }), refusal(/\/properties\/a\/items must be.*arktype/, 'UNSUPPORTED_SCHEMA'));
  });

  it('refuses an instance of a class, also within a JSON Schema', () => {
    class Foo {
      a!: string;
    }
    for (const which of ['inputSchema', 'outputSchema']) {
      const words = refusal(/must be JSON Schema, a plain object, and is an instance of Foo; a class itself will do/);
      throws(() => make({ name: 'z', [which]: new Foo() }), words);
      throws(() => make({ name: 'z', [which]: new Date() }), refusal(/is an instance of Date/));
    }
    const inputSchema = { type: 'object', properties: { a: new Foo() } };
    throws(() => make({ name: 'z', inputSchema }), refusal(/\/properties\/a must be.* is an instance of Foo/, 'UNSUPPORTED_SCHEMA'));
  });

  it('takes plain objects of any origin, and classes that make JSON Schema', () => {
    class ObjectSchema {
      type = 'object';
      properties = { a: { type: 'string' } };
    }
    const plain = { type: 'object', properties: { a: { type: 'string' } } };
    for (const inputSchema of [
      new ObjectSchema(),
      structuredClone(plain),
      Object.assign(Object.create(null), plain),
      runInNewContext('({ type: "object", properties: { a: {} } })'),
      runInNewContext('({})'),
    ])
      equal(make({ name: 'z', inputSchema }).inputSchema.type, 'object');
  });

  for (const [schema, name, meant] of [
    [{ type: 'object', propertys: { a: { type: 'string' } } }, 'propertys', 'properties'],
    [{ type: 'object', properties: {}, requierd: ['a'] }, 'requierd', 'required'],
    [{ type: 'object', properties: { a: { type: 'string', minLenght: 3 } } }, 'minLenght', 'minLength'],
    [{ type: 'object', properties: { a: { type: 'array', items: { type: 'number', max_imum: 3 } } } }, 'max_imum', 'maximum'],
    [{ type: 'object', anyOf: [{ additionalproperties: false }] }, 'additionalproperties', 'additionalProperties'],
  ] as const)
    it(`refuses the misspelt keyword '${name}', and takes it of an imported tool`, () => {
      const words = refusal(new RegExp(`'${name}' is no keyword of JSON Schema; did you mean '${meant}'\\?`));
      throws(() => make({ name: 'z', inputSchema: schema }), words);
      throws(() => make({ name: 'z', outputSchema: schema }), words);
      ok(make({ name: 'z', inputSchema: schema, imported: true }).inputSchema);
    });

  it('takes annotations of others', () => {
    const names =
      'x-minLenght readOnly nullable example enumNames markdownDescription order group label note units content context version';
    const more =
      'contentEncoding contentMediaType contentSchema propertyOrder propertyOrdering optional sensitive discriminator xml errorMessage';
    for (const name of `${names} ${more} formatMinimum optionalProperties uniqueItemProperties typeof transform widget hint`.split(' ')) {
      const inputSchema = { type: 'object', properties: { a: { type: 'string', [name]: {} }, minLenght: { type: 'string' } } };
      ok(make({ name: 'z', inputSchema }).inputSchema, name);
    }
  });

  it('takes what only looks odd', () => {
    for (const inputSchema of [
      {},
      { description: 'string' },
      { type: 'object', 'x-origin': 'string', $comment: 'string' },
      { type: 'object', default: { type: 'string' }, additionalProperties: { type: 'string' } },
      { properties: { sku: { type: 'string' } }, discriminator: { type: 'string' } },
      { type: 'object', properties: { a: { type: 'string' } }, ...standard('typebox'), ['~standard']: { version: 1, vendor: 'typebox' } },
      z.toJSONSchema(z.object({ a: z.string() }), { io: 'input' }),
    ])
      equal(make({ name: 'z', inputSchema }).inputSchema.type, 'object');
    ok(make({ name: 'z', outputSchema: { type: 'string', default: 'string' } }));
  });

  for (const [key, meant] of [
    ['execute', 'handler'],
    ['run', 'handler'],
    ['func', 'handler'],
    ['Handler', 'handler'],
    ['parameters', 'inputSchema'],
    ['schema', 'inputSchema'],
    ['input_schema', 'inputSchema'],
    ['inputschema', 'inputSchema'],
    ['output_schema', 'outputSchema'],
    ['descripton', 'description'],
  ])
    it(`refuses the option '${key}', which is meant as '${meant}'`, () => {
      throws(
        () => make({ name: 'z', [key as string]: () => 1 }),
        refusal(new RegExp(`new Tool\\("z"\\): unknown option '${key}'; did you mean '${meant}'\\?`)),
      );
    });

  it('takes what comes from elsewhere with more, and classes with state of their own', () => {
    equal(make({ name: 'z', imported: true, execution: {} }).name, 'z');
    class Counter {
      readonly name = 'count';
      total = 0;
      handler(): number {
        return (this.total += 1);
      }
    }
    equal(make(new Counter()).callSync(), 1);
  });

  it('is made of one object', () => {
    for (const init of [undefined, null, 'name'])
      throws(() => make(init), refusal(/new Tool\(\) takes one object, \{ name, description, inputSchema, handler \}/));
    throws(() => make(() => 1), refusal(/a function alone becomes a tool by tool\(fn\)/));
  });
});

describe('schemas beside those of tools', () => {
  /** What registering a method does whose one parameter has this schema. */
  const registering = (decorate: (options: { name: string; schema: never }) => ParameterDecorator, schema: unknown) => (): void => {
    class Service {
      @tool() take(@decorate({ name: 'it', schema: schema as never }) it: object): object {
        return it;
      }
    }
    new ToolRegistry().register(new Service());
  };

  it('of parameters are looked at when the class is registered', () => {
    for (const decorate of [param, payload]) {
      throws(
        registering(decorate, z.object({})),
        refusal(/Service\.take: 'schema' must be JSON Schema, and is a schema of zod: pass z\.toJSONSchema/),
      );
      throws(registering(decorate, { sku: 'string' }), refusal(/Service\.take: 'schema' is no JSON Schema: 'sku' is none of its keywords/));
      registering(decorate, { type: 'object', properties: { sku: { type: 'string' } } })();
    }
    registering(param, { type: 'string', 'x-unit': 'string' })();
  });

  it('of resources and prompts by hand', () => {
    const words = refusal(/'inputSchema' must be JSON Schema, and is a schema of zod/);
    throws(() => new Prompt({ name: 'p', inputSchema: z.object({}) as never, render: () => 'x' }), words);
    throws(() => new Resource({ name: 'r', uri: 'a://{id}', inputSchema: z.object({}) as never, read: () => 'x' }), words);
    const prompt = (more: object): unknown => new Prompt({ name: 'p', ...more } as never);
    throws(
      () => prompt({ handler: () => 'x' }),
      refusal(/new Prompt\("p"\): unknown option 'handler'; did you mean 'render'\? \(known: render, arguments/),
    );
    throws(() => prompt({ parameters: {} }), refusal(/unknown option 'parameters'; did you mean 'inputSchema'\?/));
    throws(() => prompt({ descripton: 'x' }), refusal(/did you mean 'description'\?/));
    const resource = (more: object): unknown => new Resource({ name: 'r', uri: 'a://b', ...more } as never);
    throws(() => resource({ execute: () => 'x' }), refusal(/new Resource\("a:\/\/b"\): unknown option 'execute'; did you mean 'read'\?/));
    throws(() => resource({ mimetype: 'x' }), refusal(/did you mean 'mimeType'\?/));
    throws(() => new Prompt(undefined as never), refusal(/new Prompt\(\) takes one object, \{ name, description, arguments, render \}/));
    throws(() => new Resource(undefined as never), refusal(/new Resource\(\) takes one object, \{ uri, name, description, read \}/));
  });
});
