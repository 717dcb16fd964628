/** Unions: the first branch that takes the value, or the one that its tag names. */
import type { ContractSchema } from '../../types.js';
import { isJsonObject } from './json-object.js';
import { doubt, refused, type Read, type Reading, type State } from './reading.js';
import { type Search, type SearchContext, searchOf } from './search.js';
import { literal, type Writer } from './writer.js';

export class UnionReading implements Reading {
  constructor(private readonly branches: readonly Reading[]) {}

  close(): Read {
    const branches = this.branches.map((branch) => branch.close());
    return (value, state) => {
      const before = state.made.length;
      for (const read of branches) {
        const made = read(value, state);
        if (made !== refused) return made;
        if (state.isUnsure) return refused;
        state.made.length = before;
      }
      return refused;
    };
  }

  write(writer: Writer, value: string): string {
    const made = writer.name();
    const before = writer.keep('s.made.length');
    writer.line(`let ${made} = F;`);
    for (const branch of this.branches)
      writer.line(`if (${made} === F && !s.isUnsure) { s.made.length = ${before}; ${made} = ${writer.fn(branch)}(${value}, s); }`);
    writer.refuseIf(`${made} === F`);
    return made;
  }
}

type Tag = string | number | boolean | null;

/** Objects told apart by a constant property. */
export class TaggedReading implements Reading {
  constructor(
    private readonly tag: string,
    private readonly branches: ReadonlyMap<Tag, Reading>,
  ) {}

  close(): Read {
    const branches = new Map([...this.branches].map(([tag, branch]) => [tag, branch.close()] as const));
    return (value, state) => {
      if (typeof value !== 'object' || value === null) return refused;
      if (!isJsonObject(value)) return doubt(state);
      const read = branches.get((value as Record<string, Tag>)[this.tag] as Tag);
      return read ? read(value, state) : refused;
    };
  }

  write(writer: Writer, value: string): string {
    writer.refuseIf(`typeof ${value} !== 'object' || ${value} === null`);
    writer.doubtIf(`!${writer.constant(isJsonObject)}(${value})`);
    const made = writer.name();
    writer.line(`let ${made} = F;`);
    writer.block(`switch (${value}[${literal(this.tag)}])`, () => {
      for (const [tag, branch] of this.branches) writer.line(`case ${literal(tag)}: ${made} = ${writer.fn(branch)}(${value}, s); break;`);
    });
    writer.refuseIf(`${made} === F`);
    return made;
  }
}

/** A definition that may lead back to itself: made at its first use, then called by name. */
export class ReferenceReading implements Reading {
  /**
   * @param depth levels of the arguments above the reference, within the definition it stands in
   * @param shared the definition, the same object at every reference to it
   * @param reach the same object for all of a plan
   */
  constructor(
    private readonly depth: number,
    private readonly shared: Definition,
    private readonly reach: Reach,
  ) {}

  close(): Read {
    const { shared, depth, reach } = this;
    return (value, state) => deeper(shared.closed(), value, state, depth, reach);
  }

  write(writer: Writer, value: string): string {
    const made = writer.keep(
      `${writer.constant(deeper)}(${this.shared.written(writer)}, ${value}, s, ${this.depth}, ${writer.constant(this.reach)})`,
    );
    writer.refuseIf(`${made} === F`);
    return made;
  }

  search(_part: ContractSchema, context: SearchContext): Search {
    const { shared, depth, reach } = this;
    return (value, state, run) => {
      if (enter(state, depth, reach)) shared.searched(context)(value, state, run);
      state.depth -= depth;
    };
  }
}

/** How deep a value is read without a reference; known when all is planned. */
export interface Reach {
  deepest: number;
}

function deeper(read: Read, value: unknown, state: State, depth: number, reach: Reach): unknown {
  const made = enter(state, depth, reach) ? read(value, state) : refused;
  state.depth -= depth;
  return made;
}

/** One definition further in; in doubt when that is deeper, or more, than there may be. */
function enter(state: State, depth: number, { deepest }: Reach): boolean {
  state.nodes += 1;
  state.depth += depth;
  const { argumentDepth, argumentNodes } = state.limits;
  if (state.depth + deepest <= argumentDepth && state.nodes <= argumentNodes) return true;
  doubt(state);
  return false;
}

/** The target of references. */
export class Definition {
  /** Set once it is planned; what it refers to may be itself. */
  reading: Reading | undefined;
  #read: Read | undefined;
  #search: Search | undefined;
  readonly #names = new WeakMap<Writer, string>();

  constructor(private readonly part: ContractSchema) {}

  closed(): Read {
    this.#read ??= this.#known().close();
    return this.#read;
  }

  /** @param context the same at each call */
  searched(context: SearchContext): Search {
    return (this.#search ??= searchOf(this.#known(), this.part, context));
  }

  written(writer: Writer): string {
    const known = this.#names.get(writer);
    if (known !== undefined) return known;
    const name = writer.functionName();
    this.#names.set(writer, name);
    return writer.fn(this.#known(), name);
  }

  #known(): Reading {
    if (!this.reading) throw new Error('a reference was read before its definition was planned');
    return this.reading;
  }
}
