/** Ids of calls in the form that a provider takes: a history may have begun with another. */
import { createHash } from 'node:crypto';

/** What an id may be. */
export interface IdForm {
  /** A whole legal id. */
  readonly legal: RegExp;
  /** Characters of an id that is made. */
  readonly length: number;
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A legal id as it is, otherwise one that is made of it: always the same, out of letters and digits. */
export function wireId(id: string, { legal, length }: IdForm, attempt = 0): string {
  if (attempt === 0 && legal.test(id)) return id;
  const hash = createHash('sha256').update(`${attempt}:${id}`).digest();
  let number = BigInt(`0x${hash.toString('hex')}`);
  let made = '';
  while (made.length < length && made.length < 40) {
    made += digits.charAt(Number(number % 62n));
    number /= 62n;
  }
  return made;
}

/** Ids of one conversation both ways: two ids never become one, whatever they are. */
export class CallIds {
  readonly #wire = new Map<string, string>();
  readonly #own = new Map<string, string>();

  /**
   * @param known ids of the conversation as far as they are known, so that those that are legal keep theirs
   */
  constructor(
    readonly form: IdForm,
    known: Iterable<string> = [],
  ) {
    const ids = Array.from(known);
    for (const id of ids) if (form.legal.test(id)) this.#pair(id, id);
    for (const id of ids) this.toWire(id);
  }

  toWire(id: string): string {
    const known = this.#wire.get(id);
    if (known !== undefined) return known;
    for (let attempt = 0; ; attempt += 1) {
      const made = wireId(id, this.form, attempt);
      if (!this.#own.has(made)) return this.#pair(id, made);
    }
  }

  /** The id as it was before `toWire`; the id itself where it never was. */
  toOwn(id: string): string {
    return this.#own.get(id) ?? id;
  }

  #pair(id: string, wire: string): string {
    this.#wire.set(id, wire);
    this.#own.set(wire, id);
    return wire;
  }
}
