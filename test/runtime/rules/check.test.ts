/** Enforcement: paths, conditions, async rules, and rules that misbehave. */
import assert from 'node:assert/strict';
import {
  ArrayMinSize,
  ArrayUnique,
  IsDateString,
  IsEmail,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Max,
  Min,
  MinLength,
  registerDecorator,
  validateSync,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import {
  argumentsClass,
  checkRules,
  hasAsyncRules,
  hasRules,
  narrowByClass,
  RuleBook,
  type RuleOptions,
} from '../../../src/runtime/rules/index.js';
import type { Constructor, Issue } from '../../../src/types.js';

function atOnce(instance: object, path: (string | number)[] = [], options: RuleOptions = {}): Issue[] {
  const issues = checkRules([{ instance, path }], new RuleBook(options));
  assert.ok(Array.isArray(issues), 'expected an answer at once');
  return issues;
}

/** A custom decorator around one function. */
function custom(judge: (value: unknown) => unknown, { async = false, name = 'custom' } = {}): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name,
      async,
      target: target.constructor,
      propertyName: String(property),
      validator: { validate: (value: unknown) => judge(value) as boolean, defaultMessage: () => '$property is not right' },
    });
}

class Item {
  @IsInt() id!: number;
}

class Order {
  @IsOptional() @ValidateNested() first?: Item;
  @ValidateNested({ each: true }) items!: Item[];
  other!: Item;
  @IsString({ each: true }) tags!: unknown;
}

const make = <T extends object>(owner: new () => T, fields: object): T => Object.assign(new owner(), fields);

