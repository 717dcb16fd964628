/** Argument classes whose decorators, setters and rules misbehave, and rules on more values than class-validator can bear. */
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Expose, Transform, Type } from 'class-transformer';
import { ArrayUnique, IsOptional, IsString } from 'class-validator';
import { type Constructor, type ContractSchema, payload, tool, ToolRegistry } from '../../src/index.js';
import { contract, manifestOf, object, payloadOf, string } from './support.js';

const logged: string[] = [];
const logger = { error: (message: string) => void logged.push(message), warn: (message: string) => void logged.push(message) };

async function receive(owner: Constructor, schema: ContractSchema, args: Record<string, unknown>, types: Record<string, Constructor> = {}) {
  class Taker {
    @tool() take(@payload() given: object): object {
      return given;
    }
  }
  const manifest = manifestOf(
    Taker,
    { take: contract([payloadOf({ ...schema, 'x-class': 'Given' })]) },
    { types: { Given: owner, ...types } },
  );
  const { value, error } = await new ToolRegistry({ manifest, logger }).register(new Taker()).call({ name: 'take', args });
  return { value, error: error };
}

class ThrowingTransform {
  @Transform(() => {
    throw new Error('secret');
  })
  a!: string;
}

class ThrowingSetter {
  set a(_value: string) {
    throw new Error('secret');
  }
}

class Promising {
  @Transform(async () => {
    throw new Error('secret');
  })
  a!: string;
}

class Renamed {
  @Expose({ name: 'b' }) a!: string;
}

class Distinct {
  @ArrayUnique() names!: string[];
}

class DistinctById {
  @ArrayUnique((item: { id: number }) => item.id) items!: { id: number }[];
}

class Part {
  @IsOptional() @IsString() note?: string;
}

class Whole {
  parts!: Part[];
}

class PromisingItem {
  @Transform(async () => {
    throw new Error('secret');
  })
  a!: string;
}

class PromisingInside {
  @Type(() => PromisingItem) a!: PromisingItem;
}

class PromisingInList {
  @Transform(({ value }) =>
    (value as string[]).map(async () => {
      throw new Error('secret');
    }),
  )
  a!: unknown;
}

class PromisingInMap {
  @Transform(() => new Map([['key', [Promise.reject(new Error('secret'))]]])) a!: unknown;
}

class PromisingRenamed {
  @Expose({ name: 'b' }) other?: string;
  @Type(() => PromisingItem) a!: PromisingItem[];
}

class WithService {
  @Transform(() => new Service()) a!: Service;
}

class Service {
  ready = Promise.resolve();
}

class Resisting {
  constructor() {
    // eslint-disable-next-line no-throw-literal, typescript/only-throw-error -- what a class may do
    throw {
      toString() {
        throw new Error('secret');
      },
    };
  }
  a!: string;
}

class NoType {
  @Type(() => {
    throw new Error('secret');
  })
  a!: Part;
}

class Other {
  a = 'other';
  b = 'kept';
}

class GivesOther {
  constructor() {
    // eslint-disable-next-line no-constructor-return -- what a class may do
    return new Other();
  }
  declare a: string;
}

class GivesProxy {
  constructor() {
    // eslint-disable-next-line no-constructor-return -- what a class may do
    return new Proxy(this, { set: (target, key, value) => Reflect.set(target, key, `${String(value)} by proxy`) });
  }
  declare a: string;
}

class GivesNoPrototype {
  constructor() {
    // eslint-disable-next-line no-constructor-return -- what a class may do
    return Object.create(null) as GivesNoPrototype;
  }
  declare a: string;
}

class OwnMethod {
  a: unknown = (): string => 'own';
}

class OwnAccessor {
  declare a: string;
  constructor() {
    Object.defineProperty(this, 'a', { get: () => 'got', set: (_value: string) => {}, enumerable: true });
  }
}

