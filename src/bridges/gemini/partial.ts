/** Arguments that come in pieces (`streamFunctionCallArguments`): each says the JSON path of a value. */
import type { FunctionCall, PartialArg } from '@google/genai';
import { shortJson } from '../../schema/words.js';

type Container = Record<string, unknown> | unknown[];

const step = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** Keys from `$.a.b[0]`; undefined for a path that says more than that. */
function keysOf(path: string): (string | number)[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const keys: (string | number)[] = [];
  for (step.lastIndex = 1; step.lastIndex < path.length;) {
    const found = step.exec(path);
    if (!found) return undefined;
    const [, name, index, quoted, doubled] = found;
    keys.push(index === undefined ? (name ?? quoted ?? doubled ?? '') : Number(index));
  }
  return keys;
}

/** One call whose arguments are on their way. */
export class PartialCall {
  readonly #args: Record<string, unknown> = {};
  /** A piece did not fit: the call must not run with what is there. In words for the model. */
  problem: string | undefined;

  constructor(
    readonly call: FunctionCall,
    readonly key: number,
  ) {}

  get args(): Record<string, unknown> {
    return this.#args;
  }

  add(pieces: readonly PartialArg[]): void {
    for (const piece of pieces) {
      const { jsonPath = '' } = piece;
      if (!this.#put(keysOf(jsonPath), piece))
        this.problem ??= `The arguments do not fit together at ${shortJson(jsonPath, 80)}, and nothing was run; send the call again.`;
    }
  }

  #put(keys: (string | number)[] | undefined, piece: PartialArg): boolean {
    const last = keys?.at(-1);
    if (!keys || last === undefined) return false;
    let at: Container = this.#args;
    for (const [index, key] of keys.slice(0, -1).entries()) {
      if (!fits(at, key)) return false;
      const inner: unknown = read(at, key) ?? (typeof keys[index + 1] === 'number' ? [] : {});
      if (typeof inner !== 'object' || inner === null) return false;
      write(at, key, inner);
      at = inner as Container;
    }
    if (!fits(at, last)) return false;
    const known = read(at, last);
    write(at, last, typeof known === 'string' && piece.stringValue !== undefined ? known + piece.stringValue : valueOf(piece));
    return true;
  }
}

const valueOf = ({ stringValue, numberValue, boolValue }: PartialArg): unknown => stringValue ?? numberValue ?? boolValue ?? null;

/** Lists grow by one at a time. */
const fits = (at: Container, key: string | number): boolean =>
  Array.isArray(at) ? typeof key === 'number' && key <= at.length : typeof key === 'string';

const read = (at: Container, key: string | number): unknown => (Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined);

/** Whatever the key is called, it becomes the object's own. */
const write = (at: Container, key: string | number, value: unknown): void =>
  void Object.defineProperty(at, key, { value, enumerable: true, writable: true, configurable: true });