describe('checkRules', () => {
  it('[B15] checks each nested instance once, with or without ValidateNested, at its path', () => {
    const bad = make(Item, { id: 'x' });
    const order = make(Order, { first: bad, items: [make(Item, { id: 1 }), bad], other: bad, tags: [] });
    const made = [
      { instance: bad, path: ['items', 1] },
      { instance: bad, path: ['first'] },
      { instance: bad, path: ['other'] },
      { instance: order.items[0] as object, path: ['items', 0] },
      { instance: order, path: [] },
    ];
    const issues = checkRules(made, new RuleBook({})) as Issue[];
    assert.deepEqual(issues.map(({ path }) => path.join('/')).sort(), ['first/id', 'items/1/id', 'other/id']);
  });

  it('points at the element of arrays, maps and sets', () => {
    const paths = (tags: unknown): unknown[] => atOnce(make(Order, { items: [], tags }), ['order']).map(({ path }) => path);
    assert.deepEqual(paths(['a', 1, 'b', 2]), [
      ['order', 'tags', 1],
      ['order', 'tags', 3],
    ]);
    assert.deepEqual(paths(new Set(['a', 1])), [['order', 'tags', 1]]);
    assert.deepEqual(paths(new Map([['k', 1]])), [['order', 'tags', 'k']]);
    assert.deepEqual(paths(5), [['order', 'tags']]);
  });

  it('refuses what ValidateNested finds to be no object', () => {
    const issues = atOnce(make(Order, { first: 5, items: [[new Item(), 'x']], tags: [] }));
    assert.deepEqual(
      issues.map(({ path }) => path),
      [['first'], ['items', 0, 1]],
    );
  });

  it('skips what stands below a property that a condition switches off', () => {
    class Payment {
      kind = 'cash';
      @ValidateIf((payment: Payment) => payment.kind === 'card') @ValidateNested() card!: Item;
    }
    const card = make(Item, { id: 'x' });
    const check = (kind: string): number =>
      (
        checkRules(
          [
            { instance: make(Payment, { kind, card }), path: [] },
            { instance: card, path: ['card'] },
          ],
          new RuleBook({}),
        ) as Issue[]
      ).length;
    assert.equal(check('cash'), 0);
    assert.equal(check('card'), 1);
  });

  it('obeys groups, always and strictGroups as class-validator does', () => {
    class Grouped {
      @Min(5, { groups: ['a'] }) a = 1;
      @Min(5, { always: true }) b = 1;
      @Min(5) c = 1;
    }
    for (const options of [
      {},
      { groups: ['a'] },
      { groups: ['x'] },
      { groups: ['a'], always: true },
      { strictGroups: true },
      { groups: [], strictGroups: true },
    ]) {
      const real = validateSync(new Grouped(), { ...options, forbidUnknownValues: false })
        .map(({ property }) => property)
        .sort();
      assert.deepEqual(
        atOnce(new Grouped(), [], options)
          .map(({ path }) => path[0])
          .sort(),
        real,
        JSON.stringify(options),
      );
    }
  });

  it('lets a redeclared property lose the rules of its base where class-validator does', () => {
    class Base {
      @Min(5) x = 1;
      @Max(0) y = 1;
    }
    class Derived extends Base {
      @Max(3) override x = 4;
    }
    const real = validateSync(new Derived()).flatMap(({ constraints }) => Object.values(constraints ?? {}));
    assert.deepEqual(
      atOnce(new Derived())
        .map(({ message }) => message)
        .sort(),
      real.sort(),
    );
  });

  it('answers with a promise when a rule gives one, declared or not', async () => {
    class Declared {
      @custom(async () => false, { async: true }) x = 1;
    }
    class Silent {
      @custom(() => Promise.resolve(false)) x = 1;
    }
    for (const owner of [Declared, Silent]) {
      const pending = checkRules([{ instance: new owner(), path: [] }], new RuleBook({}));
      assert.ok(pending instanceof Promise);
      assert.deepEqual(await pending, [{ message: 'x is not right', path: ['x'] }]);
    }
  });

  it('answers at once for a custom rule that does', () => {
    let runs = 0;
    class Custom {
      @custom(() => {
        runs += 1;
        return false;
      })
      x = 1;
    }
    assert.equal(atOnce(new Custom()).length, 1);
    assert.equal(runs, 1);
  });

  it('turns a rule that throws or rejects into an issue, tells nothing of what it threw, and goes on', async () => {
    class Throwing {
      @custom(() => {
        throw new Error('secret-dsn');
      })
      a = 1;
      @custom(async () => {
        throw new Error('secret-dsn');
      })
      b = 1;
      @ValidateIf(() => {
        throw new Error('secret-dsn');
      })
      @IsInt()
      c = 1;
      @Min(5) d = 1;
      @Min(5, {
        message: () => {
          throw new Error('secret-dsn');
        },
      })
      e = 1;
    }
    const issues = await checkRules([{ instance: new Throwing(), path: [] }], new RuleBook({}));
    assert.deepEqual(
      issues.map(({ path }) => path[0]),
      ['a', 'b', 'c', 'd', 'e'],
    );
    assert.match(issues[0]?.message ?? '', /a rule on a failed to run/);
    assert.ok(!JSON.stringify(issues).includes('secret'));
  });

  it('[TS-06] keeps values and objects out of the issues', () => {
    class Login {
      @IsEmail() password = 'hunter2-secret';
    }
    const issues = atOnce(new Login());
    assert.deepEqual(issues, [{ message: 'password must be an email', path: ['password'] }]);
  });

  it('words refusals as class-validator does', () => {
    class Worded {
      @Min(5, { message: '$property of $target: $value is below $constraint1' }) a = 1;
      @MinLength(3, { message: ({ constraints }) => `at least ${String(constraints[0])}` }) b = 'x';
      @IsNotEmpty() c = '';
    }
    const real = validateSync(new Worded()).flatMap(({ constraints }) => Object.values(constraints ?? {}));
    assert.deepEqual(
      atOnce(new Worded()).map(({ message }) => message),
      real,
    );
  });

  it('lets a rule on the JSON form of a built-in judge that form', () => {
    class BuiltIns {
      @IsDateString() at: unknown = new Date(0);
      @IsUrl() site: unknown = new URL('https://example.com/');
      @Min(1) id: unknown = 5n;
      @ArrayMinSize(1) tags: unknown = new Set(['a']);
    }
    assert.deepEqual(atOnce(new BuiltIns()), []);
    const wrong = make(BuiltIns, { id: 0n, tags: new Set(), at: new Date(Number.NaN) });
    assert.deepEqual(
      atOnce(wrong).map(({ path }) => path[0]),
      ['at', 'id', 'tags'],
    );
  });

  it('tells items apart by the function of @ArrayUnique, also in long arrays', () => {
    class Numbers {
      @ArrayUnique((item: unknown) => Math.abs(Number(item))) short: number[] = [1, -1];
      @ArrayUnique((item: { id: number }) => item.id) long: object[] = Array.from({ length: 20_000 }, (_, id) => ({ id: id % 19_999 }));
      @ArrayUnique((item: { id: number }) => item.id) fine: object[] = Array.from({ length: 20_000 }, (_, id) => ({ id }));
    }
    assert.deepEqual(
      atOnce(new Numbers()).map(({ path }) => path[0]),
      ['short', 'long'],
    );
  });

  it('runs classes given to @Validate with their constraints', () => {
    @ValidatorConstraint({ name: 'starts' })
    class Starts {
      validate(value: unknown, args: { constraints: unknown[] }): boolean {
        return String(value).startsWith(String(args.constraints[0]));
      }
      defaultMessage(): string {
        return '$property must start with $constraint1';
      }
    }
    class Named {
      @Validate(Starts, ['x']) name = 'abc';
    }
    assert.deepEqual(atOnce(new Named()), [{ message: 'name must start with x', path: ['name'] }]);
  });

  it('takes an instance without rules, and one without a prototype', () => {
    assert.deepEqual(atOnce({ a: 1 }), []);
    assert.deepEqual(atOnce(Object.create(null) as object), []);
    assert.deepEqual(atOnce(make(Item, { id: 1, constructor: 5 })), []);
  });
});

