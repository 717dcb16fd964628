/** Argument classes whose decorators, setters and rules misbehave, and rules on more values than class-validator can bear. */
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Expose, Transform } from 'class-transformer';
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

describe('hostile classes', () => {
  it('what a setter or @Transform throws goes to the operator, not to the caller', async () => {
    for (const owner of [ThrowingTransform, ThrowingSetter]) {
      logged.length = 0;
      const { error } = await receive(owner, object({ a: string }), { a: 'x' });
      assert.equal(error?.code, 'INVALID_ARGUMENTS');
      assert.doesNotMatch(error.message, /secret/);
      assert.match(logged.join('\n'), new RegExp(`${owner.name} refused arguments: secret`));
    }
  });

  it('an asynchronous @Transform is a fault of the class, and its failure does not end the process', async () => {
    const { error } = await receive(Promising, object({ a: string }), { a: 'x' });
    assert.equal(error?.code, 'INVALID_DEFINITION');
    assert.match(error.message, /Promising: the @Transform\(\) of 'a' gives a promise/);
    await new Promise((resolve) => setTimeout(resolve, 5));
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
