/** The parts of class-validator and class-transformer that are easily got wrong, one test each, with the real library beside ours. */
import assert from 'node:assert/strict';
import 'reflect-metadata';
import { Expose, plainToInstance, Transform, Type, type TypeHelpOptions } from 'class-transformer';
import {
  Allow,
  IsDefined,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  registerDecorator,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatePromise,
  type ValidationArguments,
  type ValidationOptions,
  ValidatorConstraint,
} from 'class-validator';
import { makeInstance } from '../../../src/runtime/instances/compile.js';
import { compileRules } from '../../../src/runtime/rules/validate.js';
import type { RuleOptions } from '../../../src/runtime/rules/metadata.js';
import type { Constructor, Issue } from '../../../src/types.js';
import { assertSameVerdict } from './compare.js';
import { differenceAt } from './same.js';

type Judge = (value: unknown, args: ValidationArguments) => unknown;

/** A decorator of a user. */
function custom(
  validate: Judge,
  { name = 'custom', async, ...options }: { name?: string; async?: boolean } & ValidationOptions = {},
): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      target: target.constructor,
      propertyName: property as string,
      name,
      ...(async !== undefined && { async }),
      options,
      validator: { validate: (value: unknown, args: ValidationArguments) => validate(value, args) as boolean },
    });
}

const ownerOf = (instance: object): Constructor => instance.constructor as Constructor;

const withFields = <T extends object>(owner: new () => T, fields: object): T => Object.assign(new owner(), fields);

/** The issues of ours, after the verdict was found to be the real library's. */
async function issuesOf(instance: object, options: RuleOptions = {}): Promise<Issue[]> {
  await assertSameVerdict(compileRules(ownerOf(instance), options), instance, options);
  return await compileRules(ownerOf(instance), options).validate(instance);
}

async function assertVerdicts(cases: readonly (readonly [object, 'accepted' | 'refused'])[], options: RuleOptions = {}): Promise<void> {
  for (const [instance, verdict] of cases) {
    const issues = await issuesOf(instance, options);
    assert.equal(issues.length > 0 ? 'refused' : 'accepted', verdict, JSON.stringify(instance));
  }
}

/** The issues of ours alone, where the real library has none to compare with. */
const oursAlone = async (instance: object, options: RuleOptions = {}): Promise<Issue[]> =>
  await compileRules(ownerOf(instance), options).validate(instance);

const pathsOf = (issues: readonly Issue[]): string[] => issues.map(({ path }) => (path ?? []).join('.')).sort();