describe('many refusals, secrets and promises', () => {
  class Names {
    @IsString({ each: true }) names!: unknown;
  }

  it('the first twenty are told, parents first, and the rest is counted', () => {
    const deep = make(Names, { names: Array.from({ length: 15 }, () => 1) });
    const top = make(Names, { names: Array.from({ length: 15 }, () => 2) });
    const made = [
      { instance: deep, path: ['inside'] },
      { instance: top, path: [] },
    ];
    const issues = checkRules(made, new RuleBook({})) as Issue[];
    assert.equal(issues.length, 21);
    assert.deepEqual(issues[0]?.path, ['names', 0]);
    assert.deepEqual(issues[15]?.path, ['inside', 'names', 0]);
    assert.deepEqual(issues[20], { message: 'and 10 more', path: [] });
    assert.equal((checkRules(made, new RuleBook({}), () => false, 3) as Issue[]).length, 4);
  });

  it('however many there are, and whatever their authors say, the text stays small', async () => {
    class Loud {
      @IsString({ each: true, message: ({ value }) => String(value).repeat(100_000) }) names = Array.from({ length: 50_000 }, () => 7);
      @custom(async () => false) late = 1;
    }
    const issues = await checkRules([{ instance: new Loud(), path: [] }], new RuleBook({}));
    assert.ok(JSON.stringify(issues).length < 6000);
    assert.match(issues.at(-1)?.message ?? '', /^and \d+ more$/);
  });

  it('a path ends at the secret, and does not tell how much is wrong below it', () => {
    const secrets = Array.from({ length: 40 }, (_, index) => ({
      instance: make(Names, { names: [1, 2, 3] }),
      path: ['login', `S3cr3t ${index}`],
    }));
    const isSecret = (path: readonly unknown[]): boolean => path[0] === 'login';
    assert.deepEqual(checkRules(secrets, new RuleBook({}), isSecret), [
      { message: 'each value in names must be a string', path: ['login'] },
    ]);
    const others = Array.from({ length: 20 }, (_, index) => ({ instance: make(Names, { names: [1] }), path: [index] }));
    const issues = checkRules([...others, ...secrets], new RuleBook({}), isSecret) as Issue[];
    assert.deepEqual(issues.at(-1), { message: 'and 1 more', path: [] });
    assert.ok(!JSON.stringify(issues).includes('S3cr3t'));
  });

  it('points at the key of a map as JSON has it', () => {
    assert.deepEqual(
      atOnce(make(Names, { names: new Map([[5, 1]]) })).map(({ path }) => path),
      [['names', '5']],
    );
  });

  it('a condition or a message that gives a promise which fails does not end the process', async () => {
    const unhandled: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (reason) => void unhandled.push(reason));
    const fail = async (): Promise<never> => {
      throw new Error('secret');
    };
    const promising = fail as unknown as () => never;
    @ValidatorConstraint({ name: 'late' })
    class Late {
      validate = (): boolean => false;
      defaultMessage = promising;
    }
    class Promising {
      @ValidateIf(promising) @IsInt() condition = 'x';
      @IsInt({ validateIf: promising }) option = 'x';
      @IsInt({ message: promising }) message = 'x';
      @Validate(Late) own = 'x';
    }
    const issues = atOnce(new Promising());
    assert.deepEqual(
      issues.map(({ path, message }) => [path[0], message]),
      [
        ['condition', 'condition must be an integer number'],
        ['option', 'option must be an integer number'],
        ['message', "message does not pass the check 'isInt'"],
        ['own', "own does not pass the check 'late'"],
      ],
    );
    const properties = Object.fromEntries(['condition', 'option', 'message', 'own'].map((name) => [name, { type: 'string' }]));
    const told = narrowByClass({ type: 'object', properties }, Promising, {}).properties?.['own'] as { description?: string };
    assert.equal(told.description, "Must pass the check 'late'.");
    const { message } = narrowByClass({ type: 'object', properties: { message: { type: 'number' } } }, Promising, {}).properties ?? {};
    assert.deepEqual(message, { type: 'integer' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
    assert.deepEqual(unhandled, []);
  });
});

describe('argumentsClass', () => {
  const owner = argumentsClass(
    'Nearby',
    new Map([
      ['radius', [Max(500)]],
      ['name', [IsString(), MinLength(2)]],
      ['free', []],
    ]),
  );
  const create = (fields: object): object => Object.assign(Object.create(owner.prototype as object) as object, fields);

  it('checks arguments by name, and leaves absent ones to the method', () => {
    assert.deepEqual(atOnce(create({ radius: 501 })), [{ message: 'radius must not be greater than 500', path: ['radius'] }]);
    assert.deepEqual(atOnce(create({})), []);
    assert.deepEqual(atOnce(create({ radius: null })).length, 1);
    assert.equal(owner.name, 'Nearby');
  });
});

describe('hasRules and hasAsyncRules', () => {
  class Child extends Item {}
  class Plain {}
  class Slow {
    @custom(async () => true, { async: true }) x = 1;
  }
  class Group {
    @Min(1, { groups: ['never'] }) x = 1;
  }

  it('see inherited rules and rules of any group', () => {
    const has = (owner: Constructor): boolean => hasRules(owner);
    assert.deepEqual([Item, Child, Plain, Slow, Group].map(has), [true, true, false, true, true]);
    assert.deepEqual(
      [Item, Child, Plain, Slow, Group].map((owner) => hasAsyncRules(owner)),
      [false, false, false, true, false],
    );
  });
});
