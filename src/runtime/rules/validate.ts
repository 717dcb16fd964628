/** The whole of what class-validator's `validate` judges, by the compiled checks: an instance, and by `@ValidateNested` what is inside it. */
import type { Constructor, Issue } from '../../types.js';
import { type MadeInstance, RuleBook, wordOutcomes } from './check.js';
import { type Found, type Path } from './compile.js';
import { recordsOf, type RuleOptions } from './metadata.js';

/** The rules of a class under one set of options, with those of the classes it nests. */
export interface CompiledRules {
  /** What is wrong; a promise when a rule gives one. Never throws. */
  validate(instance: object): Issue[] | Promise<Issue[]>;
}

/** Levels of nesting that are followed; a graph of instances may refer to itself. */
const deepest = 500;

/** Options of class-validator's `validate` that change a verdict. */
export interface ValidateOptions extends RuleOptions {
  /** An object of a class without any rule is refused; true unless it is said otherwise, as in class-validator. */
  forbidUnknownValues?: boolean;
}

/** Compiles lazily, class by class; a nested object's class is that of the object found there, as in class-validator. */
export function compileRules(owner: Constructor, { forbidUnknownValues = true, ...options }: ValidateOptions): CompiledRules {
  const book = new RuleBook(options, false);
  book.checkFor(owner.prototype as object);
  return {
    validate(instance) {
      book.refresh();
      return new Visit(book, forbidUnknownValues).run(instance);
    },
  };
}

/** One walk over a graph of instances. */
class Visit {
  readonly #found: Found['outcomes'] = [];
  readonly #paths = new Map<object, Path>();

  constructor(
    private readonly book: RuleBook,
    private readonly forbidUnknownValues: boolean,
  ) {}

  run(root: object): Issue[] | Promise<Issue[]> {
    this.#visit({ instance: root, path: [] });
    return wordOutcomes(
      this.#found,
      (instance) => this.#paths.get(instance) ?? [],
      () => false,
      Infinity,
    );
  }

  #visit({ instance, path }: MadeInstance): void {
    const check = this.book.checkFor(instance);
    this.#paths.set(instance, path);
    // class-validator refuses an object of a class that it knows nothing of.
    if (!check && this.forbidUnknownValues && !isKnown(instance, this.book))
      this.#refuse(instance, 'an unknown value was passed to the validate function');
    else if (path.length > deepest) this.#refuse(instance, 'the value is nested too deeply');
    else check?.(instance, { outcomes: this.#found, descend: (value, below) => this.#descend(value, [...path, ...below]) });
  }

  #descend(value: unknown, path: Path): void {
    if (value instanceof Map) for (const [key, element] of value) this.#descend(element, [...path, String(key)]);
    else if (value instanceof Set || Array.isArray(value))
      for (const [index, element] of [...value].entries()) this.#descend(element, [...path, index]);
    else if (typeof value === 'object' && value !== null) this.#visit({ instance: value, path });
  }

  #refuse(instance: object, message: string): void {
    this.#found.push({ instance, path: [], word: () => message });
  }
}

function isKnown(instance: object, { options }: RuleBook): boolean {
  const owner = (Object.getPrototypeOf(instance) as { constructor?: unknown } | null)?.constructor;
  return typeof owner === 'function' && recordsOf(owner as Constructor, options).length > 0;
}