describe('hard parts of compiled rules', () => {
  it("a user's decorator that reuses a built-in name runs its own code", async () => {
    const isEven: Judge = (value) => typeof value === 'number' && value % 2 === 0;
    class Numbers {
      @custom(isEven, { name: 'isInt' }) even: unknown;
      @custom((value) => value === 'long', { name: 'arrayUnique' }) word: unknown;
      @custom(() => true, { name: 'min' }) anything: unknown;
    }
    const good = { even: 2, word: 'long', anything: -1 };
    await assertVerdicts([
      [withFields(Numbers, good), 'accepted'],
      [withFields(Numbers, { ...good, even: 3 }), 'refused'],
      [withFields(Numbers, { ...good, even: 2.5 }), 'refused'],
      [withFields(Numbers, { ...good, word: Array.from({ length: 600 }, (_item, index) => index) }), 'refused'],
    ]);
  });

  it("a user's decorator that reuses a built-in name and its message never runs on values nobody sent", async () => {
    const values: unknown[] = [];
    class Probed {
      @custom((value) => values.push(value), { name: 'isInt', message: '$property must be an integer number' }) a: unknown;
      @custom((value) => values.push(value), { name: 'arrayUnique' }) b: unknown;
    }
    await oursAlone(withFields(Probed, { a: 'x', b: 'y' }));
    assert.deepEqual(values, ['x', 'y']);
  });

  it('an async validator that is not flagged as such is waited for', async () => {
    class Account {
      @custom(async (value) => value === 'free') name: unknown;
    }
    await assertVerdicts([
      [withFields(Account, { name: 'free' }), 'accepted'],
      [withFields(Account, { name: 'taken' }), 'refused'],
    ]);
    assert.ok(compileRules(Account, {}).validate(withFields(Account, { name: 'free' })) instanceof Promise);
  });

  it('promises among the elements of each are waited for, whichever comes first', async () => {
    class List {
      @custom((value) => (typeof value === 'string' ? value !== 'bad' : Promise.resolve(value === 1)), { each: true }) items: unknown;
    }
    await assertVerdicts([
      [withFields(List, { items: ['a', 1] }), 'accepted'],
      [withFields(List, { items: ['a', 2] }), 'refused'],
      [withFields(List, { items: [1, 'bad'] }), 'refused'],
    ]);
  });

  it('nothing asynchronous: the verdict is there at once', () => {
    class Plain {
      @IsString() name: unknown;
    }
    assert.deepEqual(compileRules(Plain, {}).validate(withFields(Plain, { name: 'a' })), []);
  });

  it('all conditions of ValidateIf run, and all must hold', async () => {
    const asked: string[] = [];
    const condition = (name: string, holds: unknown): PropertyDecorator => ValidateIf(() => (asked.push(name), holds as boolean));
    class Guarded {
      @condition('first', false) @condition('second', true) @condition('third', 0) @IsString() value: unknown = 5;
    }
    await assertVerdicts([[new Guarded(), 'accepted']]);
    asked.length = 0;
    await oursAlone(new Guarded());
    assert.deepEqual(asked.sort(), ['first', 'second', 'third']);
  });

  it('a condition that a subclass does not repeat is replaced by its own', async () => {
    class Base {
      @IsOptional() @IsString() value: unknown;
    }
    class Sub extends Base {
      @ValidateIf(() => true) override value: unknown = undefined;
    }
    await assertVerdicts([
      [withFields(Base, { value: null }), 'accepted'],
      [withFields(Sub, { value: null }), 'refused'],
    ]);
  });

  it('each looks into arrays, sets and maps, and judges anything else as a whole', async () => {
    class List {
      @IsInt({ each: true }) items: unknown;
    }
    await assertVerdicts([
      [withFields(List, { items: [1, 2] }), 'accepted'],
      [withFields(List, { items: [] }), 'accepted'],
      [withFields(List, { items: new Set([1, 2]) }), 'accepted'],
      [withFields(List, { items: new Set([1, 'a']) }), 'refused'],
      [withFields(List, { items: new Map([['a', 1]]) }), 'accepted'],
      [withFields(List, { items: new Map([[1, 'a']]) }), 'refused'],
      [withFields(List, { items: 1 }), 'accepted'],
      [withFields(List, { items: { 0: 'a', length: 1 } }), 'refused'],
    ]);
  });

  it('an issue of each names the element', async () => {
    class List {
      @IsInt({ each: true }) items: unknown;
    }
    assert.deepEqual(pathsOf(await issuesOf(withFields(List, { items: [1, 'a', 2, null] }))), ['items.1', 'items.3']);
    assert.deepEqual(
      pathsOf(
        await issuesOf(
          withFields(List, {
            items: new Map<string, unknown>([
              ['good', 1],
              ['bad', 'a'],
            ]),
          }),
        ),
      ),
      ['items.bad'],
    );
  });

  it('nested objects are judged by their own class, not by the declared one', async () => {
    class Shape {
      @IsString() name: unknown;
    }
    class Circle extends Shape {
      @Min(0) radius: unknown;
    }
    class Stranger {
      @IsInt() id: unknown;
    }
    class Drawing {
      @ValidateNested() @Type(() => Shape) shape: unknown;
    }
    const shape = (made: object): Drawing => withFields(Drawing, { shape: made });
    await assertVerdicts([
      [shape(withFields(Shape, { name: 'a' })), 'accepted'],
      [shape(withFields(Circle, { name: 'a', radius: 1 })), 'accepted'],
      [shape(withFields(Circle, { name: 'a', radius: -1 })), 'refused'],
      [shape(withFields(Stranger, { id: 1 })), 'accepted'],
      [shape(withFields(Stranger, { id: 'x' })), 'refused'],
      [shape({ name: 'a' }), 'refused'],
    ]);
  });

  it('nested rules go through arrays of arrays, sets and maps, and let what is absent pass', async () => {
    class Line {
      @IsInt() amount: unknown;
    }
    class Order {
      @ValidateNested() lines: unknown;
    }
    const [good, bad] = [withFields(Line, { amount: 1 }), withFields(Line, { amount: 'x' })];
    const order = (lines: unknown): Order => withFields(Order, { lines });
    await assertVerdicts([
      [order(undefined), 'accepted'],
      [order(null), 'refused'],
      [order('text'), 'refused'],
      [order([]), 'accepted'],
      [order([[[]]]), 'accepted'],
      [order([[good], [bad]]), 'refused'],
      [order([good, undefined]), 'accepted'],
      [order([good, null]), 'refused'],
      [order(new Set([good])), 'accepted'],
      [order(new Set([good, bad])), 'refused'],
      [order(new Map([['a', [bad]]])), 'refused'],
    ]);
    assert.deepEqual(pathsOf(await issuesOf(order([[good, bad], good]))), ['lines.0.1.amount']);
    assert.deepEqual(pathsOf(await issuesOf(order(new Map([['key', bad]])))), ['lines.key.amount']);
  });

  it('an object without rules is unknown, one whose rules judge nothing is not', async () => {
    class Empty {}
    class Allowed {
      @Allow() a: unknown;
    }
    class Optional {
      @IsOptional() a: unknown;
    }
    class Holder {
      @ValidateNested() inner: unknown;
    }
    await assertVerdicts([
      [new Empty(), 'refused'],
      [new Allowed(), 'accepted'],
      [new Optional(), 'accepted'],
      [withFields(Holder, { inner: new Empty() }), 'refused'],
      [withFields(Holder, { inner: new Allowed() }), 'accepted'],
    ]);
  });

  it('groups, always and strictGroups are compiled per option set', async () => {
    class Grouped {
      @IsString() always: unknown = 1;
      @IsString({ groups: ['create'] }) created: unknown = 1;
      @IsString({ groups: ['update', 'create'] }) both: unknown = 1;
      @IsString({ always: true }) ever: unknown = 1;
      @IsString({ groups: ['update'], always: true }) everGrouped: unknown = 1;
      @IsString({ always: false }) never: unknown = 1;
    }
    const optionSets: RuleOptions[] = [
      {},
      { groups: ['create'] },
      { groups: ['update'] },
      { groups: ['none'] },
      { groups: [] },
      { always: true },
      { groups: ['create'], always: true },
      { strictGroups: true },
      { strictGroups: true, groups: ['update'] },
      { strictGroups: true, always: true },
    ];
    const found = new Set<string>();
    for (const options of optionSets) found.add(pathsOf(await issuesOf(new Grouped(), options)).join(' '));
    // Not one and the same checker for all.
    assert.ok(found.size >= 6, [...found].join('\n'));
  });

  it('a group is in force in nested objects as well', async () => {
    class Inner {
      @IsString({ groups: ['g'] }) a: unknown = 1;
      @IsString({ groups: ['h'] }) b: unknown = 'b';
    }
    class Outer {
      @ValidateNested({ groups: ['g', 'h'] }) inner = new Inner();
    }
    assert.equal((await issuesOf(new Outer(), { groups: ['g'] })).length, 1);
    assert.equal((await issuesOf(new Outer(), { groups: ['h'] })).length, 0);
  });

  it('inherited rules are in force over three levels; a redeclared property drops those above it for its own class alone', async () => {
    class Top {
      @IsString() a: unknown;
      @Length(3, 5) b: unknown;
    }
    class Middle extends Top {
      @IsInt() override a: unknown = undefined;
    }
    class Bottom extends Middle {
      @Max(5) c: unknown;
    }
    await assertVerdicts([
      [withFields(Top, { a: 'x', b: 'abc' }), 'accepted'],
      [withFields(Middle, { a: 1, b: 'abc' }), 'accepted'],
      [withFields(Middle, { a: 'x', b: 'abc' }), 'refused'],
      [withFields(Middle, { a: 1, b: 'a' }), 'refused'],
    ]);
    // For a class further down both records count, so that nothing passes. As in class-validator, odd as it is.
    await assertVerdicts([
      [withFields(Bottom, { a: 1, b: 'abc', c: 1 }), 'refused'],
      [withFields(Bottom, { a: 'x', b: 'abc', c: 1 }), 'refused'],
    ]);
    assert.deepEqual(pathsOf(await issuesOf(withFields(Bottom, { a: 1, b: 'abc', c: 9 }))), ['a', 'c']);
  });

  it('rules registered after compiling are seen', async () => {
    class Base {
      @IsDefined() a: unknown = 'text';
    }
    class Late extends Base {
      b: unknown = 'text';
    }
    class Other {
      c: unknown = 'text';
    }
    class Holder {
      @ValidateNested() inner: unknown = new Late();
    }
    const rules = compileRules(Late, {});
    const holder = compileRules(Holder, {});
    assert.equal((await rules.validate(new Late())).length, 0);
    assert.equal((await holder.validate(new Holder())).length, 0);
    IsInt()(Late.prototype, 'b');
    assert.deepEqual(pathsOf(await rules.validate(new Late())), ['b']);
    IsInt()(Base.prototype, 'a');
    assert.deepEqual(pathsOf(await rules.validate(new Late())), ['a', 'b']);
    assert.deepEqual(pathsOf(await holder.validate(new Holder())), ['inner.a', 'inner.b']);
    IsInt()(Other.prototype, 'c');
    assert.deepEqual(pathsOf(await compileRules(Other, {}).validate(new Other())), ['c']);
  });

  it('custom validators run once for each value, refused or not, at once or later', async () => {
    for (const answer of [true, false]) {
      for (const isLate of [true, false]) {
        const calls: unknown[] = [];
        const judge: Judge = (value) => (calls.push(value), isLate ? Promise.resolve(answer) : answer);
        @ValidatorConstraint({ async: isLate })
        class Constraint {
          validate(value: unknown, args: ValidationArguments): boolean {
            return judge(value, args) as boolean;
          }
        }
        class Counted {
          @IsInt() other: unknown = 'refused';
          @custom(judge) single: unknown = 'single';
          @custom(judge, { each: true }) many: unknown = ['one', 'two'];
          @Validate(Constraint) byClass: unknown = 'class';
        }
        await oursAlone(new Counted());
        assert.deepEqual(calls.map(String).sort(), ['class', 'one', 'single', 'two'], `answer ${answer}, late ${isLate}`);
      }
    }
  });

  it('a validator, condition, message or getter that throws is a refusal that says so, and tells nothing of what it threw', async () => {
    const failing = (): never => {
      throw new Error('password=hunter2');
    };
    class Throwing {
      @custom(failing) rule: unknown = 1;
      @ValidateIf(failing) @IsInt() condition: unknown = 1;
      @IsInt({ validateIf: failing }) option: unknown = 1;
      @custom(() => Promise.reject(new Error('password=hunter2'))) later: unknown = 1;
      @custom(failing, { each: true }) each: unknown = [1, 2];
      @IsInt()
      get getter(): unknown {
        return failing();
      }
    }
    const issues = await oursAlone(new Throwing());
    assert.deepEqual([...new Set(issues.map(({ path }) => path?.[0]))].sort(), ['condition', 'each', 'getter', 'later', 'option', 'rule']);
    for (const { message } of issues) assert.match(message, /failed to run/);
    assert.doesNotMatch(JSON.stringify(issues), /hunter2/);
  });

  it('a message that throws does not undo the refusal', async () => {
    class Worded {
      @IsInt({
        message: () => {
          throw new Error('no words');
        },
      })
      a: unknown = 'x';
    }
    const [issue] = await oursAlone(new Worded());
    assert.ok(issue && issue.message.length > 0);
  });

  it('a validator that changes the object changes it for both', async () => {
    const rename: Judge = (_value, { object }) => ((object as Changing).b = 'changed');
    class Changing {
      @custom(rename) a: unknown = 1;
      @IsInt() b: unknown = 2;
    }
    class Growing {
      @custom((_value, { object }) => Object.assign(object, { extra: 1 })) a: unknown = 1;
      @IsInt() b: unknown = 2;
    }
    // Which of the two rules runs first is the order of class-validator's records; the verdict must follow it.
    const real = withFields(Changing, {});
    const ours = withFields(Changing, {});
    const { validate } = await import('class-validator');
    assert.equal((await oursAlone(ours)).length > 0, (await validate(real)).length > 0);
    assert.equal(ours.b, 'changed');
    await assertVerdicts([[new Growing(), 'accepted']]);
  });

  it('validateIf among the options of a decorator concerns that decorator alone', async () => {
    class Optional {
      @IsInt({ validateIf: (_object, value) => value !== 'skip' })
      @IsDefined()
      a: unknown;
    }
    await assertVerdicts([
      [withFields(Optional, { a: 'skip' }), 'accepted'],
      [withFields(Optional, { a: 1 }), 'accepted'],
      [withFields(Optional, { a: 'x' }), 'refused'],
      [withFields(Optional, { a: undefined }), 'refused'],
    ]);
  });

  it('getters are read, once a check', async () => {
    let reads = 0;
    class Computed {
      @IsInt()
      @Min(1)
      get value(): number {
        reads += 1;
        return reads;
      }
    }
    assert.deepEqual(await oursAlone(new Computed()), []);
    assert.equal(reads, 1);
    class Bad {
      @IsInt()
      get value(): unknown {
        return 'x';
      }
    }
    await assertVerdicts([[new Bad(), 'refused']]);
  });

  it('maxDecimalPlaces with 1e-7 is a refusal, where class-validator throws a TypeError', async () => {
    class Price {
      @IsNumber({ maxDecimalPlaces: 2 }) value: unknown;
    }
    await assertVerdicts([
      [withFields(Price, { value: 1.25 }), 'accepted'],
      [withFields(Price, { value: 1.255 }), 'refused'],
      [withFields(Price, { value: 1e-7 }), 'refused'],
    ]);
  });

  it('a key `constructor` neither throws nor changes the rules', async () => {
    class Named {
      @IsInt() a: unknown = 'x';
    }
    for (const value of [1, null, undefined, 'text', Date, {}]) {
      const instance = new Named();
      Object.defineProperty(instance, 'constructor', { value, enumerable: true });
      assert.deepEqual(pathsOf(await compileRules(Named, {}).validate(instance)), ['a']);
    }
  });

  it('properties named as the methods of every object are judged, where class-validator throws a TypeError', async () => {
    for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']) {
      class Odd {}
      IsString()(Odd.prototype, name);
      const instance = new Odd();
      Object.defineProperty(instance, name, { value: 5, enumerable: true });
      const issues = await compileRules(Odd, {}).validate(instance);
      assert.deepEqual(pathsOf(issues), [name]);
    }
  });

  it('names that would break out of generated code are only names', async () => {
    const names = ['"', "'", '`', '${globalThis.broken = 1}', '\\', '\n', '\u2028', '*/', ']); globalThis.broken = 1; ([', '__proto', ''];
    const Hostile = class {};
    for (const name of names) IsInt()(Hostile.prototype, name);
    Object.defineProperty(Hostile, 'name', { value: '${globalThis.broken = 1}`"' });
    const bad = withFields(Hostile, Object.fromEntries(names.map((name) => [name, 'x'])));
    assert.deepEqual((await issuesOf(bad)).map(({ path }) => path?.[0]).sort(), [...names].sort());
    await assertVerdicts([[withFields(Hostile, Object.fromEntries(names.map((name) => [name, 1]))), 'accepted']]);
    assert.equal((globalThis as { broken?: number }).broken, undefined);
  });

  it('an object that refers to itself is refused or accepted, never a crash', async () => {
    class Node {
      @IsString() name: unknown = 'a';
      @ValidateNested() next: unknown;
    }
    const loop = new Node();
    loop.next = loop;
    const issues = await oursAlone(loop);
    assert.ok(Array.isArray(issues));
  });

  it('a promise is judged by what it gives, with ValidatePromise', async () => {
    class Inner {
      @IsInt() a: unknown = 'x';
      @IsInt() b: unknown = 'x';
    }
    class Later {
      @ValidatePromise() @IsInt() number: unknown = Promise.resolve(1);
      @ValidatePromise() @ValidateNested() inner: unknown = Promise.resolve(undefined);
    }
    await assertVerdicts([
      [new Later(), 'accepted'],
      [withFields(Later, { number: Promise.resolve('x') }), 'refused'],
      [withFields(Later, { number: 1 }), 'accepted'],
      [withFields(Later, { inner: Promise.resolve(new Inner()) }), 'refused'],
    ]);
  });

  it('the same constraint class twice judges twice, under one condition', async () => {
    const asked: string[] = [];
    @ValidatorConstraint({ name: 'twice' })
    @ValidatorConstraint({ name: 'once' })
    class Constraint {
      validate(value: unknown): boolean {
        asked.push('rule');
        return value === 1;
      }
    }
    class Twice {
      @Validate(Constraint, { validateIf: () => asked.push('condition') > 0 }) a: unknown = 1;
    }
    await assertVerdicts([[new Twice(), 'accepted']]);
    asked.length = 0;
    await oursAlone(new Twice());
    assert.deepEqual(asked, ['condition', 'rule', 'rule']);
  });
});