describe('hostile classes', () => {
  it('what a setter or @Transform throws goes to the operator, not to the caller', async () => {
    for (const owner of [ThrowingTransform, ThrowingSetter]) {
      logged.length = 0;
      const { error } = await receive(owner, object({ a: string }), { a: 'x' });
      assert.equal(error?.code, 'INVALID_ARGUMENTS');
      assert.doesNotMatch(error.message, /secret/);
      assert.match(logged.join('\n'), new RegExp(`${owner.name} refused arguments: Error: secret`));
    }
  });

  it('an asynchronous @Transform is a fault of the class, and its failure does not end the process', async () => {
    const { error } = await receive(Promising, object({ a: string }), { a: 'x' });
    assert.equal(error?.code, 'INVALID_DEFINITION');
    assert.match(error.message, /Promising: the @Transform\(\) of 'a' gives a promise/);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('wherever it stands, and whatever its promise is wrapped in', async () => {
    const unhandled: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (reason) => void unhandled.push(reason));
    const item = object({ a: string }, { 'x-class': 'PromisingItem' });
    const list: ContractSchema = { type: 'array', items: string };
    const cases: readonly [Constructor, ContractSchema, unknown, RegExp][] = [
      [PromisingInside, item, { a: 'x' }, /PromisingItem: the @Transform\(\) of 'a'/],
      [PromisingRenamed, { type: 'array', items: item }, [{ a: 'x' }, { a: 'y' }], /PromisingItem: the @Transform\(\) of 'a'/],
      [PromisingInList, list, ['x', 'y'], /PromisingInList: the @Transform\(\) of 'a'/],
      [PromisingInMap, list, ['x'], /PromisingInMap: the @Transform\(\) of 'a'/],
    ];
    for (const [owner, schema, a, words] of cases) {
      const { error } = await receive(owner, object({ a: schema }), { a }, { PromisingItem });
      assert.equal(error?.code, 'INVALID_DEFINITION', owner.name);
      assert.match(error.message, words);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
    assert.deepEqual(unhandled, []);
  });

  it('a @Transform may give an object that has promises of its own', async () => {
    const { value, error } = await receive(WithService, object({ a: string }), { a: 'x' });
    assert.equal(error, undefined);
    assert.ok((value as { a: unknown }).a instanceof Service);
  });

  it('what was thrown is told once, and without its message where the schema holds a secret', async () => {
    logged.length = 0;
    await receive(ThrowingSetter, object({ a: string, pin: { ...string, 'x-secret': true } }), { a: 'x', pin: 'y' });
    assert.deepEqual(
      logged.map((line) => /refused arguments: (.*)/.exec(line)?.[1]),
      ['Error; its message may hold a secret'],
    );
  });

  it('a constructor that throws what cannot be told, and a @Type that throws, are told all the same', async () => {
    const resisting = await receive(Resisting, object({ a: string }), { a: 'x' });
    assert.equal(resisting.error?.code, 'INVALID_DEFINITION');
    assert.match(resisting.error.message, /Resisting cannot be made .*\(a value that cannot be told/);
    const noType = await receive(NoType, object({ a: object({ note: string }, { 'x-class': 'Part' }) }), { a: { note: 'x' } }, { Part });
    assert.equal(noType.error?.code, 'INVALID_ARGUMENTS');
    assert.doesNotMatch(noType.error.message, /secret/);
  });

  it('a constructor that gives something else than a plain instance has the last word, as in class-transformer', async () => {
    const take = async (owner: Constructor) =>
      (await receive(owner, object({ a: string }), { a: 'x' })) as { value: { a: unknown }; error: unknown };
    const other = await take(GivesOther);
    assert.ok(other.value instanceof Other);
    assert.deepEqual({ ...other.value }, { a: 'x', b: 'kept' });
    assert.equal((await take(GivesProxy)).value.a, 'x by proxy');
    assert.equal((await take(OwnAccessor)).value.a, 'got');
    assert.equal((await take(GivesNoPrototype)).value, undefined);
    assert.equal(typeof (await take(OwnMethod)).value.a, 'function');
  });

  it('a key that @Expose({ name }) renames is not kept under both names', async () => {
    const { value } = await receive(Renamed, object({ b: string }), { b: 'x' });
    assert.deepEqual({ ...(value as object) }, { a: 'x' });
  });

  it('@ArrayUnique on tens of thousands of items takes no seconds, and judges as ever', async () => {
    const names = Array.from({ length: 50_000 }, (_, index) => `name ${index}`);
    const items = Array.from({ length: 20_000 }, (_, id) => ({ id }));
    const ofNames = object({ names: { type: 'array', items: string } });
    const ofItems = object({ items: { type: 'array', items: object({ id: { type: 'number' } }) } });
    const start = performance.now();
    assert.equal((await receive(Distinct, ofNames, { names })).error, undefined);
    assert.equal((await receive(DistinctById, ofItems, { items })).error, undefined);
    assert.equal((await receive(Distinct, ofNames, { names: [...names, 'name 7'] })).error?.code, 'INVALID_ARGUMENTS');
    assert.equal((await receive(DistinctById, ofItems, { items: [...items, { id: 7 }] })).error?.code, 'INVALID_ARGUMENTS');
    assert.ok(performance.now() - start < 4000);
  });

  it('many absent optional fields cost no more than their number', async () => {
    const parts = Array.from({ length: 30_000 }, () => ({}));
    const schema = object({ parts: { type: 'array', items: object({ note: string }, { required: [], 'x-class': 'Part' }) } });
    const start = performance.now();
    const { error } = await receive(Whole, schema, { parts }, { Part });
    assert.equal(error, undefined);
    assert.ok(performance.now() - start < 3000);
  });
});