/** What both makers make, found equal; the input of ours is as before. */
function madeAlike(owner: new () => object, plainOf: () => object): object {
  const plain = plainOf();
  const ours = makeInstance(owner, plain);
  const real = plainToInstance(owner, plainOf(), { exposeDefaultValues: true });
  assert.equal(differenceAt(ours, real), undefined);
  assert.equal(differenceAt(plain, plainOf()), undefined);
  return ours;
}

describe('hard parts of compiled instances', () => {
  class Inner {
    a: unknown = 'initial';
  }
  class Other {
    b: unknown;
  }

  it('discriminators are left to class-transformer, and the input stays as it was', () => {
    const subTypes = [
      { value: Inner, name: 'inner' },
      { value: Other, name: 'other' },
    ];
    class Holder {
      @Type(() => Inner, { discriminator: { property: 'kind', subTypes } }) one: unknown;
      @Type(() => Inner, { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: true }) many: unknown;
    }
    const made = madeAlike(Holder, () => ({
      one: { kind: 'other', b: 1 },
      many: [{ kind: 'inner' }, { kind: 'other' }, { kind: 'none' }, {}],
    })) as Holder;
    assert.ok(made.one instanceof Other);
    assert.deepEqual(
      (made.many as object[]).map(({ constructor }) => constructor),
      [Inner, Other, Inner, Inner],
    );
  });

  it('a frozen input with a discriminator is no obstacle', () => {
    class Holder {
      @Type(() => Inner, { discriminator: { property: 'kind', subTypes: [{ value: Other, name: 'other' }] } }) one: unknown;
    }
    const made = makeInstance(Holder, Object.freeze({ one: Object.freeze({ kind: 'other', b: 1 }) })) as Holder;
    assert.ok(made.one instanceof Other);
  });

  it('functions of @Type that look at their arguments are given them', () => {
    class Holder {
      @Type((help) => ((help as TypeHelpOptions).object['wantsOther'] === true ? Other : Inner)) value: unknown;
      wantsOther: unknown;
    }
    assert.ok((madeAlike(Holder, () => ({ value: {}, wantsOther: true })) as Holder).value instanceof Other);
    assert.ok((madeAlike(Holder, () => ({ value: {}, wantsOther: false })) as Holder).value instanceof Inner);
    // Parameters with defaults and the rest do not count in `length`.
    class Rest {
      @Type((...[help]: (TypeHelpOptions | undefined)[]) => (help?.object['wantsOther'] === true ? Other : Inner)) value: unknown;
    }
    assert.ok((madeAlike(Rest, () => ({ value: {}, wantsOther: true })) as Rest).value instanceof Other);
  });

  it('accessors on the prototype: a getter alone keeps its value, a setter is called', () => {
    const set: unknown[] = [];
    class Accessors {
      get fixed(): string {
        return 'fixed';
      }
      get both(): unknown {
        return undefined;
      }
      set both(value: unknown) {
        set.push(value);
      }
      method(): string {
        return 'method';
      }
    }
    class Sub extends Accessors {}
    const plain = (): object => ({ fixed: 'x', both: 'y', method: 'z' });
    const made = madeAlike(Accessors, plain) as Accessors;
    assert.equal(made.fixed, 'fixed');
    assert.equal(made.method(), 'method');
    assert.deepEqual(set, ['y', 'y']);
    // class-transformer looks at the class's own prototype only, so the assignment throws for an inherited getter: with both.
    assert.throws(() => plainToInstance(Sub, plain(), { exposeDefaultValues: true }), TypeError);
    assert.throws(() => makeInstance(Sub, plain()), TypeError);
  });

  it('null in an array with a discriminator is the same error as of class-transformer', () => {
    class Holder {
      @Type(() => Inner, { discriminator: { property: 'kind', subTypes: [{ value: Other, name: 'other' }] } }) many: unknown;
    }
    assert.throws(() => plainToInstance(Holder, { many: [null] }, { exposeDefaultValues: true }), TypeError);
    assert.throws(() => makeInstance(Holder, { many: [null] }), TypeError);
  });

  it('@Transform runs once a value, also where the real maker has to help', () => {
    const calls: unknown[] = [];
    class Helped {
      @Transform(({ value }) => (calls.push(value), value as unknown)) a: unknown;
      @Type(() => Inner, { discriminator: { property: 'kind', subTypes: [{ value: Other, name: 'other' }] } }) b: unknown;
      @Type(() => Exposed) c: unknown;
      d: unknown;
    }
    class Exposed {
      @Expose({ name: 'x' }) y: unknown;
    }
    for (const rest of [{}, { b: { kind: 'other' } }, { c: { x: 1 } }, { d: { then: 1 } }, { d: { toString: 1 } }, { d: new Map() }]) {
      calls.length = 0;
      makeInstance(Helped, { a: 'sent', ...rest });
      assert.deepEqual(calls, ['sent'], JSON.stringify(rest));
    }
  });

  it('initial values stay where nothing or undefined was sent, and null replaces them', () => {
    class Initial {
      a: unknown = 1;
      b: unknown = 2;
      c: unknown = 3;
      @Type(() => Inner) inner: unknown = new Inner();
    }
    const made = madeAlike(Initial, () => ({ b: undefined, c: null })) as Initial;
    assert.deepEqual({ ...made }, { a: 1, b: 2, c: null, inner: new Inner() });
  });

  it('prototypes cannot be reached through keys', () => {
    class Plain {
      a: unknown;
      @Type(() => Inner) inner: unknown;
    }
    const made = madeAlike(
      Plain,
      () =>
        JSON.parse(
          '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"inner":{"__proto__":{"polluted":1}},"a":1}',
        ) as object,
    );
    assert.equal((made as { polluted?: number }).polluted, undefined);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
    assert.deepEqual(Object.keys(made).sort(), ['a', 'inner']);
  });

  it('decorators of class-transformer added after the first instance are seen', () => {
    class Late {
      a: unknown;
    }
    makeInstance(Late, { a: {} });
    Type(() => Inner)(Late.prototype, 'a');
    assert.ok((makeInstance(Late, { a: {} }) as Late).a instanceof Inner);
  });
});
